/** Which tasks a command was given, and what it was told of them. */

import type { TaskTarget } from '../../acts/tasks/chosenTasks.ts';
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { targetOf } from './rowTree.ts';

/** A task as it stands now, for acts on it. */
export function taskTarget(workspaceKey: string, { folder, id, version }: TaskRow): TaskTarget {
  return { workspaceKey, folder, id, seen: version };
}

/** Where a task is, as another part says it; undefined for anything else. */
export function asTaskTarget(value: unknown): TaskTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { workspaceKey, folder, id, seen } = value as Partial<Record<string, unknown>>;
  return typeof workspaceKey === 'string' && typeof folder === 'string' && typeof id === 'string'
    ? { workspaceKey, folder, id, ...(typeof seen === 'string' ? { seen } : {}) }
    : undefined;
}

/** In place of the other selected rows: what takes back what the person did a moment ago asks nothing. */
export const TAKES_BACK = 'takes back';

/**
 * The tasks of a row and of all rows selected with it, each once; a group's row stands for all that is in it. Null: no row
 * of ours was given. A folder's or an agent's row stands for its tasks only where the command was given on it.
 *
 * @param many as VS Code passes it: all selected rows, where the row is one of them
 */
export function targetsOf(argument: unknown, many: unknown): TaskTarget[] | null {
  const rows: unknown[] = Array.isArray(many) && many.length > 0 ? many : [argument];
  if (!rows.some((row) => targetOf(row) !== undefined)) return null;
  const found = new Map<string, TaskTarget>();
  for (const row of rows) {
    const target = targetOf(row);
    const held = argument === undefined ? [] : (target?.holds?.() ?? []);
    for (const task of [
      ...(target?.task === undefined ? [] : [target.task]),
      ...(target?.tasks ?? []),
      ...held,
    ]) {
      found.set(JSON.stringify([task.workspaceKey, task.folder, task.id]), task);
    }
  }
  return [...found.values()];
}
