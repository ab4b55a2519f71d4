/**
 * Instants, read exactly as the peer's models (pydantic's datetime in lax mode) read them, and their text forms.
 *
 * Accepted: `YYYY-MM-DD`, or that and `T`, `t`, space or `_` and `HH:MM[:SS[.fraction]][offset]`; Unix numbers in seconds,
 * or in milliseconds beyond 2·10^10; the same numbers as text. Without an offset a time is UTC.
 */

import { JsonNumber } from './pythonJson.ts';

/** Microseconds since 1970, UTC. */
export type Micros = number;

/** A time as it was written: seconds of the wall clock since 1970, microseconds on top, offset of the zone in seconds. */
export interface Instant {
  seconds: number;
  micro: number;
  offset: number;
}

/** Beyond this a Unix number means milliseconds. */
const WATERSHED = 20_000_000_000;
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;
const DAYS_BEFORE_MONTH = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN_MONTH = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The instant of a JSON value in microseconds since 1970, or null where the peer refuses it. */
export function parseInstant(value: unknown): Micros | null {
  return new InstantScanner().micros(value);
}

/** As `parseInstant`, with wall clock and offset kept apart, for the text that the peer would write. */
export function parseZonedInstant(value: unknown): Instant | null {
  return new InstantScanner().zoned(value);
}

/** As `parseInstant` for text alone, with NaN for what is refused. */
export function textMicros(text: string): Micros {
  return new InstantScanner().textMicros(text);
}

/** Microseconds since 1970 of a time as it was written. */
export function instantMicros(instant: Instant): Micros {
  return joinMicros(instant.seconds - instant.offset, instant.micro);
}

/** UTC as ISO 8601 text, cut to milliseconds; null past year 9999 (and before year 0). */
export function isoMillis(micros: Micros): string | null {
  const millis = Math.floor(micros / 1000);
  if (!(millis >= -62_167_219_200_000 && millis <= 253_402_300_799_999)) return null;
  return new Date(millis).toISOString();
}

/** ISO text as milliseconds since 1970, null for null or what is no time. */
export function millis(iso: string | null): number | null {
  const value = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(value) ? null : value;
}

/** UTC in the peer's form: six digits of fraction, or none at all when it is zero, then `Z`; null past year 9999. */
export function isoMicros(micros: Micros): string | null {
  const whole = Math.floor(micros / 1_000_000);
  if (!(whole >= FIRST_SECOND && whole <= LAST_SECOND)) return null;
  return instantText({ seconds: whole, micro: Math.trunc(micros - whole * 1_000_000), offset: 0 });
}

/** A time in the form that the peer's models write: its own offset kept, `Z` where that is zero. */
export function instantText(instant: Instant): string {
  const wall = new Date(instant.seconds * 1000).toISOString().slice(0, 19);
  const fraction = instant.micro === 0 ? '' : `.${String(instant.micro).padStart(6, '0')}`;
  if (instant.offset === 0) return `${wall}${fraction}Z`;
  const minutes = Math.abs(instant.offset) / 60;
  const sign = instant.offset < 0 ? '-' : '+';
  return `${wall}${fraction}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * Past the year 2255 a double no longer holds each microsecond. The one taken is always one that cuts to the right
 * millisecond.
 */
function joinMicros(utc: number, rest: number): Micros {
  const joined = utc * 1_000_000 + rest;
  if (Number.isSafeInteger(joined)) return joined;
  const millis = utc * 1000 + Math.floor(rest / 1000);
  for (const step of [0, 32, -32, 64, -64]) {
    if (Math.floor((joined + step) / 1000) === millis) return joined + step;
  }
  return joined;
}

const WHOLE_TEXT = /^[+-]?[0-9]+$/;
const POINT_TEXT = /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** Reads one time after the other and allocates nothing: a log holds one or two on every line. */
export class InstantScanner {
  // What the scan of a time leaves behind.
  #seconds = 0;
  #micro = 0;
  #offset = 0;
  // Neighbouring lines share their date.
  #cachedDate = -1;
  #cachedDays = 0;

  /** As `parseInstant`. */
  micros(value: unknown): Micros | null {
    return this.#scan(value) ? this.#scannedMicros() : null;
  }

  /** As `parseZonedInstant`. */
  zoned(value: unknown): Instant | null {
    return this.#scan(value) ? { seconds: this.#seconds, micro: this.#micro, offset: this.#offset } : null;
  }

  /** As `micros` for text alone, with NaN for what is refused: the hot path. */
  textMicros(text: string): Micros {
    return this.#scanText(text) || this.#scanNumberText(text) ? this.#scannedMicros() : Number.NaN;
  }

  /**
   * As `micros` for a number that `JSON.parse` gave, where its spelling cannot matter; NaN for one that has to be read
   * again from its source, or is refused.
   */
  numberMicros(value: number): Micros {
    if (Number.isInteger(value)) {
      const fits = Math.abs(value) <= WATERSHED && this.#scanWhole(value);
      return fits ? this.#scannedMicros() : Number.NaN;
    }
    return this.#scanFloat(value) ? this.#scannedMicros() : Number.NaN;
  }

  #scan(value: unknown): boolean {
    if (typeof value === 'string') return this.#scanText(value) || this.#scanNumberText(value);
    if (value instanceof JsonNumber) {
      return value.whole ? this.#scanWhole(Number(value.source)) : this.#scanFloat(value.toNumber());
    }
    if (typeof value === 'bigint') return this.#scanWhole(Number(value));
    if (typeof value !== 'number') return false;
    return Number.isInteger(value) ? this.#scanWhole(value) : this.#scanFloat(value);
  }

  /** Numbers past 2^53 are out of range in either unit, so that the nearest double decides rightly. */
  #scanWhole(value: number): boolean {
    if (Math.abs(value) <= WATERSHED) return this.#keep(value, 0);
    const whole = Math.floor(value / 1000);
    return this.#keep(whole, (value - whole * 1000) * 1000);
  }

  #scanFloat(value: number): boolean {
    const whole = Math.floor(value);
    if (Math.abs(value) <= WATERSHED) return this.#keep(whole, Math.round((value - whole) * 1_000_000));
    const inSeconds = Math.floor(whole / 1000);
    return this.#keep(inSeconds, (whole - inSeconds * 1000) * 1000 + Math.round((value - whole) * 1000));
  }

  #keep(whole: number, rest: number): boolean {
    const carry = Math.floor(rest / 1_000_000);
    this.#seconds = whole + carry;
    this.#micro = rest - carry * 1_000_000;
    this.#offset = 0;
    return this.#seconds >= FIRST_SECOND && this.#seconds <= LAST_SECOND;
  }

  #scanNumberText(text: string): boolean {
    // A number that 64 bits do not hold is out of range in either unit.
    if (WHOLE_TEXT.test(text)) return this.#scanWhole(Number(text));
    return POINT_TEXT.test(text) && this.#scanFloat(Number(text));
  }

  #scanText(text: string): boolean {
    const length = text.length;
    if (length < 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
    const date = pair(text, 0) * 1_000_000 + pair(text, 2) * 10_000 + pair(text, 5) * 100 + pair(text, 8);
    if (date !== this.#cachedDate) {
      const days = daysSince1970(Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100);
      if (Number.isNaN(days)) return false;
      this.#cachedDate = date;
      this.#cachedDays = days;
    }
    this.#seconds = this.#cachedDays * 86_400;
    this.#micro = 0;
    this.#offset = 0;
    if (length === 10) return true;
    const separator = text.charCodeAt(10);
    // T, t, space, underscore
    if (separator !== 84 && separator !== 116 && separator !== 32 && separator !== 95) return false;
    return this.#scanClock(text, length);
  }

  #scanClock(text: string, length: number): boolean {
    const hour = pair(text, 11);
    const minute = pair(text, 14);
    if (!(hour <= 23 && minute <= 59) || text.charCodeAt(13) !== 58) return false;
    this.#seconds += hour * 3600 + minute * 60;
    let at = 16;
    if (text.charCodeAt(at) === 58) {
      const second = pair(text, 17);
      if (!(second <= 59)) return false;
      this.#seconds += second;
      at = 19;
      const point = text.charCodeAt(at);
      if (point === 46 || point === 44) {
        at = this.#scanFraction(text, at + 1);
        if (at < 0) return false;
      }
    }
    if (at === length) return true;
    const zone = text.charCodeAt(at);
    if (zone === 90 || zone === 122) return at + 1 === length;
    // A typographic minus counts too.
    if (zone !== 43 && zone !== 45 && zone !== 0x2212) return false;
    return this.#scanOffset(text, at + 1, zone === 43 ? 1 : -1);
  }

  /** Digits past the sixth are cut off. Gives the place after the digits, -1 where there is none. */
  #scanFraction(text: string, start: number): number {
    let at = start;
    let unit = 100_000;
    for (;;) {
      const digit = text.charCodeAt(at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      if (unit >= 1) this.#micro += digit * unit;
      unit /= 10;
      at += 1;
    }
    return at === start ? -1 : at;
  }

  #scanOffset(text: string, at: number, sign: number): boolean {
    const hours = pair(text, at);
    const minuteAt = text.charCodeAt(at + 2) === 58 ? at + 3 : at + 2;
    const minutes = pair(text, minuteAt);
    if (!(hours <= 23 && minutes <= 59)) return false;
    this.#offset = sign * (hours * 3600 + minutes * 60);
    return minuteAt + 2 === text.length;
  }

  #scannedMicros(): Micros {
    return this.#offset === 0 &&
      this.#micro < 1_000_000 &&
      this.#seconds < 9_000_000_000 &&
      this.#seconds > -9_000_000_000
      ? this.#seconds * 1_000_000 + this.#micro
      : joinMicros(this.#seconds - this.#offset, this.#micro);
  }
}

/** Two digits at a place, or NaN, which fails every comparison. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function daysSince1970(year: number, month: number, day: number): number {
  const leap = isLeap(year) ? 1 : 0;
  const inMonth = DAYS_IN_MONTH[month];
  const before = DAYS_BEFORE_MONTH[month];
  if (!(year >= 1) || inMonth === undefined || before === undefined) return Number.NaN;
  if (day < 1 || day > (month === 2 ? inMonth + leap : inMonth)) return Number.NaN;
  const past = year - 1;
  const leaps = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  return past * 365 + leaps - 719_162 + before + (month > 2 ? leap : 0) + day - 1;
}

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
