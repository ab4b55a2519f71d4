import { Buffer } from 'node:buffer';

const FIRST_PAGE = 1 << 14;
const LARGEST_PAGE = 1 << 20;
/** A unit that does not fit a byte. Over texts that V8 holds as bytes this costs nothing. */
const WIDE = /[^\x00-\xff]/;
/** What a record begins with: where its texts begin, how many bytes they take, and whether each unit takes two. */
const HEAD = 9;
/** Fields of known size between two texts take no more than this. */
const FIXED = 128;
/** So many terms are kept; a log with ever new ones must not fill memory. */
const TERMS = 1 << 12;

/** A block of packed records, off the heap. It lives as long as something points into it. */
export interface Place {
  readonly page: Buffer;
  readonly start: number;
}

/** Writes values into pages: whole numbers in as few bytes as they need, terms once. */
export class ByteWriter {
  readonly terms: string[] = [];
  readonly #ids = new Map<string, number>();
  #page = Buffer.alloc(0);
  #view = viewOf(this.#page);
  #start = 0;
  #at = 0;
  /** All texts of the record, one after the other: written in one go, which is several times as fast. */
  #texts = '';

  begin(): void {
    this.#start = this.#at;
    this.reserve();
    this.#at += HEAD;
  }

  /** Ends the record. */
  end(): Place {
    const texts = this.#texts;
    const wide = WIDE.test(texts);
    this.#texts = '';
    this.reserve(texts.length * 2);
    const start = this.#start;
    this.#view.setUint32(start, this.#at - start, true);
    this.#view.setUint32(start + 4, texts.length * (wide ? 2 : 1), true);
    this.#view.setUint8(start + 8, wide ? 1 : 0);
    if (texts !== '') this.#at += this.#page.write(texts, this.#at, wide ? 'utf16le' : 'latin1');
    return { page: this.#page, start };
  }

  /** Makes room for fixed fields; `begin` and each text do so too. */
  reserve(bytes = FIXED): void {
    if (this.#at + bytes > this.#page.length) this.#turn(bytes);
  }

  byte(value: number): void {
    this.#page[this.#at++] = value;
  }

  /** A whole number from 0 up to the largest safe one. */
  whole(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#page[this.#at++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#page[this.#at++] = rest;
  }

  double(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  text(value: string): void {
    this.reserve();
    this.whole(value.length);
    if (value !== '') this.#texts += value;
  }

  /** A text that is likely to come again. */
  term(value: string): void {
    let id = this.#ids.get(value);
    if (id === undefined && this.terms.length < TERMS) {
      id = this.terms.length;
      this.#ids.set(value, id);
      this.terms.push(value);
    }
    this.whole(id === undefined ? 0 : id + 1);
    if (id === undefined) this.text(value);
  }

  /** A record never spans two pages: what is begun of it moves along to the next. */
  #turn(bytes: number): void {
    const begun = this.#at - this.#start;
    const size = Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, 2 * this.#page.length));
    const next = Buffer.allocUnsafeSlow(Math.max(size, 2 * (begun + bytes)));
    this.#page.copy(next, 0, this.#start, this.#at);
    this.#page = next;
    this.#view = viewOf(next);
    this.#start = 0;
    this.#at = begun;
  }
}

export class ByteReader {
  readonly #page: Buffer;
  readonly #view: DataView;
  readonly #terms: readonly string[];
  #at: number;
  readonly #texts: string;
  #textAt = 0;

  constructor(place: Place, terms: readonly string[]) {
    this.#page = place.page;
    this.#view = viewOf(place.page);
    this.#at = place.start + HEAD;
    const from = place.start + this.#view.getUint32(place.start, true);
    const bytes = this.#view.getUint32(place.start + 4, true);
    const wide = this.#view.getUint8(place.start + 8) === 1;
    this.#texts = place.page.toString(wide ? 'utf16le' : 'latin1', from, from + bytes);
    this.#terms = terms;
  }

  byte(): number {
    return this.#page[this.#at++] ?? 0;
  }

  whole(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
      scale *= 128;
    }
  }

  double(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  text(): string {
    const from = this.#textAt;
    this.#textAt += this.whole();
    return this.#texts.slice(from, this.#textAt);
  }

  term(): string {
    const id = this.whole();
    return id === 0 ? this.text() : (this.#terms[id - 1] ?? '');
  }
}

function viewOf(page: Buffer): DataView {
  return new DataView(page.buffer, page.byteOffset, page.byteLength);
}
