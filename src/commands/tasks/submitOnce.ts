import { ok, type Result } from '../../protocol/result.ts';
import type { TaskFolder } from '../../protocol/tasks/model.ts';
import { newTaskOf, type TaskForm } from './taskForm.ts';

/** Submits under an id that was made for this task alone: where it stands already, an earlier try got as far as the file. */
export async function submitOnce(
  folder: Pick<TaskFolder, 'submit'>,
  form: TaskForm,
  id: string,
  name: string,
): Promise<Result<string>> {
  const result = await folder.submit(newTaskOf(form, id, name));
  return !result.ok && result.code === 'exists' ? ok(id) : result;
}
