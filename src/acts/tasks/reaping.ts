/** Which active tasks a person may take from their agents, which of them look abandoned, and taking them. */

import * as path from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { refuse } from '../../protocol/lib/result.ts';
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { type TaskMoment, taskMoment } from '../../workspace/tasks/taskMoment.ts';
import type { Outcome, TaskWriter } from './actOnTasks.ts';

import {
  allTasksOf,
  type ChosenTask,
  lookUp,
  type MissedTask,
  type TaskLookup,
  type TaskTarget,
  targetOfTask,
} from './chosenTasks.ts';

/** As the peer's own reaper: a file that changed more lately may be just being written. */
const MOST_SECONDS = 300;

export interface Reapable {
  task: ChosenTask;
  moment: TaskMoment;
  /** Its agent was not seen for longer than three of its usual tasks, nor for the setting's time. */
  abandoned: boolean;
  /** So long, in milliseconds, it is refused yet, since its file has changed a moment ago; 0: it is not. */
  readyIn: number;
}

/**
 * Those that run longest first.
 *
 * @param changedAt when a task's file changed last, in milliseconds since 1970; null where that is not known
 */
export function reapables(
  tasks: readonly ChosenTask[],
  now: number,
  changedAt: (task: ChosenTask) => number | null = () => null,
): Reapable[] {
  return tasks
    .filter(({ facts, row }) => facts.state === 'active' && row.task !== null)
    .map((task) => {
      const moment = taskMoment(task.workspace, task.row, now);
      return { task, moment, abandoned: moment.stale, readyIn: readyIn(moment, changedAt(task), now) };
    })
    .sort((a, b) => (b.moment.lasts ?? 0) - (a.moment.lasts ?? 0));
}

function readyIn({ lasts }: TaskMoment, changed: number | null, now: number): number {
  const seconds = Math.min(MOST_SECONDS, Math.floor((lasts ?? 0) / 1000));
  if (changed === null || now - changed >= seconds * 1000) return 0;
  return Math.max(1, changed + MOST_SECONDS * 1000 - now);
}

/**
 * Among which tasks it is looked for what may be reaped: those of the given rows; without rows of tasks, all. Rows whose tasks
 * have all gone on stand for none.
 */
export function reapScope(
  targets: readonly TaskTarget[] | null,
  model: Pick<ReadModel, 'workspace' | 'workspaces'>,
): { scope: ChosenTask[]; given: ChosenTask[]; missed: MissedTask[] } {
  // A row that is no task's is that of a folder.
  if (targets === null || targets.length === 0)
    return { scope: allTasksOf(model.workspaces()), given: [], missed: [] };
  const { chosen, missed } = lookUp(targets, model);
  return { scope: chosen, given: chosen, missed };
}

/** The timeout that all of these have passed, at most the peer's own. */
export function reapSeconds(chosen: readonly Reapable[]): number {
  return Math.min(MOST_SECONDS, ...chosen.map(({ moment }) => Math.floor((moment.lasts ?? 0) / 1000)));
}

/** A file that changed a moment ago may be just being written: it is refused, and a list can say so beforehand. */
export async function fileChanges(
  files: Pick<Files, 'lstat'>,
  tasks: readonly ChosenTask[],
): Promise<ReadonlyMap<TaskRow, number>> {
  const found = await Promise.allSettled(
    tasks.map(async ({ workspace, row }) => {
      const { mtimeMs, ctimeMs } = await files.lstat(path.join(workspace.folder, row.file));
      return [row, Math.floor(Math.max(mtimeMs, ctimeMs))] as const;
    }),
  );
  // One that is gone meanwhile is refused by name when it is acted on.
  return new Map(found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
}

/** Of what was given: what is not active, and what lies where nothing may be written. */
export function leftOut(given: readonly ChosenTask[], able: readonly Reapable[]): MissedTask[] {
  const active = new Set(able.map(({ task }) => task));
  return given.flatMap((task) => {
    const { writable } = task.workspace;
    if (active.has(task) && writable.ok) return [];
    const refusal =
      active.has(task) && !writable.ok
        ? refuse(writable.code, 'Nothing may be written here.', writable.args)
        : refuse('not-now', 'Not active.');
    return [{ target: targetOfTask(task), title: task.facts.title, refusal }];
  });
}

/** Takes them, workspace by workspace, as they were seen; those that changed since stay with their agents. */
export async function reap(
  tasks: TaskWriter,
  model: TaskLookup,
  chosen: readonly Reapable[],
  others: Pick<Outcome, 'refused' | 'left'>,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [...others.refused], left: others.left, copies: [] };
  for (const key of new Set(chosen.map(({ task }) => task.workspace.key))) {
    const group = chosen.filter(({ task }) => task.workspace.key === key);
    const seen = Object.fromEntries(group.map(({ task }) => [task.row.id, task.seen]));
    const result = await tasks.act(key, async (folder) => folder.reapStale(reapSeconds(group), { seen }));
    const reaped = new Set(result.ok ? result.value.reaped : []);
    const skipped = new Map(result.ok ? result.value.skipped.map(({ id, code }) => [id, code]) : []);
    for (const { task } of group) {
      if (reaped.has(task.row.id)) {
        outcome.done.push(task);
        continue;
      }
      const now = model.workspace(key)?.scan.tasks.find(({ id }) => id === task.row.id);
      const code = skipped.get(task.row.id) ?? 'invalid';
      const refusal = result.ok
        ? refuse(code, 'It was not reaped.', skippedArgs(code, now?.folder ?? null))
        : result;
      outcome.refused.push({ target: targetOfTask(task), title: task.facts.title, refusal });
    }
  }
  return outcome;
}

function skippedArgs(code: string, foundIn: string | null): Record<string, unknown> {
  if (code === 'gone') return { foundIn };
  return code === 'invalid' ? { reason: 'fresh' } : {};
}
