const SHIFT = 8;
const PAGE = 1 << SHIFT;
const MASK = PAGE - 1;

/** A growing list of doubles outside the heap: 8 bytes a value, no copying as it grows. */
export class Column {
  readonly #pages: Float64Array[] = [];
  #length = 0;

  push(value: number): void {
    const at = this.#length & MASK;
    if (at === 0) this.#pages.push(new Float64Array(PAGE));
    const page = this.#pages[this.#pages.length - 1];
    if (page !== undefined) page[at] = value;
    this.#length += 1;
  }

  get(index: number): number {
    return this.#pages[index >>> SHIFT]?.[index & MASK] ?? Number.NaN;
  }

  set(index: number, value: number): void {
    const page = this.#pages[index >>> SHIFT];
    if (page !== undefined) page[index & MASK] = value;
  }
}
