import { release } from '../../../acts/tasks/taskActs.ts';
import type { Acting } from '../../kit/services.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/** Waiting tasks are bound to nobody any more. */
export async function releaseTask(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(acting, { verb: 'release', ability: 'releasable' }, argument, many);
  if (choice === undefined) return;
  await doTasks(acting, 'release', choice, release);
}
