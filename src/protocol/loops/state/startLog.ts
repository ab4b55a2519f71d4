import type { Micros } from '../../lib/time.ts';
import type { Mark } from './questionEntry.ts';
import { lowest } from './sortedList.ts';

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
    const length = this.#length();
    const place = lowest(length, (index) => this.#field(index, 1) > ts);
    return place < length ? this.#mark(place) : null;
  }

  #length(): number {
    return this.#pages.length === 0 ? 0 : ((this.#pages.length - 1) * PAGE + this.#at) / FIELDS;
  }

  #mark(index: number): Mark {
    return { seq: this.#field(index, 0), latest: this.#field(index, 1), at: this.#field(index, 2) };
  }

  #field(index: number, field: number): number {
    return this.#pages[Math.floor((index * FIELDS) / PAGE)]?.[((index * FIELDS) % PAGE) + field] ?? 0;
  }
}
