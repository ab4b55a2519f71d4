/** What of one task workspace stands in Needs You: in order, equal ones together, worked out once for each state of it. */
import { memoize } from '../../protocol/lib/memo.ts';
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

/** By time alone looks are worked out anew after so long, in milliseconds. */
const afresh = 10_000;

/** A workspace is another object at every change of it. */
const needsOf = memoize((workspace: TaskWorkspace) => {
  const waits = grouped(askOrder(workspace), (row) => feedbackWait(workspace, row));
  let last: { needs: TaskNeeds; at: number } | null = null;
  return (now: number): TaskNeeds => {
    if (last === null || Math.abs(now - last.at) >= afresh) {
      last = { needs: { waits, looks: looksOf(workspace, now) }, at: now };
    }
    return last.needs;
  };
});

/** `now`: milliseconds since 1970. */
export function taskNeeds(workspace: TaskWorkspace, now: number): TaskNeeds {
  return needsOf(workspace)(now);
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

const orderOf = memoize((_: readonly TaskRow[]) => kept<Order>());
/** A row that did not change stays the same object: of ten thousand only the changed ones are put into words again. */
const groupOf = memoize((_: TaskRow) => kept<string | null>());

/** What is made by the first call. */
function kept<V>(): (make: () => V) => V {
  let value: V | undefined;
  return (make) => {
    value ??= make();
    return value;
  };
}

function askOrder(workspace: TaskWorkspace): Order {
  return orderOf(workspace.rows.feedback)(() => {
    const waits = taskWaits(workspace).sort(compareAsks);
    return rowsOf(groupEqual(waits, (wait) => groupOf(wait.row)(() => equalAsk(wait))));
  });
}

function failureOrder(workspace: TaskWorkspace): Order {
  const { failed } = workspace.rows;
  return orderOf(failed)(() => {
    const looks = failed
      .filter((row) => workspace.facts(row).state === 'failed')
      .map((row) => failedLook(workspace, row));
    const ordered = looks.sort(compareTaskLooks);
    return rowsOf(groupEqual(ordered, (look) => groupOf(look.row)(() => equalLook(look))));
  });
}

function rowsOf(groups: readonly { same: { row: TaskRow }[] }[]): Order {
  return groups.map(({ same }) => same.map(({ row }) => row));
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
