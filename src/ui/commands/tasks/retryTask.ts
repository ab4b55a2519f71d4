import { retry } from '../../../acts/tasks/taskActs.ts';
import type { Services } from '../../kit/services.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/** Failed tasks wait again, their attempts counted anew. */
export async function retryTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'retry', ability: 'retriable' }, argument, many);
  if (choice === undefined) return;
  await doTasks(services, 'retry', choice, retry);
}
