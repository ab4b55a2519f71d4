/**
 * The person's mark on an inbox line: HMAC-SHA256 over the line without `sig`, as Python's JSON with sorted names and no
 * spaces, in UTF-8.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  hasLoneSurrogate,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parse,
  stringifyCanonical,
} from '../lib/pythonJson.ts';
import { instantText } from '../lib/time.ts';
import { entryFields } from './entryFields.ts';

const SIGNATURE = /^[0-9a-f]{64}$/;

/**
 * Whether a line was signed with this key for this loop; null without a key. Works on the text itself, numbers as written:
 * a line checks if its own object does, or its known fields as the peer's model would write them.
 */
export function verify(line: string, key: Uint8Array | null, loopId: string): true | false | null {
  if (key === null) return null;
  const read = parse(line);
  return read.ok && read.value instanceof Map && verifyObject(read.value, key, loopId) === true;
}

/** As `verify`, for a line that is read already. */
export function verifyObject(line: JsonObject, key: Uint8Array | null, loopId: string): true | false | null {
  if (key === null) return null;
  const sig = line.get('sig');
  if (typeof sig !== 'string' || !SIGNATURE.test(sig) || line.get('loop') !== loopId) return false;
  if (hasLoneSurrogate(line)) return false;
  if (matches(line, sig, key)) return true;
  const body = modelBody(line);
  return body !== null && matches(body, sig, key);
}

function matches(line: JsonObject, sig: string, key: Uint8Array): boolean {
  const unsigned = new Map(line);
  unsigned.delete('sig');
  const made = mark(stringifyCanonical(unsigned), key);
  return timingSafeEqual(made, Buffer.from(sig, 'hex'));
}

function mark(text: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

/** The known fields that are set, as the peer's board writes them before it checks; null where its model refuses the line. */
function modelBody(line: JsonObject): JsonObject | null {
  const { entry, problems } = entryFields(line);
  if (problems.length > 0) return null;
  const body: JsonObject = new Map();
  for (const [name, value] of Object.entries({ ...entry, ts: instantText(entry.ts) })) {
    body.set(name, typeof value === 'string' ? value : new JsonNumber(String(value), true));
  }
  return body;
}

/** The text that is signed, of an entry that we make: `sig` and what is undefined are left out. */
export function canonical(entry: object): string {
  const { sig: _, ...unsigned } = entry as Record<string, unknown>;
  return stringifyCanonical(jsonValue(unsigned));
}

/** The signature of an entry that we make: 64 lower-case hex digits. */
export function sign(entry: object, key: Uint8Array): string {
  return mark(canonical(entry), key).toString('hex');
}

/** A value of ours as the tree that is written. Whole numbers are Python's `int`. */
function jsonValue(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return new JsonNumber(String(value), true);
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? new JsonNumber(String(BigInt(value)), true)
      : new JsonNumber(String(value), false);
  }
  if (Array.isArray(value)) return value.map(jsonValue);
  const members = Object.entries(value ?? {}).filter(([, inner]) => inner !== undefined);
  return new Map(members.map(([name, inner]) => [name, jsonValue(inner)]));
}
