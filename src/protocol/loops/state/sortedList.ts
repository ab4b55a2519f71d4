/** Up to so many changes are made one by one; more of them in one pass over all. */
const FEW = 64;

/** What goes out of a list, and what comes in. */
export class Change<Value> {
  readonly gone = new Set<Value>();
  readonly come: Value[] = [];

  to(value: Value, within: boolean): void {
    if (within) this.come.push(value);
    else this.gone.add(value);
  }
}

/** Values by a number, and where that is equal by a second one. Neither may change while the value is in the list. */
export class SortedList<Value> {
  #items: Value[] = [];
  readonly #first: (value: Value) => number;
  readonly #second: (value: Value) => number;

  constructor(first: (value: Value) => number, second: (value: Value) => number) {
    this.#first = first;
    this.#second = second;
  }

  /** In order; void after the next change. */
  get items(): readonly Value[] {
    return this.#items;
  }

  change({ gone, come }: Change<Value>): void {
    if (gone.size + come.length > FEW) {
      const kept = gone.size === 0 ? this.#items : this.#items.filter((value) => !gone.has(value));
      // Two runs that are sorted or nearly so: this only merges them.
      this.#items = [...kept, ...come].sort((a, b) => this.#compare(a, b));
      return;
    }
    for (const value of gone) this.#items.splice(this.#placeOf(value), 1);
    for (const value of come) this.#items.splice(this.#placeOf(value), 0, value);
  }

  /** How many have a number below this. */
  below(limit: number): number {
    return lowest(this.#items.length, (place) => {
      const item = this.#items[place];
      return item === undefined || this.#first(item) >= limit;
    });
  }

  #placeOf(value: Value): number {
    return lowest(this.#items.length, (place) => {
      const item = this.#items[place];
      return item === undefined || this.#compare(item, value) >= 0;
    });
  }

  #compare(a: Value, b: Value): number {
    const [one, other] = [this.#first(a), this.#first(b)];
    // No subtraction: both may be infinite.
    if (one !== other) return one < other ? -1 : 1;
    return this.#second(a) - this.#second(b);
  }
}

/** The lowest place below `length` from which on it holds; `length` where it never does. */
export function lowest(length: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
