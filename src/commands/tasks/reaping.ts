/** Which active tasks a person may take from their agents, and which of them look abandoned. */
import type { TaskMoment } from '../../workspace/tasks/taskMoment.ts';
import { taskMoment } from '../../workspace/tasks/taskMoment.ts';
import type { ChosenTask } from './taskTargets.ts';

/** As the peer's own reaper: a file that changed more lately may be just being written. */
const MOST_SECONDS = 300;

export interface Reapable {
  task: ChosenTask;
  moment: TaskMoment;
  /** Its agent was not seen for longer than three of its usual tasks, nor for the setting's time. */
  abandoned: boolean;
}

/** Those that run longest first. */
export function reapables(tasks: readonly ChosenTask[], now: number): Reapable[] {
  return tasks
    .filter(({ facts, row }) => facts.state === 'active' && row.task !== null)
    .map((task) => {
      const moment = taskMoment(task.workspace, task.row, now);
      return { task, moment, abandoned: moment.stale };
    })
    .sort((a, b) => (b.moment.lasts ?? 0) - (a.moment.lasts ?? 0));
}

/** The timeout that all of these have passed, at most the peer's own. */
export function reapSeconds(chosen: readonly Reapable[]): number {
  return Math.min(MOST_SECONDS, ...chosen.map(({ moment }) => Math.floor((moment.lasts ?? 0) / 1000)));
}
