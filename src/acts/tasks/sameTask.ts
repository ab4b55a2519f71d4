import { isDeepStrictEqual } from 'node:util';
import { JsonText, plainOf } from '../../protocol/tasks/jsonValues.ts';
import type { NewTask, TaskRecord } from '../../protocol/tasks/taskModel.ts';

/**
 * Whether a task on disk is the one that a form makes. Whom it is bound to and how urgent it is count only while it waits:
 * agents and people change both later.
 */
export function isSameTask(there: { foundIn: string; task: TaskRecord }, given: NewTask): boolean {
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
