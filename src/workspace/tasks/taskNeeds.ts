/** What of one task workspace stands in Needs You: in order, equal ones together, worked out once for each state of it. */
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { compareNumbers, compareText, groupEqual } from '../grouping.ts';
import {
  equalAsk,
  equalLook,
  type FeedbackWait,
  failedLook,
  feedbackWait,
  isRecentFailure,
  otherLooks,
  type TaskLook,
  taskWaits,
} from './taskAttention.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';

export interface TaskNeeds {
  /** By priority, then by age. */
  waits: readonly FeedbackWait[];
  /** Those that failed, newest first, then the others, newest first. */
  looks: readonly TaskLook[];
}

/** A workspace is another object at every change of it; by time alone its looks are worked out anew after so long. */
const known = new WeakMap<TaskWorkspace, { needs: TaskNeeds; at: number }>();
const afresh = 10_000;

/** `now`: milliseconds since 1970. */
export function taskNeeds(workspace: TaskWorkspace, now: number): TaskNeeds {
  const before = known.get(workspace);
  if (before !== undefined && Math.abs(now - before.at) < afresh) return before.needs;
  const waits = before?.needs.waits ?? grouped(askOrder(workspace), (row) => feedbackWait(workspace, row));
  const needs = { waits, looks: looksOf(workspace, now) };
  known.set(workspace, { needs, at: now });
  return needs;
}

/** What several workspaces ask, in one order. */
export function mergeAsks(lists: readonly (readonly FeedbackWait[])[]): FeedbackWait[] {
  return lists.flat().sort(compareAsks);
}

function looksOf(workspace: TaskWorkspace, now: number): TaskLook[] {
  const recent = failureOrder(workspace)
    .map((rows) => rows.filter((row) => isRecentFailure(workspace, row, now)))
    .filter((rows) => rows.length > 0);
  return [
    ...grouped(recent, (row) => failedLook(workspace, row)),
    ...groupEqual(otherLooks(workspace, now).sort(compareTaskLooks), equalLook),
  ];
}

/** Rows in order, equal ones together: kept as long as the list of their folder stays the same. */
type Order = readonly (readonly TaskRow[])[];

const orders = new WeakMap<readonly TaskRow[], Order>();
/** A row that did not change stays the same object: of ten thousand only the changed ones are put into words again. */
const groups = new WeakMap<TaskRow, string>();

function askOrder(workspace: TaskWorkspace): Order {
  return orderOf(workspace.rows.feedback, () =>
    groupEqual(taskWaits(workspace).sort(compareAsks), (wait) => groupOf(wait.row, () => equalAsk(wait))),
  );
}

function failureOrder(workspace: TaskWorkspace): Order {
  const { failed } = workspace.rows;
  return orderOf(failed, () => {
    const looks = failed
      .filter((row) => workspace.facts(row).state === 'failed')
      .map((row) => failedLook(workspace, row));
    return groupEqual(looks.sort(compareTaskLooks), (look) => groupOf(look.row, () => equalLook(look)));
  });
}

function orderOf(rows: readonly TaskRow[], make: () => { same: { row: TaskRow }[] }[]): Order {
  const order = orders.get(rows) ?? make().map(({ same }) => same.map(({ row }) => row));
  orders.set(rows, order);
  return order;
}

function groupOf(row: TaskRow, make: () => string | null): string | null {
  const group = groups.get(row) ?? make();
  if (group !== null) groups.set(row, group);
  return group;
}

function grouped<T extends { same: T[] }>(order: Order, make: (row: TaskRow) => T): T[] {
  return order.flatMap((rows) => {
    const same = rows.map(make);
    const [head] = same;
    if (head === undefined) return [];
    head.same = same;
    return [head];
  });
}

function compareAsks(a: FeedbackWait, b: FeedbackWait): number {
  return (
    compareNumbers(a.priority, b.priority) || compareNumbers(a.since, b.since) || compareText(a.key, b.key)
  );
}

function compareTaskLooks(a: TaskLook, b: TaskLook): number {
  return (b.since ?? 0) - (a.since ?? 0) || compareText(a.key, b.key);
}
