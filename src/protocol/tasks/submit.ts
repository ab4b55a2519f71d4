/** A new task goes to the inbox. */
import type { JsonObject, JsonValue } from '../lib/pythonJson.ts';
import { ok, type Result } from '../lib/result.ts';
import { type Act, alone, exists, invalidField, invalidId, io, type Workspace } from './actContext.ts';
import { needFolder, sameFileIds } from './actFolders.ts';
import { type FieldName, type Fields, fieldsOf } from './givenFields.ts';
import { bytesOf, replaceFile } from './replaceTask.ts';
import type { NewTask } from './taskModel.ts';
import { fileOf, isNewName, TASK_FOLDERS } from './taskNames.ts';
import { log, orderedTree } from './taskRecord.ts';

const NAMES: readonly FieldName[] = [
  'title',
  'createdBy',
  'description',
  'assignedTo',
  'priority',
  'context',
  'tags',
  'parentId',
  'maxRetries',
];

export async function submitTask(
  workspace: Workspace,
  task: NewTask,
  newId: () => string,
): Promise<Result<string>> {
  const fields = fieldsOf({ ...task }, NAMES);
  if (!fields.ok) return fields;
  for (const name of ['title', 'created_by']) {
    if (typeof fields.value.get(name) !== 'string') {
      return invalidField(name === 'title' ? 'title' : 'createdBy');
    }
  }
  const id = task.id ?? newId();
  if (!isNewName(id)) return invalidId(id);
  return alone(workspace, id, async (act) => {
    const folder = await needFolder(act, 'inbox');
    if (!folder.ok) return folder;
    for (const taken of TASK_FOLDERS) {
      if ((await sameFileIds(act, taken, id)).length > 0) return exists(taken);
    }
    try {
      const file = fileOf(act.root, 'inbox', id);
      const written = await replaceFile(act, file, bytesOf(newTree(act, id, fields.value)));
      return written.ok ? ok(id) : written;
    } catch (error) {
      return io(error);
    }
  });
}

/** The stamps in the order in which the peer takes them. */
function newTree(act: Act, id: string, fields: Fields): JsonObject {
  const created = act.stamp();
  const times: [string, JsonValue][] = [
    ['created_at', created],
    ['updated_at', created],
  ];
  const tree = orderedTree(new Map([['id', id], ...fields, ...times]), act.stamp);
  log(tree, 'pending', act.stamp());
  log(tree, 'inbox', act.stamp());
  return tree;
}
