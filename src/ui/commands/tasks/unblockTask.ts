import { unblock } from '../../../acts/tasks/taskActs.ts';
import type { Services } from '../../kit/services.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/** Blocked tasks wait again. */
export async function unblockTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'unblock', ability: 'unblockable' }, argument, many);
  if (choice === undefined) return;
  await doTasks(services, 'unblock', choice, unblock);
}
