/** The address of a task's page: it stays the same while the task goes from folder to folder. */
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import type { TaskFolderName } from '../../protocol/tasks/taskNames.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';

/** Kind of the page of a task. */
export const TASK_PAGE = 'task';

/** Where a task that stands in several is looked for first: what waits for the person, then what goes on. */
const FOLDERS: readonly TaskFolderName[] = ['feedback', 'active', 'inbox', 'blocked', 'failed', 'done'];

/** Where the task is now: of several copies last the one in `done/`, which agents leave behind when they ask. */
export function taskNow(workspace: TaskWorkspace, id: string): TaskRow | undefined {
  return rowIn(workspace, id, FOLDERS);
}

function rowIn(workspace: TaskWorkspace, id: string, folders: readonly string[]): TaskRow | undefined {
  return folders.map((folder) => workspace.row(folder, id)).find((row) => row !== undefined);
}

/** Of a twin the folder belongs to it: each has a page. */
export function taskKey(workspaceKey: string, row: TaskRow): string {
  return JSON.stringify(
    row.alsoIn.length === 0 ? [workspaceKey, row.id] : [workspaceKey, row.id, row.folder],
  );
}

/** The task of a page's address as it is now; undefined where it is nowhere. */
export function taskOfKey(
  key: string,
  get: (workspaceKey: string) => TaskWorkspace | undefined,
): { workspace: TaskWorkspace; row: TaskRow } | undefined {
  const parts: unknown = parsed(key);
  if (!Array.isArray(parts)) return undefined;
  const [workspaceKey, id, folder]: unknown[] = parts;
  if (typeof workspaceKey !== 'string' || typeof id !== 'string') return undefined;
  const workspace = get(workspaceKey);
  if (workspace === undefined) return undefined;
  const row = rowIn(workspace, id, typeof folder === 'string' ? [folder, ...FOLDERS] : FOLDERS);
  return row === undefined ? undefined : { workspace, row };
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(key);
  } catch {
    // An address that somebody wrote by hand.
    return undefined;
  }
}
