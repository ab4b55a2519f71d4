/**
 * Instants, read exactly as the peer's models (pydantic's datetime in lax mode) read them, and their text forms.
 *
 * Accepted: `YYYY-MM-DD`, or that and `T`, `t`, space or `_` and `HH:MM[:SS[.fraction]][offset]`; Unix numbers in seconds,
 * or in milliseconds beyond 2·10^10; the same numbers as text. Without an offset a time is UTC.
 */

import type { Micros } from '../loops/loopModel.ts';
import { JsonNumber } from './pythonJson.ts';

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

// What the scanners leave behind: this runs once or twice for every line of a log, so it allocates nothing.
let seconds = 0;
let micro = 0;
let offset = 0;
// Neighbouring lines share their date.
let cachedDate = -1;
let cachedDays = 0;

/** The instant of a JSON value in microseconds since 1970, or null where the peer refuses it. */
export function parseInstant(value: unknown): Micros | null {
  return scan(value) ? scannedMicros() : null;
}

/** As `parseInstant`, with wall clock and offset kept apart, for the text that the peer would write. */
export function parseZonedInstant(value: unknown): Instant | null {
  return scan(value) ? { seconds, micro, offset } : null;
}

/** As `parseInstant` for text alone, with NaN for what is refused: the hot path. */
export function textMicros(text: string): Micros {
  return scanText(text) || scanNumberText(text) ? scannedMicros() : Number.NaN;
}

/**
 * As `parseInstant` for a number that `JSON.parse` gave, where its spelling cannot matter; NaN for one that has to be
 * read again from its source, or is refused.
 */
export function numberMicros(value: number): Micros {
  if (Number.isInteger(value)) {
    return Math.abs(value) <= WATERSHED && scanWhole(value) ? scannedMicros() : Number.NaN;
  }
  return scanFloat(value) ? scannedMicros() : Number.NaN;
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

function scannedMicros(): Micros {
  return offset === 0 && micro < 1_000_000 && seconds < 9_000_000_000 && seconds > -9_000_000_000
    ? seconds * 1_000_000 + micro
    : joinMicros(seconds - offset, micro);
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

function scan(value: unknown): boolean {
  if (typeof value === 'string') return scanText(value) || scanNumberText(value);
  if (value instanceof JsonNumber) {
    return value.whole ? scanWhole(Number(value.source)) : scanFloat(value.toNumber());
  }
  if (typeof value === 'bigint') return scanWhole(Number(value));
  if (typeof value !== 'number') return false;
  return Number.isInteger(value) ? scanWhole(value) : scanFloat(value);
}

/** Numbers past 2^53 are out of range in either unit, so that the nearest double decides rightly. */
function scanWhole(value: number): boolean {
  if (Math.abs(value) <= WATERSHED) return keep(value, 0);
  const whole = Math.floor(value / 1000);
  return keep(whole, (value - whole * 1000) * 1000);
}

function scanFloat(value: number): boolean {
  const whole = Math.floor(value);
  if (Math.abs(value) <= WATERSHED) return keep(whole, Math.round((value - whole) * 1_000_000));
  const inSeconds = Math.floor(whole / 1000);
  return keep(inSeconds, (whole - inSeconds * 1000) * 1000 + Math.round((value - whole) * 1000));
}

function keep(whole: number, rest: number): boolean {
  const carry = Math.floor(rest / 1_000_000);
  seconds = whole + carry;
  micro = rest - carry * 1_000_000;
  offset = 0;
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

const WHOLE_TEXT = /^[+-]?[0-9]+$/;
const POINT_TEXT = /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

function scanNumberText(text: string): boolean {
  // A number that 64 bits do not hold is out of range in either unit.
  if (WHOLE_TEXT.test(text)) return scanWhole(Number(text));
  return POINT_TEXT.test(text) && scanFloat(Number(text));
}

/** Two digits at a place, or NaN, which fails every comparison. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function scanText(text: string): boolean {
  const length = text.length;
  if (length < 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  const date = pair(text, 0) * 1_000_000 + pair(text, 2) * 10_000 + pair(text, 5) * 100 + pair(text, 8);
  if (date !== cachedDate) {
    const days = daysSince1970(Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100);
    if (Number.isNaN(days)) return false;
    cachedDate = date;
    cachedDays = days;
  }
  seconds = cachedDays * 86_400;
  micro = 0;
  offset = 0;
  if (length === 10) return true;
  const separator = text.charCodeAt(10);
  // T, t, space, underscore
  if (separator !== 84 && separator !== 116 && separator !== 32 && separator !== 95) return false;
  return scanClock(text, length);
}

function scanClock(text: string, length: number): boolean {
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  if (!(hour <= 23 && minute <= 59) || text.charCodeAt(13) !== 58) return false;
  seconds += hour * 3600 + minute * 60;
  let at = 16;
  if (text.charCodeAt(at) === 58) {
    const second = pair(text, 17);
    if (!(second <= 59)) return false;
    seconds += second;
    at = 19;
    const point = text.charCodeAt(at);
    if (point === 46 || point === 44) {
      at = scanFraction(text, at + 1);
      if (at < 0) return false;
    }
  }
  if (at === length) return true;
  const zone = text.charCodeAt(at);
  if (zone === 90 || zone === 122) return at + 1 === length;
  // A typographic minus counts too.
  if (zone !== 43 && zone !== 45 && zone !== 0x2212) return false;
  return scanOffset(text, at + 1, zone === 43 ? 1 : -1);
}

/** Digits past the sixth are cut off. Gives the place after the digits, -1 where there is none. */
function scanFraction(text: string, start: number): number {
  let at = start;
  let unit = 100_000;
  for (;;) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) break;
    if (unit >= 1) micro += digit * unit;
    unit /= 10;
    at += 1;
  }
  return at === start ? -1 : at;
}

function scanOffset(text: string, at: number, sign: number): boolean {
  const hours = pair(text, at);
  const minuteAt = text.charCodeAt(at + 2) === 58 ? at + 3 : at + 2;
  const minutes = pair(text, minuteAt);
  if (!(hours <= 23 && minutes <= 59)) return false;
  offset = sign * (hours * 3600 + minutes * 60);
  return minuteAt + 2 === text.length;
}

function daysSince1970(year: number, month: number, day: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const inMonth = DAYS_IN_MONTH[month];
  const before = DAYS_BEFORE_MONTH[month];
  if (!(year >= 1) || inMonth === undefined || before === undefined) return Number.NaN;
  if (day < 1 || day > (month === 2 ? inMonth + leap : inMonth)) return Number.NaN;
  const past = year - 1;
  const leaps = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  return past * 365 + leaps - 719_162 + before + (month > 2 ? leap : 0) + day - 1;
}
