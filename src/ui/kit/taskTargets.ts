/** Which tasks a command is about: those of the rows it was given, as they are now. */
import { type Refusal, refuse } from '../../protocol/lib/result.ts';
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { TASK_FOLDERS } from '../../protocol/tasks/taskNames.ts';
import type { TaskFacts, TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import type { TaskTarget } from './row.ts';
import { RowHandle, targetOf } from './rowTree.ts';

/** A task as it was when the command began. */
export interface ChosenTask {
  workspace: TaskWorkspace;
  row: TaskRow;
  facts: TaskFacts;
  /** Version of the file that the person saw, in the row, the list or the toast that they acted on. */
  seen: string;
}

/** One that was not acted on. */
export interface MissedTask {
  target: TaskTarget;
  title: string;
  refusal: Refusal;
}

/** Where task workspaces are looked up. */
export interface TaskLookup {
  get(key: string): TaskWorkspace | undefined;
}

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

/** The tasks that are still where the rows said, and for the others where they are now. */
export function lookUp(
  targets: readonly TaskTarget[],
  lookup: TaskLookup,
): { chosen: ChosenTask[]; missed: MissedTask[] } {
  const chosen: ChosenTask[] = [];
  const missed: MissedTask[] = [];
  for (const target of targets) {
    const workspace = lookup.get(target.workspaceKey);
    const row = workspace?.row(target.folder, target.id);
    if (workspace !== undefined && row !== undefined) {
      chosen.push({ workspace, row, facts: workspace.facts(row), seen: target.seen ?? row.version });
    } else {
      const now = workspace?.scan.tasks.find(({ id }) => id === target.id);
      const foundIn = now?.folder ?? null;
      const title = now === undefined || workspace === undefined ? '' : workspace.facts(now).title;
      missed.push({
        target,
        title: title === '' ? target.id : title,
        refusal: refuse('gone', 'It is not where it was.', { foundIn }),
      });
    }
  }
  return { chosen, missed };
}

/** In the order of the view. */
export function allTasksOf(workspaces: readonly TaskWorkspace[]): ChosenTask[] {
  return workspaces.flatMap((workspace) =>
    TASK_FOLDERS.flatMap((folder) =>
      workspace.rows[folder].map((row) => ({
        workspace,
        row,
        facts: workspace.facts(row),
        seen: row.version,
      })),
    ),
  );
}

export function targetOfTask({ workspace, row }: ChosenTask): TaskTarget {
  return { workspaceKey: workspace.key, folder: row.folder, id: row.id };
}

/** A row for commands that take one, without a tree. */
export function handleFor(task: TaskTarget): RowHandle {
  const id = `${task.workspaceKey}|${task.folder}|${task.id}`;
  return new RowHandle({ kind: 'task', id, target: { task } }, undefined);
}
