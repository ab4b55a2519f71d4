import { Buffer } from 'node:buffer';

const FIRST_PAGE = 1 << 16;
const LARGEST_PAGE = 1 << 20;
const SHORT = 64;
/** Strings that come again are kept once; up to this many, so that a log of ever new words does not fill memory. */
const TABLE = 1 << 14;

const EMPTY = 0;
const LATIN = 1;
const WIDE = 2;
/** From here on: a place in the table. */
const TABLED = 3;

/** A block of packed records, off the heap. It lives as long as something points into it. */
export interface Place {
  readonly page: Buffer;
  readonly start: number;
}

/** Writes values into pages: whole numbers in as few bytes as they need, texts once where they repeat. */
export class ByteWriter {
  readonly texts: string[] = [];
  readonly #ids = new Map<string, number>();
  #seen = new Set<string>();
  #page = Buffer.alloc(0);
  #start = 0;
  #at = 0;

  begin(): void {
    this.#start = this.#at;
  }

  place(): Place {
    return { page: this.#page, start: this.#start };
  }

  byte(value: number): void {
    this.#room(1);
    this.#page[this.#at++] = value;
  }

  /** A whole number from 0 up to the largest safe one. */
  whole(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest > 127) {
      this.#page[this.#at++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#page[this.#at++] = rest;
  }

  double(value: number): void {
    this.#room(8);
    this.#at = this.#page.writeDoubleLE(value, this.#at);
  }

  text(value: string): void {
    const length = value.length;
    const id = length > 0 && length <= SHORT ? this.#tabled(value) : undefined;
    if (length === 0) this.byte(EMPTY);
    else if (id !== undefined) this.whole(TABLED + id);
    else this.#spell(value);
  }

  #spell(value: string): void {
    const length = value.length;
    this.#room(16 + length * 2);
    const start = this.#at;
    this.byte(LATIN);
    this.whole(length);
    if (this.#narrow(value)) return;
    this.#at = start;
    this.byte(WIDE);
    this.whole(length);
    this.#at += this.#page.write(value, this.#at, 'utf16le');
  }

  /** True if each unit fitted a byte. */
  #narrow(value: string): boolean {
    const page = this.#page;
    let at = this.#at;
    for (let index = 0; index < value.length; index += 1) {
      const unit = value.charCodeAt(index);
      if (unit > 255) return false;
      page[at++] = unit;
    }
    this.#at = at;
    return true;
  }

  /** A text gets its place in the table when it comes a second time. */
  #tabled(value: string): number | undefined {
    const id = this.#ids.get(value);
    if (id !== undefined || this.texts.length >= TABLE) return id;
    if (!this.#seen.has(value)) {
      if (this.#seen.size >= TABLE) this.#seen = new Set();
      this.#seen.add(value);
      return undefined;
    }
    this.#seen.delete(value);
    this.#ids.set(value, this.texts.length);
    this.texts.push(value);
    return this.texts.length - 1;
  }

  /** A record never spans two pages: what is begun of it moves along to the next. */
  #room(bytes: number): void {
    if (this.#at + bytes <= this.#page.length) return;
    const begun = this.#at - this.#start;
    const size = Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, 2 * this.#page.length));
    const next = Buffer.allocUnsafeSlow(Math.max(size, 2 * (begun + bytes)));
    this.#page.copy(next, 0, this.#start, this.#at);
    this.#page = next;
    this.#start = 0;
    this.#at = begun;
  }
}

export class ByteReader {
  readonly #page: Buffer;
  readonly #texts: readonly string[];
  #at: number;

  constructor(place: Place, texts: readonly string[]) {
    this.#page = place.page;
    this.#at = place.start;
    this.#texts = texts;
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
    const value = this.#page.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  text(): string {
    const kind = this.whole();
    if (kind === EMPTY) return '';
    if (kind >= TABLED) return this.#texts[kind - TABLED] ?? '';
    const bytes = this.whole() * (kind === WIDE ? 2 : 1);
    const value = this.#page.toString(kind === WIDE ? 'utf16le' : 'latin1', this.#at, this.#at + bytes);
    this.#at += bytes;
    return value;
  }
}
