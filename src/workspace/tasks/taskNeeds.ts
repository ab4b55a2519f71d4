/** What of one task workspace stands in Needs You: in order, equal ones together, worked out once for each state of it. */
import type { TaskRow } from '../../protocol/tasks/model.ts';
import { compareNumbers, compareText, groupEqual } from '../grouping.ts';
import { nextMoments } from './moments.ts';
import {
  equalAsk,
  equalLook,
  type FeedbackWait,
  type TaskLook,
  taskLooks,
  taskWaits,
} from './taskAttention.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';

export interface TaskNeeds {
  /** By priority, then by age. */
  waits: readonly FeedbackWait[];
  /** Newest first. */
  looks: readonly TaskLook[];
}

interface Known extends TaskNeeds {
  /** Time alone changes the looks: as they are from one moment until before the other. */
  from: number;
  until: number;
}

/** A workspace is another object at every change of it. */
const known = new WeakMap<TaskWorkspace, Known>();
/** A row that did not change stays the same object: of ten thousand only the changed ones are put into words again. */
const askGroups = new WeakMap<TaskRow, string>();
const failureGroups = new WeakMap<TaskRow, string>();

/** `now`: milliseconds since 1970. */
export function taskNeeds(workspace: TaskWorkspace, now: number): TaskNeeds {
  const before = known.get(workspace);
  if (before !== undefined && now >= before.from && now < before.until) return before;
  const looks = taskLooks(workspace, now).sort(compareTaskLooks);
  const needs: Known = {
    waits: before?.waits ?? groupEqual(taskWaits(workspace).sort(compareAsks), askGroup),
    looks: groupEqual(looks, lookGroup),
    from: now,
    until: Math.min(...nextMoments(workspace, now).values()),
  };
  known.set(workspace, needs);
  return needs;
}

/** What several workspaces ask, in one order. */
export function mergeAsks(lists: readonly (readonly FeedbackWait[])[]): FeedbackWait[] {
  return lists.flat().sort(compareAsks);
}

function compareAsks(a: FeedbackWait, b: FeedbackWait): number {
  return (
    compareNumbers(a.priority, b.priority) || compareNumbers(a.since, b.since) || compareText(a.key, b.key)
  );
}

function compareTaskLooks(a: TaskLook, b: TaskLook): number {
  return (b.since ?? 0) - (a.since ?? 0) || compareText(a.key, b.key);
}

function askGroup(wait: FeedbackWait): string {
  const group = askGroups.get(wait.row) ?? equalAsk(wait);
  askGroups.set(wait.row, group);
  return group;
}

function lookGroup(look: TaskLook): string | null {
  if (look.code !== 'task-failed' || look.text.trim() === '') return equalLook(look);
  const group = failureGroups.get(look.row) ?? equalLook(look);
  if (group !== null) failureGroups.set(look.row, group);
  return group;
}
