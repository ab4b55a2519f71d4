/** An agent's own file. */
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import { ok, type Result } from '../lib/result.ts';
import { type Act, alone, exists, gone, invalidField, invalidId, io, linked, type Workspace } from './act.ts';
import { lookAt, needFolder } from './actFolders.ts';
import { MOST_LEVELS, plainOf, treeOf } from './jsonValues.ts';
import { MOST_BYTES, readEntry } from './readEntry.ts';
import { bytesOf, replaceFile, rewrite } from './replaceTask.ts';
import { notReadable, relative } from './takeTask.ts';
import type { TaskRecord } from './taskModel.ts';
import { AGENTS_FOLDER, fileOf, foldName, isNewName, isSafeId, SUFFIX } from './taskNames.ts';
import { judgeAgent, treeOfBytes } from './validateTask.ts';

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
    const there = await lookAt(act, file);
    if (there?.kind === 'link') return linked(relative(act, file));
    if (there && there.kind !== 'file') {
      return notReadable(there.kind === 'directory' ? 'is_directory' : 'not_a_file');
    }
    if (await hasOtherCase(act, name)) return exists(AGENTS_FOLDER);
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
  if (!isSafeId(name)) return invalidId(name);
  return alone(workspace, name, async (act) => {
    const file = fileOf(act.root, AGENTS_FOLDER, name);
    const read = await readEntry(act.ports.files, file, MOST_BYTES);
    if (!read.ok) {
      if (read.fault === 'vanished') return gone(null);
      const { reason } = read.why;
      return reason === 'dangling_symlink' || reason === 'symlink_loop'
        ? linked(relative(act, file))
        : notReadable(reason);
    }
    if (read.link) return linked(relative(act, file));
    const judged = judgeAgent(read.bytes);
    if (judged.reason !== null) return notReadable(judged.reason);
    const folder = await needFolder(act, AGENTS_FOLDER);
    if (!folder.ok) return folder;
    const tree = treeOfBytes(read.bytes);
    tree.set('last_seen', act.stamp());
    return finish(tree, () => rewrite(act, file, read.stat, bytesOf(tree)));
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

/** On some disks such a file would be the same one. */
async function hasOtherCase(act: Act, name: string): Promise<boolean> {
  const wanted = foldName(name);
  try {
    const names = await act.ports.files.readdir(path.join(act.root, AGENTS_FOLDER));
    return names.some((file) => {
      if (!file.endsWith(SUFFIX)) return false;
      const other = file.slice(0, -SUFFIX.length);
      return other !== name && foldName(other) === wanted;
    });
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return false;
  }
}
