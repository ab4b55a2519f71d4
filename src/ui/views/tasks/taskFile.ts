/** Which task a path on disk is. */
import { basename, dirname, sep } from 'node:path';
import { AGENTS_FOLDER, TASK_FOLDERS } from '../../../protocol/tasks/taskNames.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';

const FOLDERS: readonly string[] = [...TASK_FOLDERS, AGENTS_FOLDER];

export interface TaskFile {
  workspace: TaskWorkspace;
  /** `agents` too. */
  folder: string;
  id: string;
}

/** The task or agent whose file this is, whether or not it is there now; undefined for any other file. */
export function taskFileOf(path: string, workspaces: readonly TaskWorkspace[]): TaskFile | undefined {
  if (!path.endsWith('.json')) return undefined;
  const folder = basename(dirname(path));
  if (!FOLDERS.includes(folder)) return undefined;
  const above = dirname(dirname(path));
  const workspace = workspaces.find(
    ({ folder: found, key }) => found.replace(trailing, '') === above || key === `${above}|tasks`,
  );
  return workspace === undefined
    ? undefined
    : { workspace, folder, id: basename(path).slice(0, -'.json'.length) };
}

const trailing = new RegExp(`\\${sep}+$`);
