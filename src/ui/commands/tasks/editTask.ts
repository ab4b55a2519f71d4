import { targetOfTask } from '../../../acts/tasks/chosenTasks.ts';
import type { Acting } from '../../kit/services.ts';
import { TaskFormRequest } from '../../kit/taskFormRequest.ts';
import { chooseTasks } from './chooseTasks.ts';

/** A waiting task is changed in the form in which new ones are written. */
export async function editTask(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(acting, { verb: 'edit', ability: 'editable', one: true }, argument, many);
  const [task] = choice?.tasks ?? [];
  if (task === undefined) return;
  await acting.panels.open('newTask', new TaskFormRequest({ waiting: targetOfTask(task) }));
}
