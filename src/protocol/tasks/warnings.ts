/** What is odd about a task that can be read. */

import type { Warning } from './reasons.ts';
import type { TaskRecord } from './taskModel.ts';
import { isSafeId } from './taskNames.ts';
import { asRecord } from './taskRecord.ts';
import { isTime } from './timeStamp.ts';

/** The warnings that its own text gives rise to, in order. `record` has its defaults; `id` is the file's name. */
export function ownWarnings(
  record: TaskRecord,
  id: string,
  notes: { doubled: boolean; beyond: boolean },
): Warning[] {
  const found: Warning[] = [];
  const inner = record['id'];
  if (!isSafeId(id) || (typeof inner === 'string' && !isSafeId(inner))) found.push('unsafe_id');
  if (inner !== id) found.push('id_mismatch');
  if (hasWrongType(record)) found.push('wrong_type');
  if (typeof record['priority'] !== 'number') found.push('bad_priority');
  if (hasBadTime(record)) found.push('bad_time');
  if (notes.doubled) found.push('duplicate_keys');
  if (notes.beyond) found.push('nonstandard_number');
  return found;
}

function hasWrongType(record: TaskRecord): boolean {
  return !(
    typeof record['id'] === 'string' &&
    isTextOrNull(record['title']) &&
    isTextOrNull(record['created_by']) &&
    typeof record['status'] === 'string' &&
    typeof record['description'] === 'string' &&
    isTextOrNull(record['assigned_to']) &&
    asRecord(record['context']) !== null &&
    isListOf(record['tags'], (tag) => typeof tag === 'string') &&
    isTextOrNull(record['parent_id']) &&
    Number.isInteger(record['retry_count']) &&
    Number.isInteger(record['max_retries']) &&
    isListOf(record['history'], (entry) => asRecord(entry) !== null)
  );
}

function isTextOrNull(value: unknown): boolean {
  return typeof value === 'string' || value === null;
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function hasBadTime(record: TaskRecord): boolean {
  const { created_at: created, updated_at: updated, history } = record;
  if ((created !== null && !isTime(created)) || (updated !== null && !isTime(updated))) return true;
  if (!Array.isArray(history)) return false;
  return history.some((item) => {
    const entry = asRecord(item);
    return entry !== null && Object.hasOwn(entry, 'at') && !isTime(entry['at']);
  });
}
