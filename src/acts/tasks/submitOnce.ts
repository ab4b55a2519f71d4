import { isDeepStrictEqual } from 'node:util';
import { ok, type Result } from '../../protocol/lib/result.ts';
import { JsonText, plainOf } from '../../protocol/tasks/jsonValues.ts';
import type { NewTask, TaskFolder, TaskRecord } from '../../protocol/tasks/taskModel.ts';
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

/**
 * Whether a task on disk is the one that a form makes. Whom it is bound to and how urgent it is count only while it waits:
 * agents and people change both later.
 */
function isSameTask(there: { foundIn: string; task: TaskRecord }, given: NewTask): boolean {
  const { task, foundIn } = there;
  const waits = foundIn === 'inbox';
  const pairs: [unknown, unknown][] = [
    [task['title'], given.title],
    [task['created_by'], given.createdBy],
    [task['description'] ?? '', given.description ?? ''],
    [task['parent_id'] ?? null, given.parentId ?? null],
    [task['tags'] ?? [], given.tags ?? []],
    [task['context'] ?? {}, given.context instanceof JsonText ? plainOf(given.context.tree) : {}],
    ...(waits ? ([[task['assigned_to'] ?? null, given.assignedTo ?? null]] as [unknown, unknown][]) : []),
    ...(waits && given.priority !== undefined
      ? ([[task['priority'], given.priority]] as [unknown, unknown][])
      : []),
  ];
  return pairs.every(([one, other]) => isDeepStrictEqual(one, other));
}
