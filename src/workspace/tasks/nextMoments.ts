/** When what is shown of a workspace changes by time alone. */
import { failedShownMs } from './taskAttention.ts';
import { taskMoment } from './taskMoment.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';

/** By folder, the next moment (milliseconds since 1970) at which a row of it means something else or needs a look no more. */
export function nextMoments(workspace: TaskWorkspace, now: number): ReadonlyMap<string, number> {
  const next = new Map<string, number>();
  const add = (folder: string, at: number): void => {
    if (at < (next.get(folder) ?? Number.POSITIVE_INFINITY)) next.set(folder, at);
  };
  for (const row of [...workspace.rows.active, ...workspace.bound]) {
    const { nextChangeAt } = taskMoment(workspace, row, now);
    if (nextChangeAt !== null) add(row.folder, nextChangeAt);
  }
  for (const row of workspace.rows.failed) {
    const { since } = workspace.facts(row);
    if (since !== null && since + failedShownMs >= now) add('failed', since + failedShownMs + 1);
  }
  return next;
}
