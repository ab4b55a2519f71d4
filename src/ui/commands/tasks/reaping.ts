/** Which active tasks a person may take from their agents, and which of them look abandoned. */

import type { TaskMoment } from '../../../workspace/tasks/taskMoment.ts';
import { taskMoment } from '../../../workspace/tasks/taskMoment.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { TaskTarget } from '../../kit/row.ts';
import {
  allTasksOf,
  type ChosenTask,
  lookUp,
  type MissedTask,
  type TaskLookup,
} from '../../kit/taskTargets.ts';

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
  tasks: TaskLookup & { workspaces(): readonly TaskWorkspace[] },
): { scope: ChosenTask[]; given: ChosenTask[]; missed: MissedTask[] } {
  // A row that is no task's is that of a folder.
  if (targets === null || targets.length === 0)
    return { scope: allTasksOf(tasks.workspaces()), given: [], missed: [] };
  const { chosen, missed } = lookUp(targets, tasks);
  return { scope: chosen, given: chosen, missed };
}

/** The timeout that all of these have passed, at most the peer's own. */
export function reapSeconds(chosen: readonly Reapable[]): number {
  return Math.min(MOST_SECONDS, ...chosen.map(({ moment }) => Math.floor((moment.lasts ?? 0) / 1000)));
}
