/** A folder becomes a task workspace. */
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { ok, type Result } from '../lib/result.ts';
import { exists, gone, io, linked } from './actContext.ts';
import { lookAt, makeFolder } from './actFolders.ts';
import { AGENTS_FOLDER, TASK_FOLDERS } from './taskNames.ts';
import { type TaskPorts, taskPorts } from './taskPorts.ts';

const ALL = [...TASK_FOLDERS, AGENTS_FOLDER];

/**
 * Makes those of the seven folders that are not there, in a folder that is; the names of those made. Nothing is made where
 * one of the names is a file's (`exists` {folder}) or a link's (`link` {file}). Else `gone` or `io`.
 */
export async function initializeTasks(
  folder: string,
  given: Partial<TaskPorts> = {},
): Promise<Result<string[]>> {
  const { files } = taskPorts(given);
  try {
    const root = await retryBusy(() => files.realpath(folder));
    if ((await files.stat(root)).kind !== 'directory') return exists(path.basename(root));
    const missing: string[] = [];
    for (const name of ALL) {
      const there = await lookAt(files, path.join(root, name));
      if (there === null) missing.push(name);
      else if (there.kind === 'link') return linked(name);
      else if (there.kind !== 'directory') return exists(name);
    }
    const made: string[] = [];
    for (const name of missing) if (await makeFolder(files, path.join(root, name))) made.push(name);
    return ok(made);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return gone(null);
    return io(error);
  }
}
