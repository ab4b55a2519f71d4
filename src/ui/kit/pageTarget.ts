import { Uri } from 'vscode';
import type { TaskTarget } from '../../acts/tasks/chosenTasks.ts';
import { SCHEME } from '../../contract.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import { TASK_PAGE, taskOfKey } from './taskIdentity.ts';

/** The task of a page's address, as the menus of an editor's title give it; undefined for anything else. */
export function taskOfPage(
  argument: unknown,
  get: (workspaceKey: string) => TaskWorkspace | undefined,
): TaskTarget | undefined {
  if (!(argument instanceof Uri) || !isTaskPage(argument)) return undefined;
  const found = taskOfKey(argument.query, get);
  if (found === undefined) return undefined;
  const { workspace, row } = found;
  return { workspaceKey: workspace.key, folder: row.folder, id: row.id };
}

export function isTaskPage({ scheme, path }: Uri): boolean {
  return scheme === SCHEME && path.split('/')[2] === TASK_PAGE;
}
