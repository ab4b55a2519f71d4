/**
 * Values as the peer's models take them: pydantic's lax mode over what Python's JSON gave. A reader returns the value, or
 * notes a problem on its field and returns a filler that nobody uses.
 */
import { JsonNumber, type JsonObject, type JsonValue, MAX_DIGITS } from '../lib/pythonJson.ts';
import { setOwn } from '../lib/setOwn.ts';
import { type Instant, type Micros, parseInstant, parseZonedInstant } from '../lib/time.ts';
import type { Whole } from './eventDefinitions.ts';

type FieldRule =
  | 'missing'
  | 'text'
  | 'whole'
  | 'number'
  | 'flag'
  | 'time'
  | 'one-of'
  | 'list'
  | 'object'
  | 'path'
  | 'id'
  | 'protocol'
  | 'twice'
  | 'unknown-step'
  | 'circle';

/** What is wrong with one field. `keys` leads to it from the outermost object, none for the whole. */
export interface FieldProblem {
  keys: readonly (string | number)[];
  rule: FieldRule;
  args: Record<string, unknown>;
  /** Plain English; the field's name goes before it. */
  message: string;
}

export interface Field {
  readonly keys: readonly (string | number)[];
  readonly problems: FieldProblem[];
}

export type Read<T> = (value: JsonValue, field: Field) => T;

const MUST_BE = {
  text: 'must be text',
  flag: 'must be true or false',
  time: 'must be a time, as 2026-11-14T21:03:00Z',
  list: 'must be a list',
  object: 'must be an object',
  path: 'must be a path inside the repository, relative to its root',
  id: 'must be an id of at most 64 lower-case letters, digits, dots, dashes and underscores, first a letter or digit',
} satisfies Partial<Record<FieldRule, string>>;

/** Nobody reads more of them, and a file may hold a million. */
const MOST_PROBLEMS = 100;

/** Notes a problem whose words are given. */
export function note(field: Field, rule: FieldRule, words: string, args: Record<string, unknown> = {}): void {
  if (field.problems.length >= MOST_PROBLEMS) return;
  const { keys } = field;
  field.problems.push({ keys, rule, args: { field: keys.join('.'), ...args }, message: words });
}

function refuse<T>(field: Field, rule: keyof typeof MUST_BE, value: JsonValue, filler: T): T {
  note(field, rule, `${MUST_BE[rule]}, is ${glimpse(value)}`, { is: glimpse(value) });
  return filler;
}

/** A value in a few words, never long: it may be anything that stood in a file. */
export function glimpse(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Map) return 'an object';
  const text = value instanceof JsonNumber ? value.source : JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59).toWellFormed()}…`;
}

export const text: Read<string> = (value, field) =>
  typeof value === 'string' ? value : refuse(field, 'text', value, '');

export const flag: Read<boolean> = (value, field) => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const word = /^[A-Za-z01]{1,5}$/.test(value) ? value.toLowerCase() : '';
    if (['1', 't', 'y', 'on', 'yes', 'true'].includes(word)) return true;
    if (['0', 'f', 'n', 'no', 'off', 'false'].includes(word)) return false;
  }
  if (value instanceof JsonNumber) {
    const number = value.toNumber();
    if (number === 0 || number === 1) return number === 1;
  }
  return refuse(field, 'flag', value, false);
};

export const instant: Read<Micros> = (value, field) => parseInstant(value) ?? refuse(field, 'time', value, 0);

export const zonedInstant: Read<Instant> = (value, field) =>
  parseZonedInstant(value) ?? refuse(field, 'time', value, { seconds: 0, micro: 0, offset: 0 });

export function oneOf<const Word extends string>(...words: readonly [Word, ...Word[]]): Read<Word> {
  const known = new Map<unknown, Word>(words.map((word) => [word, word]));
  return (value, field) => {
    const word = known.get(value);
    if (word !== undefined) return word;
    note(field, 'one-of', `must be ${listed(words)}, is ${glimpse(value)}`, { words, is: glimpse(value) });
    return words[0];
  };
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** A whole number of any size, from `from` on where given. */
export function whole(from?: number): Read<Whole> {
  const words = from === undefined ? 'must be a whole number' : `must be a whole number from ${from}`;
  return (value, field) => {
    const found = wholeOf(value);
    if (found !== null && (from === undefined || found >= from)) return found;
    note(field, 'whole', `${words}, is ${glimpse(value)}`, { is: glimpse(value), from });
    return 1;
  };
}

/** As `whole`, given as the nearest double. */
export function count(from?: number): Read<number> {
  const read = whole(from);
  return (value, field) => Number(read(value, field));
}

interface Bound {
  from?: number;
  above?: number;
}

/** A float; NaN and Infinity become null once they passed the bound, which NaN never does. */
export function float(bound: Bound = {}): Read<number | null> {
  const words =
    bound.from !== undefined
      ? ` from ${bound.from}`
      : bound.above !== undefined
        ? ` above ${bound.above}`
        : '';
  return (value, field) => {
    const found = floatOf(value);
    const within =
      (bound.from === undefined || (found !== null && found >= bound.from)) &&
      (bound.above === undefined || (found !== null && found > bound.above));
    if (found !== null && within) return Number.isFinite(found) ? found : null;
    note(field, 'number', `must be a number${words}, is ${glimpse(value)}`, { is: glimpse(value), ...bound });
    return 0;
  };
}

/** Text, or a whole number or boolean, which become the text that Python makes of them. */
export const idText: Read<string> = (value, field) => {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value instanceof JsonNumber && value.whole) return value.source === '-0' ? '0' : value.source;
  return text(value, field);
};

/** A path as the peer allows it. Whoever opens one checks it again. */
export const path: Read<string> = (value, field) => {
  if (typeof value !== 'string') return text(value, field);
  return isRelativePath(value) ? value : refuse(field, 'path', value, '');
};

function isRelativePath(value: string): boolean {
  return !value.startsWith('/') && !value.startsWith('~') && !value.split('/').includes('..');
}

const SLUG = /^[a-z0-9][a-z0-9._-]{0,63}\n?$/;

/** An id as the peer allows it: Python's `$` lets one newline stand at the end. */
export const slug: Read<string> = (value, field) => {
  if (typeof value !== 'string') return text(value, field);
  return SLUG.test(value) ? value : refuse(field, 'id', value, '');
};

export function listOf<T>(item: Read<T>): Read<T[]> {
  return (value, field) => {
    if (!Array.isArray(value)) return refuse(field, 'list', value, []);
    return value.map((inner, index) => item(inner, below(field, index)));
  };
}

export function textsByName(item: Read<string>): Read<Record<string, string>> {
  return (value, field) => {
    const texts: Record<string, string> = {};
    if (!(value instanceof Map)) return refuse(field, 'object', value, texts);
    for (const [name, inner] of value) setOwn(texts, name, item(inner, below(field, name)));
    return texts;
  };
}

export function below(field: Field, key: string | number): Field {
  return { keys: [...field.keys, key], problems: field.problems };
}

/** How a member of an object is read: `missing` says what its absence means. */
export interface Member<T, Optional extends boolean> {
  readonly read: Read<T>;
  readonly missing: { kind: 'refused' } | { kind: 'default'; make: () => T } | { kind: 'unset' };
  readonly optional: Optional;
}

export function required<T>(read: Read<T>): Member<T, false> {
  return { read, missing: { kind: 'refused' }, optional: false };
}

export function defaulted<T>(read: Read<T>, fallback: NoInfer<T>): Member<T, false> {
  return { read, missing: { kind: 'default', make: () => fallback }, optional: false };
}

/** As `defaulted` for what may not be shared between records: a list, an object. */
export function defaultedNew<T>(read: Read<T>, make: () => NoInfer<T>): Member<T, false> {
  return { read, missing: { kind: 'default', make }, optional: false };
}

/** Absent where it is null or missing. */
export function nullable<T>(read: Read<T>): Member<T, true> {
  return { read, missing: { kind: 'unset' }, optional: true };
}

export type Shape = Readonly<Record<string, Member<unknown, boolean>>>;
type ValueOf<M> = M extends Member<infer T, boolean> ? T : never;
type ObjectOf<S extends Shape> = {
  -readonly [K in keyof S as S[K]['optional'] extends true ? never : K]: ValueOf<S[K]>;
} & { -readonly [K in keyof S as S[K]['optional'] extends true ? K : never]?: ValueOf<S[K]> };

/** An object with these members, in this order; others are passed over. */
export function record<S extends Shape>(shape: S): Read<ObjectOf<S>> {
  const members = Object.entries(shape);
  return (value, field) => {
    const found: Record<string, unknown> = {};
    if (value instanceof Map) {
      for (const [name, member] of members) readMember(found, name, member, value, field);
    } else {
      refuse(field, 'object', value, found);
    }
    return found as ObjectOf<S>;
  };
}

function readMember(
  into: Record<string, unknown>,
  name: string,
  member: Member<unknown, boolean>,
  from: JsonObject,
  field: Field,
): void {
  const value = from.get(name);
  if (value === undefined) {
    if (member.missing.kind === 'refused') note(below(field, name), 'missing', 'is missing');
    else if (member.missing.kind === 'default') into[name] = member.missing.make();
  } else if (value !== null || member.missing.kind !== 'unset') {
    into[name] = member.read(value, below(field, name));
  }
}

function exact(value: bigint): Whole {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const INT64 = 2 ** 63;

function wholeOf(value: JsonValue): Whole | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return wholeText(value);
  if (!(value instanceof JsonNumber)) return null;
  if (value.whole) return value.source.length < 16 ? Number(value.source) + 0 : exact(value.toBigInt());
  const number = value.toNumber();
  if (!Number.isInteger(number) || Math.abs(number) >= INT64) return null;
  return exact(BigInt(number));
}

// Every pattern here must be quick on a megabyte of anything: none has two ways to split a run of characters.
const WHOLE_TEXT = /^([+-]?)([0-9_-]*)(?:\.0+)?$/;
const ZEROS_IN_FRONT = /^0[0_]*/;
const PLAIN_WHOLE = /^-?(?:0|[1-9][0-9]*)$/;

/** A whole number in a text: space around it, one sign, leading zeros, single underscores, a fraction of zeros. */
function wholeText(value: string): Whole | null {
  const found = WHOLE_TEXT.exec(trim(value));
  if (!found) return null;
  const [, sign, digits = ''] = found;
  const zeros = ZEROS_IN_FRONT.exec(digits)?.[0] ?? '';
  const rest = digits.slice(zeros.length);
  if (rest === '') return zeros === '' || zeros.endsWith('_') ? null : 0;
  // The peer takes "0-5" for -5: it drops the zeros and then looks for a sign once more.
  if (rest.startsWith('-') && (zeros === '' || sign === '-')) return null;
  if (rest.startsWith('_') || rest.endsWith('_') || rest.includes('__')) return null;
  const plain = rest.replaceAll('_', '');
  if (!PLAIN_WHOLE.test(plain) || plain.replace('-', '').length > MAX_DIGITS) return null;
  return exact(BigInt(sign === '-' ? `-${plain}` : plain));
}

function floatOf(value: JsonValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return floatText(value);
  if (!(value instanceof JsonNumber)) return null;
  const number = value.toNumber();
  if (!value.whole) return number;
  return Number.isFinite(number) ? number + 0 : null;
}

/** A float in a text: space around it or single underscores in it, `inf` and `nan` in any case. */
function floatText(value: string): number | null {
  const plain = floatWord(trim(value));
  if (plain !== null) return plain;
  if (!value.includes('_') || value.startsWith('_') || value.endsWith('_') || value.includes('__'))
    return null;
  return floatWord(value.replaceAll('_', ''));
}

const FLOAT = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const FLOAT_WORD = /^([+-]?)(inf|infinity|nan)$/i;

function floatWord(value: string): number | null {
  if (FLOAT.test(value)) return Number(value);
  const [, sign, word] = FLOAT_WORD.exec(value) ?? [];
  if (word === undefined) return null;
  if (word.toLowerCase() === 'nan') return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Without Unicode's white space at both ends, which is not quite what `String.trim` takes off. */
function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && SPACE.test(value.charAt(start))) start += 1;
  while (end > start && SPACE.test(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}
