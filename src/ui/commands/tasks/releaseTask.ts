import { release } from '../../../acts/tasks/taskActs.ts';
import type { Services } from '../../kit/services.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/** Waiting tasks are bound to nobody any more. */
export async function releaseTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'release', ability: 'releasable' }, argument, many);
  if (choice === undefined) return;
  await doTasks(services, 'release', choice, release);
}
