/** An agent gets a file of its own; one that is registered already is left alone, where the protocol would replace it. */
import * as path from 'node:path';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import { type Result, refuse } from '../../protocol/lib/result.ts';
import type { TaskRecord } from '../../protocol/tasks/taskModel.ts';
import { AGENTS_FOLDER, foldName, SUFFIX } from '../../protocol/tasks/taskNames.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import type { TaskWriter } from './actOnTasks.ts';

const USUAL_ROLE = 'worker';

/** Also by a file that can't be read, and by a name that differs only in case: on some disks it is the same file. */
export function isRegistered({ scan }: Pick<TaskWorkspace, 'scan'>, name: string): boolean {
  return scan.agents.some((agent) => foldName(agent.name) === foldName(name));
}

/** Refused: `exists` {folder} where one of this name is there, else as `TaskFolder.registerAgent`. */
export async function registerNewAgent(
  store: TaskWriter,
  files: Pick<Files, 'readdir'>,
  workspace: Pick<TaskWorkspace, 'key' | 'folder'>,
  agent: { name: string; role: string },
): Promise<Result<TaskRecord>> {
  const name = agent.name.trim();
  return store.act(workspace.key, async (folder) =>
    // Since the name was typed it may have registered itself.
    (await isThere(files, workspace.folder, name))
      ? refuse('exists', 'It is registered already.', { folder: AGENTS_FOLDER })
      : folder.registerAgent(name, agent.role.trim() || USUAL_ROLE),
  );
}

async function isThere(files: Pick<Files, 'readdir'>, workspace: string, name: string): Promise<boolean> {
  try {
    const there = await files.readdir(path.join(workspace, AGENTS_FOLDER));
    return there.some((file) => foldName(file) === foldName(`${name}${SUFFIX}`));
  } catch (failure) {
    if (errnoOf(failure) === null) throw failure;
    // What keeps it from being read keeps it from being written, and is told then.
    return false;
  }
}
