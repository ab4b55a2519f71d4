/** A task's history as a timeline: when, what, by whom, and the long waits between. */

import type { TaskRecord } from '../../../protocol/tasks/taskModel.ts';
import { asRecord } from '../../../protocol/tasks/taskRecord.ts';
import { join, NONE, type Shown, shown } from '../../../text/agentText.ts';
import { day, sameDay } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { clockSeconds, duration } from '../../../text/timeWords.ts';
import { entryOf } from '../../../text/wordTable.ts';
import { millisOf } from '../../../workspace/tasks/taskStates.ts';

type Page = Shown<'document'>;

/** Longer than this between two entries is a line of its own. */
const GAP_MS = 15 * 60_000;
/** The first and the last of a longer history are shown. */
const MOST = 400;

const TOLD = new Set([
  'status',
  'at',
  'claimed_by',
  'error',
  'attempt',
  'reason',
  'feedback_received',
  'unblocked',
  'reaped',
  'retried',
  'released',
  'edited',
]);

export function historyLines(history: unknown, now: number): Page[] {
  if (!Array.isArray(history)) return [];
  const entries: unknown[] = isMadeAndSubmitted(history) ? history.slice(1) : history;
  const cut = entries.length > MOST;
  const head = cut ? entries.slice(0, MOST / 2) : entries;
  const tail = cut ? entries.slice(-MOST / 2) : [];
  const lines: Page[] = [];
  let before: number | null = null;
  const add = (entry: unknown) => {
    const record = asRecord(entry);
    const at = record === null ? null : millisOf(record['at']);
    if (at !== null && before !== null && at - before > GAP_MS)
      lines.push(say('document', '             … {0} later', duration(at - before)));
    if (at !== null && (before === null || !sameDay(before, at)))
      lines.push(say('document', '{0}', day(at, now)));
    lines.push(record === null ? odd(entry) : entryLine(record, at, before));
    before = at ?? before;
  };
  head.forEach(add);
  if (cut) lines.push(ours('             … {0} more …', entries.length - MOST));
  tail.forEach(add);
  return lines;
}

/** Who submits makes a task and puts it among the waiting ones at once: one line says both. */
function isMadeAndSubmitted([first, second]: unknown[]): boolean {
  const [made, submitted] = [asRecord(first), asRecord(second)];
  if (made?.['status'] !== 'pending' || submitted?.['status'] !== 'inbox') return false;
  const [from, to] = [millisOf(made['at']), millisOf(submitted['at'])];
  return from !== null && to !== null && to >= from && to - from < 1000 && Object.keys(made).length === 2;
}

function odd(entry: unknown): Page {
  return say('document', '  ?         {0}', brief(entry));
}

function entryLine(entry: TaskRecord, at: number | null, before: number | null): Page {
  const time = at === null ? say('document', '?  {0}', textOf(entry['at'])) : clockSeconds(at);
  const back = at !== null && before !== null && at < before ? ours('(its clock is behind)') : NONE;
  return say('document', '  {0}  {1}', time, join<'document'>([happened(entry), ...more(entry), back], '  '));
}

type Told = (entry: TaskRecord) => Page;

const STATUSES: Readonly<Record<string, Told>> = {
  pending: () => ours('made'),
  inbox: cameBack,
  active: ({ claimed_by: by }) =>
    by === undefined ? ours('taken') : say('document', 'taken by {0}', textOf(by)),
  feedback: () => ours('asks'),
  blocked: ({ reason }) =>
    textOf(reason) === '' ? ours('blocked') : say('document', 'blocked: {0}', textOf(reason)),
  retry: ({ attempt, error }) =>
    say('document', 'failed on try {0}: {1}', textOf(attempt) || '?', textOf(error)),
  failed: ({ error }) =>
    textOf(error) === '' ? ours('failed for good') : say('document', 'failed for good: {0}', textOf(error)),
  done: () => ours('completed'),
};

/** What happened, in the person's words; a status that we don't know as it is. */
function happened(entry: TaskRecord): Page {
  const { edited } = entry;
  if (edited !== undefined)
    return say('document', 'changed: {0}', Array.isArray(edited) ? edited.map(textOf).join(', ') : '');
  const status = textOf(entry['status']);
  return entryOf(STATUSES, status)?.(entry) ?? shown(status, 'document', 200);
}

function cameBack(entry: TaskRecord): Page {
  const reason = textOf(entry['reason']);
  if (entry['feedback_received'] === true) return ours('answered, waits again');
  if (entry['unblocked'] === true) return ours('unblocked, waits again');
  if (entry['reaped'] === true)
    return reason === 'stale_timeout' || reason === ''
      ? ours('taken back from its agent, waits again')
      : say('document', 'taken back from its agent ({0}), waits again', reason);
  if (entry['retried'] === true) return ours('retried by hand, its tries counted anew');
  if (entry['released'] === true) return ours('released: any agent may take it');
  return ours('submitted');
}

/** Keys that are not part of what an entry usually says. */
function more(entry: TaskRecord): Page[] {
  return Object.entries(entry)
    .filter(([key]) => !TOLD.has(key))
    .map(([key, value]) => say('document', '{0}: {1}', key, brief(value)));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : brief(value);
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? '').slice(0, 500);
}
