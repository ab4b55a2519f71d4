/** What a row means: its folder first, then its history. */
import { hash } from 'node:crypto';
import { memoize } from '../../protocol/lib/memo.ts';
import { destination, isLeaving } from '../../protocol/tasks/interrupted.ts';
import type { TaskRecord, TaskRow } from '../../protocol/tasks/taskModel.ts';
import { asRecord } from '../../protocol/tasks/taskRecord.ts';
import { microsOf } from '../../protocol/tasks/timeStamp.ts';
import { questionOf, responseOf, textOf } from './taskQuestion.ts';
import type { TaskFacts, TaskState } from './taskWorkspace.ts';

const NONE: readonly string[] = [];
const LONGEST_STAMP = 100;

/** Kept with the row, so that asking again costs nothing. */
export const taskFacts = memoize(
  (row: TaskRow): TaskFacts => (row.task === null ? unreadableFacts(row) : readFacts(row, row.task)),
);

/** Milliseconds since 1970; null for what is no time. One without an offset is taken for local time. */
export function millisOf(value: unknown): number | null {
  const micros = microsOf(value);
  if (micros !== null) return Math.floor(micros / 1000);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return null;
  const millis = Date.parse(value);
  return Number.isNaN(millis) ? null : millis;
}

function unreadableFacts({ folder, problem, problems }: TaskRow): TaskFacts {
  const aside = problems.includes('edit_interrupted');
  // Agents read what is only too large for a glance.
  const quarantined = folder === 'failed' && problem !== 'too_large';
  return {
    state: aside ? 'edit-interrupted' : quarantined ? 'quarantined' : 'unreadable',
    since: null,
    stamp: null,
    agent: null,
    title: '',
    priority: null,
    tags: NONE,
    createdBy: '',
    createdAt: null,
    updatedAt: null,
    attempt: null,
    reaped: 0,
    lastError: null,
    reason: null,
    question: null,
    answer: null,
    boundTo: null,
    movesTo: null,
    tookMs: null,
    alsoDone: false,
  };
}

/** It becomes a part of keys; what is no time may be of any length. */
function short(stamp: string): string {
  return stamp.length <= LONGEST_STAMP ? stamp : `${stamp.slice(0, 20)}… ${hash('sha256', stamp)}`;
}

/** What one walk through a history finds. */
interface Story {
  /** The last entry that says where the task is, changes of its text left out. */
  last: TaskRecord | null;
  /** The last of each of these. */
  active: TaskRecord | null;
  feedback: TaskRecord | null;
  blocked: TaskRecord | null;
  done: TaskRecord | null;
  error: TaskRecord | null;
  claimedBy: string | null;
  reaped: number;
  answered: boolean;
}

function readFacts(row: TaskRow, task: TaskRecord): TaskFacts {
  const { folder, problems, alsoIn } = row;
  const story = storyOf(task);
  const state = stateOf(row, task, story);
  const begin = beginOf(folder, story);
  const stamp = begin?.['at'];
  const assigned = task['assigned_to'];
  const assignedTo = typeof assigned === 'string' && assigned !== '' ? assigned : null;
  const waits = folder === 'inbox';
  const isMoving = state === 'move-interrupted' || (state === 'between' && isLeaving(folder, task));
  const done = folder === 'done' ? millisOf(story.done?.['at']) : null;
  const claimed = done === null ? null : millisOf(story.active?.['at']);
  const tags = task['tags'];
  const priority = task['priority'];
  return {
    state,
    since: millisOf(stamp),
    stamp: typeof stamp === 'string' ? short(stamp) : null,
    agent: waits ? assignedTo : (story.claimedBy ?? assignedTo),
    title: plainText(task['title']),
    priority: typeof priority === 'number' ? priority : null,
    tags: Array.isArray(tags) ? (tags.length === 0 ? NONE : tags.map(textOf)) : NONE,
    createdBy: plainText(task['created_by']),
    createdAt: millisOf(task['created_at']),
    updatedAt: millisOf(task['updated_at']),
    attempt: attemptOf(folder, task),
    reaped: story.reaped,
    lastError: story.error === null ? null : textOf(story.error['error']),
    reason: folder === 'blocked' ? entryText(story.blocked, 'reason') : null,
    question: folder === 'feedback' ? questionOf(task) : null,
    answer: story.answered ? responseOf(task) : null,
    boundTo: waits ? assignedTo : null,
    movesTo: isMoving ? destination(task) : null,
    tookMs: done === null || claimed === null ? null : Math.max(0, done - claimed),
    alsoDone: folder !== 'done' && alsoIn.includes('done') && !problems.includes('duplicate_id'),
  };
}

function storyOf(task: TaskRecord): Story {
  const story: Story = {
    last: null,
    active: null,
    feedback: null,
    blocked: null,
    done: null,
    error: null,
    claimedBy: null,
    reaped: 0,
    answered: false,
  };
  const history = task['history'];
  if (!Array.isArray(history)) return story;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const entry = asRecord(history[index]);
    if (entry === null || 'edited' in entry) continue;
    story.last ??= entry;
    if ('error' in entry) story.error ??= entry;
    if (entry['reaped'] === true) story.reaped += 1;
    if (entry['feedback_received'] === true && story.feedback === null) story.answered = true;
    const { status } = entry;
    if (status === 'active') {
      story.active ??= entry;
      const by = entry['claimed_by'];
      if (story.claimedBy === null && typeof by === 'string' && by !== '') story.claimedBy = by;
    } else if (status === 'feedback' || status === 'blocked' || status === 'done') story[status] ??= entry;
  }
  return story;
}

function stateOf({ folder, problems }: TaskRow, task: TaskRecord, { last }: Story): TaskState {
  if (problems.includes('edit_interrupted')) return 'edit-interrupted';
  if (problems.includes('claim_interrupted')) return 'claim-interrupted';
  if (problems.includes('move_interrupted')) return 'move-interrupted';
  if (isLeaving(folder, task)) return 'between';
  switch (folder) {
    case 'active':
      return last?.['status'] === 'active' ? 'active' : 'between';
    case 'feedback':
      return 'asks';
    case 'blocked':
    case 'failed':
    case 'done':
      return folder;
    default:
      return waitingState(last);
  }
}

function waitingState(last: TaskRecord | null): TaskState {
  const status = last?.['status'];
  if (status === 'retry') return 'retry';
  if (last === null || status === 'pending') return 'new';
  if (status !== 'inbox') return 'waiting';
  if (last['feedback_received'] === true) return 'answered';
  if (last['unblocked'] === true) return 'unblocked';
  if (last['reaped'] === true) return 'reaped';
  if (last['released'] === true) return 'released';
  return last['retried'] === true ? 'retried' : 'new';
}

/** The entry by which the state began. */
function beginOf(folder: string, story: Story): TaskRecord | null {
  if (folder === 'feedback') return story.feedback ?? story.last;
  if (folder === 'blocked') return story.blocked ?? story.last;
  if (folder === 'done') return story.done ?? story.last;
  return story.last;
}

/** The peer counts failures: one more attempt is made than it may fail and be repeated, at least one. */
function attemptOf(folder: string, task: TaskRecord): TaskFacts['attempt'] {
  const { retry_count: failures, max_retries: repeats } = task;
  if (!isCount(failures) || typeof repeats !== 'number' || !Number.isFinite(repeats)) return null;
  const number = folder === 'failed' ? Math.max(1, failures) : failures + 1;
  return { number, of: Math.max(1, Math.floor(repeats) + 1) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function entryText(entry: TaskRecord | null, name: string): string | null {
  const value = entry?.[name];
  return value === undefined || value === null ? null : textOf(value);
}

function plainText(value: unknown): string {
  return value === null || value === undefined ? '' : textOf(value);
}
