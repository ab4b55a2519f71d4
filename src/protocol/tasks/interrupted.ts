/** What a writer that was killed leaves behind, told from what the file and its folder say. */

import type { Warning } from './reasons.ts';
import type { TaskRecord } from './taskModel.ts';
import { lastEntry } from './taskRecord.ts';

/** A writer takes less between its steps. */
const SETTLED_MS = 5000;

const MOVED_TO = new Set(['done', 'failed', 'blocked', 'feedback']);
/** By folder, the mark of the entry with which a task leaves it for the inbox. */
const LEAVING = new Map([
  ['active', 'reaped'],
  ['feedback', 'feedback_received'],
  ['blocked', 'unblocked'],
  ['failed', 'retried'],
]);

/** The interruption that a task in this folder shows; null where there is none, or where it may be still under way. */
export function interruption(
  folder: string,
  task: TaskRecord,
  ctimeMs: number,
  nowMs: number,
): Extract<Warning, 'claim_interrupted' | 'move_interrupted'> | null {
  if (nowMs - ctimeMs <= SETTLED_MS) return null;
  if (isLeaving(folder, task)) return 'move_interrupted';
  return folder === 'active' && lastEntry(task)?.['status'] !== 'active' ? 'claim_interrupted' : null;
}

/** Whether its last entry is that of a move out of this folder: under way, or interrupted. */
export function isLeaving(folder: string, task: TaskRecord): boolean {
  const last = lastEntry(task);
  const status = last?.['status'];
  if (folder === 'active' && typeof status === 'string' && MOVED_TO.has(status)) return true;
  const mark = LEAVING.get(folder);
  return mark !== undefined && status === 'inbox' && last?.[mark] === true;
}

/** The folder that an interrupted move was going to. */
export function destination(task: TaskRecord): string {
  const status = lastEntry(task)?.['status'];
  return typeof status === 'string' && MOVED_TO.has(status) ? status : 'inbox';
}
