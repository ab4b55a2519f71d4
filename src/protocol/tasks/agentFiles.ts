/** An agent's own file. */
import type { JsonObject } from '../lib/pythonJson.ts';
import { ok, type Result } from '../lib/result.ts';
import { alone, exists, gone, invalidField, invalidId, io, linked, type Workspace } from './actContext.ts';
import { lookAt, needFolder, sameFileIds } from './actFolders.ts';
import { MOST_LEVELS, plainOf, treeOf } from './jsonValues.ts';
import { MOST_BYTES, readEntry } from './readEntry.ts';
import { bytesOf, replaceFile, rewrite } from './replaceTask.ts';
import { notReadable, relative, validatedOf } from './takeTask.ts';
import type { TaskRecord } from './taskModel.ts';
import { AGENTS_FOLDER, fileOf, isNewName } from './taskNames.ts';
import { treeOfBytes, validateAgent } from './validateTask.ts';

export async function registerAgent(
  workspace: Workspace,
  name: string,
  role: string,
  extra: object,
): Promise<Result<TaskRecord>> {
  if (!isNewName(name)) return invalidId(name);
  if (typeof role !== 'string') return invalidField('role');
  const more = treeOf(extra, MOST_LEVELS);
  if (!(more instanceof Map) || more.has('name') || more.has('role')) return invalidField('extra');
  return alone(workspace, name, async (act) => {
    const folder = await needFolder(act, AGENTS_FOLDER);
    if (!folder.ok) return folder;
    const file = fileOf(act.root, AGENTS_FOLDER, name);
    const there = await lookAt(act.ports.files, file);
    if (there?.kind === 'link') return linked(relative(act, file));
    if (there && there.kind !== 'file') {
      return notReadable(there.kind === 'directory' ? 'is_directory' : 'not_a_file');
    }
    const same = await sameFileIds(act, AGENTS_FOLDER, name);
    if (same.some((other) => other !== name)) return exists(AGENTS_FOLDER);
    const tree: JsonObject = new Map([
      ['name', name],
      ['role', role],
      ['registered_at', act.stamp()],
      ['last_seen', act.stamp()],
      ...more,
    ]);
    return finish(tree, () => replaceFile(act, file, bytesOf(tree)));
  });
}

export async function heartbeat(workspace: Workspace, name: string): Promise<Result<TaskRecord>> {
  return alone(workspace, name, async (act) => {
    const file = fileOf(act.root, AGENTS_FOLDER, name);
    const read = validatedOf(await readEntry(act.ports.files, file, MOST_BYTES), act, file, validateAgent);
    if (!read.ok) return read.code === 'vanished' ? gone(null) : read;
    const folder = await needFolder(act, AGENTS_FOLDER);
    if (!folder.ok) return folder;
    const { bytes, stat } = read.value;
    const tree = treeOfBytes(bytes);
    tree.set('last_seen', act.stamp());
    return finish(tree, () => rewrite(act, file, stat, bytesOf(tree)));
  });
}

async function finish(tree: JsonObject, write: () => Promise<Result<void>>): Promise<Result<TaskRecord>> {
  try {
    const done = await write();
    return done.ok ? ok(plainOf(tree)) : done;
  } catch (error) {
    return io(error);
  }
}
