import type { Micros } from '../model.ts';
import type { Mark } from './question.ts';

const FIELDS = 3;
const PAGE = 256 * FIELDS;

/** Where a loop started something, off the heap: of marks whose `latest` grows, the first after a time. */
export class StartLog {
  readonly #pages: Float64Array[] = [];
  #page = new Float64Array(0);
  #at = 0;

  add(seq: number, latest: Micros, at: Micros): void {
    if (this.#at === this.#page.length) {
      this.#page = new Float64Array(PAGE);
      this.#pages.push(this.#page);
      this.#at = 0;
    }
    this.#page[this.#at] = seq;
    this.#page[this.#at + 1] = latest;
    this.#page[this.#at + 2] = at;
    this.#at += FIELDS;
  }

  /** The first mark up to which the greatest `ts` is later than `ts`. */
  after(ts: Micros): Mark | null {
    let low = 0;
    let high = this.#length();
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#mark(middle).latest > ts) high = middle;
      else low = middle + 1;
    }
    return low < this.#length() ? this.#mark(low) : null;
  }

  #length(): number {
    return this.#pages.length === 0 ? 0 : ((this.#pages.length - 1) * PAGE + this.#at) / FIELDS;
  }

  #mark(index: number): Mark {
    const page = this.#pages[Math.floor((index * FIELDS) / PAGE)];
    const place = (index * FIELDS) % PAGE;
    return { seq: page?.[place] ?? 0, latest: page?.[place + 1] ?? 0, at: page?.[place + 2] ?? 0 };
  }
}
