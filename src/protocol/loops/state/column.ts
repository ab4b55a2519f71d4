const PAGE = 4096;

/** A growing list of doubles outside the heap: 8 bytes a value, no copying as it grows. */
export class Column {
  readonly #pages: Float64Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length % PAGE;
    if (at === 0) this.#pages.push(new Float64Array(PAGE));
    const page = this.#pages[this.#pages.length - 1];
    if (page !== undefined) page[at] = value;
    this.#length += 1;
  }

  get(index: number): number {
    return this.#pages[Math.floor(index / PAGE)]?.[index % PAGE] ?? Number.NaN;
  }

  set(index: number, value: number): void {
    const page = this.#pages[Math.floor(index / PAGE)];
    if (page !== undefined) page[index % PAGE] = value;
  }

  /** The first index whose value is above `bound`, of values that never fall. */
  firstAbove(bound: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.get(middle) > bound) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
