import { ok, type Result } from '../../protocol/lib/result.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import { isSameTask } from './sameTask.ts';
import { newTaskOf, type TaskForm } from './taskForm.ts';

/**
 * Submits under an id that was made for this form. Where a task stands under it already, an earlier try got as far as the
 * file if that task is this one; another one keeps its id, and this one gets its own.
 *
 * @returns the id that the task has on disk
 */
export async function submitOnce(
  folder: Pick<TaskFolder, 'submit' | 'get'>,
  form: TaskForm,
  id: string,
  name: string,
  newId: () => string,
): Promise<Result<string>> {
  const task = newTaskOf(form, id, name);
  const result = await folder.submit(task);
  if (result.ok || result.code !== 'exists') return result;
  const there = await folder.get(id);
  // What can't be read may be this very task: better told than made twice.
  if (there === null) return result;
  if (isSameTask(there, task)) return ok(id);
  return folder.submit(newTaskOf(form, newId(), name));
}
