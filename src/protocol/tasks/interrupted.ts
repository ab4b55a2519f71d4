/** What a writer that was killed leaves behind, told from what the file and its folder say. */
import type { TaskRecord } from './model.ts';
import type { Warning } from './reasons.ts';
import { lastEntry } from './record.ts';

/** A writer takes less between its steps. */
const SETTLED_MS = 5000;

const MOVED_TO = new Set(['done', 'failed', 'blocked', 'feedback']);
/** By folder, the mark of the entry with which a task leaves it. */
const LEAVING = new Map([
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
  const last = lastEntry(task);
  if (folder === 'active') {
    if (last?.['status'] === 'active') return null;
    return leavesActive(last) ? 'move_interrupted' : 'claim_interrupted';
  }
  const mark = LEAVING.get(folder);
  if (mark === undefined || last?.['status'] !== 'inbox' || last[mark] !== true) return null;
  return 'move_interrupted';
}

function leavesActive(last: TaskRecord | null): boolean {
  const status = last?.['status'];
  if (status === 'inbox') return last?.['reaped'] === true;
  return typeof status === 'string' && MOVED_TO.has(status);
}

/** The folder that an interrupted move was going to. */
export function destination(task: TaskRecord): string {
  const status = lastEntry(task)?.['status'];
  return typeof status === 'string' && MOVED_TO.has(status) ? status : 'inbox';
}
