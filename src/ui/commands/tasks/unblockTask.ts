import { unblock } from '../../../acts/tasks/taskActs.ts';
import type { Acting } from '../../kit/services.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/** Blocked tasks wait again. */
export async function unblockTask(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(acting, { verb: 'unblock', ability: 'unblockable' }, argument, many);
  if (choice === undefined) return;
  await doTasks(acting, 'unblock', choice, unblock);
}
