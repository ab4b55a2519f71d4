/** A task's record: its keys in the order in which they are written, and what stands where one is absent. */
import { JsonNumber, type JsonObject, type JsonValue } from '../lib/pythonJson.ts';
import { setOwn } from '../lib/setOwn.ts';
import type { TaskRecord } from './taskModel.ts';
import type { Stamp } from './timeStamp.ts';

/** In the order of the file. */
const DEFAULTS: ReadonlyMap<string, () => JsonValue> = new Map<string, () => JsonValue>([
  ['id', () => null],
  ['title', () => null],
  ['created_by', () => null],
  ['status', () => 'pending'],
  ['description', () => ''],
  ['assigned_to', () => null],
  ['priority', () => new JsonNumber('5', true)],
  ['context', () => new Map()],
  ['result', () => null],
  ['tags', () => []],
  ['parent_id', () => null],
  ['retry_count', () => new JsonNumber('0', true)],
  ['max_retries', () => new JsonNumber('3', true)],
  ['created_at', () => null],
  ['updated_at', () => null],
  ['history', () => []],
]);
const KEYS = [...DEFAULTS.keys()];
export const REQUIRED = ['id', 'title', 'created_by'] as const;
const PLAIN_DEFAULTS: TaskRecord = {
  status: 'pending',
  description: '',
  assigned_to: null,
  priority: 5,
  result: null,
  parent_id: null,
  retry_count: 0,
  max_retries: 3,
};

/** A file's object as it is given out: defaults filled, known keys first, empty times null. Takes `read` over. */
export function recordOf(read: TaskRecord): TaskRecord {
  const record = isWhole(read) ? read : filled(read);
  if (isEmpty(record['created_at'])) record['created_at'] = null;
  if (isEmpty(record['updated_at'])) record['updated_at'] = null;
  return record;
}

/** Whether all known keys stand first and in order, as the peer writes them. */
function isWhole(read: TaskRecord): boolean {
  let index = 0;
  for (const name in read) {
    if (name !== KEYS[index]) return false;
    index += 1;
    if (index === KEYS.length) return true;
  }
  return false;
}

function filled(read: TaskRecord): TaskRecord {
  const record: TaskRecord = {};
  for (const name of KEYS) {
    if (Object.hasOwn(read, name)) record[name] = read[name];
    else if (name === 'context') record[name] = {};
    else if (name === 'tags' || name === 'history') record[name] = [];
    else record[name] = PLAIN_DEFAULTS[name] ?? null;
  }
  for (const name of Object.keys(read)) if (!DEFAULTS.has(name)) setOwn(record, name, read[name]);
  return record;
}

/** What Python takes for false, and so replaces by the time of reading. */
export function isEmpty(value: unknown): boolean {
  if (!value) return true;
  if (value instanceof JsonNumber) return value.toNumber() === 0;
  if (value instanceof Map) return value.size === 0;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * A file's object as it is written back: known keys in order, unknown ones after them. Where a time is empty and will not be
 * replaced by the act's own, one reading of the clock fills it.
 */
export function orderedTree(read: JsonObject, stamp: Stamp): JsonObject {
  const tree: JsonObject = new Map();
  for (const [name, absent] of DEFAULTS) tree.set(name, read.get(name) ?? (read.has(name) ? null : absent()));
  for (const [name, value] of read) if (!DEFAULTS.has(name)) tree.set(name, value);
  if (isEmpty(tree.get('created_at'))) tree.set('created_at', stamp());
  return tree;
}

/** Adds an entry to the history, as the peer's `log`: its word and time become the task's. */
export function log(
  tree: JsonObject,
  status: JsonValue,
  at: string,
  extra: [string, JsonValue][] = [],
): void {
  const history = tree.get('history');
  const entries = Array.isArray(history) ? history : [];
  tree.set('history', [...entries, new Map([['status', status], ['at', at], ...extra])]);
  tree.set('status', status);
  tree.set('updated_at', at);
}

/** The last entry of a given-out task's history; null where there is none. */
export function lastEntry(task: TaskRecord): TaskRecord | null {
  const history = task['history'];
  return Array.isArray(history) ? asRecord(history.at(-1)) : null;
}

/** The last entry that has this status. */
export function lastOf(task: TaskRecord, status: string): TaskRecord | null {
  const history = task['history'];
  if (!Array.isArray(history)) return null;
  return asRecord(history.findLast((entry) => asRecord(entry)?.['status'] === status));
}

export function asRecord(value: unknown): TaskRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as TaskRecord) : null;
}
