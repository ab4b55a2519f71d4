import { targetOfTask } from '../../../acts/tasks/chosenTasks.ts';
import type { Services } from '../../kit/services.ts';
import { TaskFormRequest } from '../../kit/taskFormRequest.ts';
import { chooseTasks } from './chooseTasks.ts';

/** A waiting task is changed in the form in which new ones are written. */
export async function editTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(
    services,
    { verb: 'edit', ability: 'editable', one: true },
    argument,
    many,
  );
  const [task] = choice?.tasks ?? [];
  if (task === undefined) return;
  await services.panels.open('newTask', new TaskFormRequest({ waiting: targetOfTask(task) }));
}
