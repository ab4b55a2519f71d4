/**
 * JSON as Python's `json` module reads and writes it, without losing anything: numbers keep their spelling, `NaN`,
 * `Infinity` and `-Infinity` are values, whole numbers have any size, names like `__proto__` are names.
 */

/** A number as it stands in the text. `source` is JSON's spelling, or `NaN`, `Infinity`, `-Infinity`. */
export class JsonNumber {
  readonly source: string;
  /** Python reads it as an `int`: neither point nor exponent. */
  readonly whole: boolean;

  constructor(source: string, whole: boolean) {
    this.source = source;
    this.whole = whole;
  }

  /** The nearest double. */
  toNumber(): number {
    return Number(this.source);
  }

  toBigInt(): bigint {
    return BigInt(this.source);
  }
}

export type JsonObject = Map<string, JsonValue>;
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;

export type JsonFault = 'not-json' | 'too-deep' | 'too-many-digits';
/** `at` is the place of the fault in UTF-16 units from 0. */
export type JsonResult = { ok: true; value: JsonValue } | { ok: false; fault: JsonFault; at: number };

/** A text nested deeper than this is bad; the outermost array or object is level 1. */
export const MAX_DEPTH = 200;
/** Python refuses to turn longer texts into whole numbers. */
export const MAX_DIGITS = 4300;

/** What a text says beyond its values. */
interface JsonNotes {
  /** A name stands twice in one object. */
  doubled: boolean;
  /** `NaN`, `Infinity` or `-Infinity` stands in it. */
  beyond: boolean;
}

type NotedResult =
  | { ok: true; value: JsonValue; notes: JsonNotes }
  | { ok: false; fault: JsonFault; at: number };

/** Reads a whole text. Of equal names the last value wins, at the first one's place. Never throws, never recurses past `MAX_DEPTH`. */
export function parse(text: string): JsonResult {
  const read = parseNoted(text, MAX_DEPTH);
  return read.ok ? { ok: true, value: read.value } : read;
}

/** As `parse`, down to a depth of one's own. */
export function parseNoted(text: string, mostDepth: number): NotedResult {
  const reader = readerOf(text, 0, mostDepth);
  skipSpace(reader);
  const value = readValue(reader, 1);
  if (value === BAD) return { ok: false, fault: reader.fault, at: reader.at };
  skipSpace(reader);
  if (reader.at !== text.length) return { ok: false, fault: 'not-json', at: reader.at };
  return { ok: true, value, notes: { doubled: reader.doubled, beyond: reader.beyond } };
}

/** The place after white space from `at` on. */
export function skipSpaceAt(text: string, at: number): number {
  const reader = readerOf(text, at, MAX_DEPTH);
  skipSpace(reader);
  return reader.at;
}

/** The place after the value that begins at `at`, or null where none does. */
export function endOfValue(text: string, at: number): number | null {
  const reader = readerOf(text, at, MAX_DEPTH);
  return readValue(reader, 1) === BAD ? null : reader.at;
}

/** The string that begins at `at`, and the place after it. */
export function stringAt(text: string, at: number): { value: string; end: number } | null {
  const reader = readerOf(text, at, MAX_DEPTH);
  const value = text.charCodeAt(at) === 0x22 ? readString(reader) : BAD;
  return value === BAD ? null : { value, end: reader.at };
}

/** One value as Python's `json.dumps(sort_keys=True, separators=(",", ":"), ensure_ascii=False)` writes it. */
export function stringifyCanonical(value: JsonValue): string {
  const parts: string[] = [];
  write(value, parts);
  return parts.join('');
}

/** Whether any text or name in it holds half of a surrogate pair, which UTF-8 cannot say. */
export function hasLoneSurrogate(value: JsonValue): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  if (!(value instanceof Map)) return false;
  for (const [name, inner] of value) if (!name.isWellFormed() || hasLoneSurrogate(inner)) return true;
  return false;
}

/** A float as Python's `repr` and `json.dumps` spell it: `1.0`, `1e+16`, `1e-07`, `NaN`, `-Infinity`. */
export function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', power = ''] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(power);
  const sign = value < 0 ? '-' : '';
  if (exponent < -4 || exponent >= 16) {
    const point = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${sign}${point}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** Order of names by code point, as Python sorts text; UTF-16 order differs past U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    // At the first unit that differs, a surrogate is part of a code point past every other unit; lone ones keep their own place.
    return pointAt(a, at) - pointAt(b, at);
  }
  return a.length - b.length;
}

function pointAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const trailing = unit >= 0xdc00 && unit <= 0xdfff && at > 0;
  const lead = trailing ? text.charCodeAt(at - 1) : 0;
  const start = lead >= 0xd800 && lead <= 0xdbff ? at - 1 : at;
  return text.codePointAt(start) ?? 0;
}

/** JSON's text of a string without escaping what is not ASCII, as Python does it; U+007F stays as it is. */
export function quote(text: string): string {
  // JSON.stringify escapes lone surrogates, which Python would not: such texts are never signed, so it does not matter.
  return JSON.stringify(text);
}

function write(value: JsonValue, parts: string[]): void {
  if (value === null) parts.push('null');
  else if (typeof value === 'string') parts.push(quote(value));
  else if (typeof value === 'boolean') parts.push(value ? 'true' : 'false');
  else if (value instanceof JsonNumber) parts.push(numberText(value));
  else if (Array.isArray(value)) {
    parts.push('[');
    value.forEach((inner, index) => {
      if (index > 0) parts.push(',');
      write(inner, parts);
    });
    parts.push(']');
  } else {
    parts.push('{');
    const names = [...value.keys()].sort(compareCodePoints);
    names.forEach((name, index) => {
      parts.push(index > 0 ? ',' : '', quote(name), ':');
      write(value.get(name) ?? null, parts);
    });
    parts.push('}');
  }
}

function numberText(value: JsonNumber): string {
  if (value.whole) return value.source === '-0' ? '0' : value.source;
  return pythonFloat(value.toNumber());
}

interface Reader extends JsonNotes {
  readonly text: string;
  readonly mostDepth: number;
  at: number;
  fault: JsonFault;
}

function readerOf(text: string, at: number, mostDepth: number): Reader {
  return { text, mostDepth, at, fault: 'not-json', doubled: false, beyond: false };
}

/** Not a value: the reader's `fault` and `at` say why and where. */
const BAD = Symbol('bad');

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    const unit = text.charCodeAt(reader.at);
    if (unit !== 32 && unit !== 9 && unit !== 10 && unit !== 13) return;
    reader.at += 1;
  }
}

function readValue(reader: Reader, depth: number): JsonValue | typeof BAD {
  switch (reader.text.charCodeAt(reader.at)) {
    case 0x22:
      return readString(reader);
    case 0x7b:
      return depth > reader.mostDepth ? tooDeep(reader) : readObject(reader, depth);
    case 0x5b:
      return depth > reader.mostDepth ? tooDeep(reader) : readArray(reader, depth);
    case 0x74:
      return readWord(reader, 'true', true);
    case 0x66:
      return readWord(reader, 'false', false);
    case 0x6e:
      return readWord(reader, 'null', null);
    case 0x4e:
      return readWord(reader, 'NaN', new JsonNumber('NaN', false));
    case 0x49:
      return readWord(reader, 'Infinity', new JsonNumber('Infinity', false));
    default:
      return readNumber(reader);
  }
}

function tooDeep(reader: Reader): typeof BAD {
  reader.fault = 'too-deep';
  return BAD;
}

function readWord(reader: Reader, word: string, value: JsonValue): JsonValue | typeof BAD {
  if (!reader.text.startsWith(word, reader.at)) return BAD;
  reader.at += word.length;
  if (value instanceof JsonNumber) reader.beyond = true;
  return value;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;

function readNumber(reader: Reader): JsonNumber | typeof BAD {
  NUMBER.lastIndex = reader.at;
  const found = NUMBER.exec(reader.text);
  if (!found) {
    if (!reader.text.startsWith('-Infinity', reader.at)) return BAD;
    reader.at += 9;
    reader.beyond = true;
    return new JsonNumber('-Infinity', false);
  }
  const [source, fraction, exponent] = found;
  const whole = fraction === undefined && exponent === undefined;
  if (whole && source.length - (source.startsWith('-') ? 1 : 0) > MAX_DIGITS) {
    reader.fault = 'too-many-digits';
    return BAD;
  }
  reader.at += source.length;
  return new JsonNumber(source, whole);
}

// What makes a string more than its own slice: an escape, or a control character, which JSON does not allow.
const NOT_PLAIN = /[\\\u0000-\u001f]/;

function readString(reader: Reader): string | typeof BAD {
  const { text, at: start } = reader;
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, start, end)) end = text.indexOf('"', end + 1);
  if (end < 0) return BAD;
  const inner = text.slice(start + 1, end);
  let value = inner;
  if (NOT_PLAIN.test(inner)) {
    const decoded = decode(text.slice(start, end + 1));
    if (decoded === null) return BAD;
    value = decoded;
  }
  reader.at = end + 1;
  return value;
}

function isEscaped(text: string, start: number, quoteAt: number): boolean {
  let at = quoteAt - 1;
  while (at > start && text.charCodeAt(at) === 0x5c) at -= 1;
  return (quoteAt - at) % 2 === 0;
}

/** The escapes of one string mean the same to Python and to JSON.parse. */
function decode(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function readArray(reader: Reader, depth: number): JsonValue[] | typeof BAD {
  const items: JsonValue[] = [];
  reader.at += 1;
  skipSpace(reader);
  if (reader.text.charCodeAt(reader.at) === 0x5d) {
    reader.at += 1;
    return items;
  }
  for (;;) {
    const value = readValue(reader, depth + 1);
    if (value === BAD) return BAD;
    items.push(value);
    skipSpace(reader);
    const unit = reader.text.charCodeAt(reader.at);
    if (unit !== 0x2c && unit !== 0x5d) return BAD;
    reader.at += 1;
    if (unit === 0x5d) return items;
    skipSpace(reader);
  }
}

function readObject(reader: Reader, depth: number): JsonObject | typeof BAD {
  const members: JsonObject = new Map();
  let count = 0;
  reader.at += 1;
  skipSpace(reader);
  if (reader.text.charCodeAt(reader.at) === 0x7d) {
    reader.at += 1;
    return members;
  }
  for (;;) {
    if (reader.text.charCodeAt(reader.at) !== 0x22) return BAD;
    const name = readString(reader);
    if (name === BAD) return BAD;
    skipSpace(reader);
    if (reader.text.charCodeAt(reader.at) !== 0x3a) return BAD;
    reader.at += 1;
    skipSpace(reader);
    const value = readValue(reader, depth + 1);
    if (value === BAD) return BAD;
    members.set(name, value);
    count += 1;
    skipSpace(reader);
    const unit = reader.text.charCodeAt(reader.at);
    if (unit !== 0x2c && unit !== 0x7d) return BAD;
    reader.at += 1;
    if (unit === 0x7d) {
      if (members.size !== count) reader.doubled = true;
      return members;
    }
    skipSpace(reader);
  }
}
