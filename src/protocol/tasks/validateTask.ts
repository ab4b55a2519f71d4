/** What the bytes of a task's or an agent's file say. */
import { isAscii, isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { JsonNumber, type JsonObject, type JsonValue, parseNoted } from '../lib/pythonJson.ts';
import { MOST_LEVELS, plainOf } from './jsonValues.ts';
import { quickObject } from './quickText.ts';
import { PASSING, type UnreadableReason, type Warning } from './reasons.ts';
import type { TaskRecord } from './taskModel.ts';
import { REQUIRED, recordOf } from './taskRecord.ts';
import { textFault } from './textFault.ts';
import { ownWarnings } from './warnings.ts';

export interface Readable {
  reason: null;
  version: string;
  record: TaskRecord;
  warnings: Warning[];
  /** By which the peer sorts; null where it is no finite number. */
  priority: number | bigint | null;
}

export interface Unreadable {
  reason: UnreadableReason;
  version: string;
  args: Record<string, unknown>;
  /** Where in the text, in UTF-16 units; null where that says nothing. */
  position: { line: number; column: number } | null;
}

export type Validated = Readable | Unreadable;

export function versionOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

export function unreadable(
  reason: UnreadableReason,
  version = '',
  args: Record<string, unknown> = {},
): Unreadable {
  return { reason, version, args, position: null };
}

/** A task file of this name. */
export function validateTask(bytes: Buffer, id: string): Validated {
  return validate(bytes, (object, notes, version, tree) => {
    for (const name of REQUIRED) {
      if (!Object.hasOwn(object, name)) return unreadable('missing_field', version, { field: name });
    }
    const record = recordOf(object);
    const priority = sortPriority(record['priority'], tree?.get('priority'));
    return { reason: null, version, record, priority, warnings: ownWarnings(record, id, notes) };
  });
}

/** An agent's file: any object will do. */
export function validateAgent(bytes: Buffer): Validated {
  return validate(bytes, (record, notes, version) => {
    const warnings: Warning[] = [];
    if (notes.doubled) warnings.push('duplicate_keys');
    if (notes.beyond) warnings.push('nonstandard_number');
    return { reason: null, version, record, priority: null, warnings };
  });
}

/** Whether what makes it unreadable may be gone at a second look. */
export function isPassing({ reason }: Validated): boolean {
  return reason !== null && PASSING.has(reason);
}

/** The tree of bytes that were found readable: what is written back comes from here. */
export function treeOfBytes(bytes: Buffer): JsonObject {
  const read = parseNoted(bytes.toString('utf8'), MOST_LEVELS);
  if (!read.ok || !(read.value instanceof Map)) throw new Error('these bytes were not found readable');
  return read.value;
}

type Use = (
  object: TaskRecord,
  notes: { doubled: boolean; beyond: boolean },
  version: string,
  tree: JsonObject | null,
) => Validated;

const NO_NOTES = { doubled: false, beyond: false };

function validate(bytes: Buffer, use: Use): Validated {
  const version = versionOf(bytes);
  if (bytes.length === 0) return unreadable('empty', version);
  const ascii = isAscii(bytes);
  if (!ascii && !isUtf8(bytes)) return unreadable('not_utf8', version);
  const text = ascii ? bytes.toString('latin1') : bytes.toString('utf8');
  if (text.charCodeAt(0) === 0xfeff) return unreadable('bom', version);
  const quick = quickObject(text);
  if (quick && isSure(quick)) return use(quick, NO_NOTES, version, null);
  const read = parseNoted(text, MOST_LEVELS);
  if (!read.ok) return { ...unreadable(textFault(text), version), position: positionOf(text, read.at) };
  if (!(read.value instanceof Map)) return unreadable('not_object', version);
  return use(plainOf(read.value), read.notes, version, read.value);
}

/** Whether the double that was read sorts as the number that was written. */
function isSure(object: TaskRecord): boolean {
  const priority = object['priority'];
  return typeof priority !== 'number' || Math.abs(priority) <= Number.MAX_SAFE_INTEGER;
}

function sortPriority(plain: unknown, exact: JsonValue | undefined): number | bigint | null {
  if (typeof plain === 'boolean') return Number(plain);
  if (exact instanceof JsonNumber && exact.whole) return exact.toBigInt();
  return typeof plain === 'number' ? plain : null;
}

function positionOf(text: string, at: number): { line: number; column: number } {
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  let line = 1;
  for (let found = text.indexOf('\n'); found >= 0 && found < start; found = text.indexOf('\n', found + 1)) {
    line += 1;
  }
  return { line, column: at - start + 1 };
}
