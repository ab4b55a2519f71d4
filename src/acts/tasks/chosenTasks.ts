/** The tasks that an act is done to, as they were when it began. */
import { type Refusal, refuse } from '../../protocol/lib/result.ts';
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { TASK_FOLDERS } from '../../protocol/tasks/taskNames.ts';
import type { ReadModel } from '../../workspace/model.ts';
import type { TaskFacts, TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';

/** One task, by where its file stands: the same id may be in two folders. */
export interface TaskTarget {
  workspaceKey: string;
  /** `inbox`, `active`, `done`, `failed`, `blocked` or `feedback`. */
  folder: string;
  id: string;
  /** Version of the file as it was shown: what an act names. Absent: as it is when the act begins. */
  seen?: string;
}

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
export type TaskLookup = Pick<ReadModel, 'workspace'>;

/** The tasks that are still where the rows said, and for the others where they are now. */
export function lookUp(
  targets: readonly TaskTarget[],
  model: TaskLookup,
): { chosen: ChosenTask[]; missed: MissedTask[] } {
  const chosen: ChosenTask[] = [];
  const missed: MissedTask[] = [];
  for (const target of targets) {
    const workspace = model.workspace(target.workspaceKey);
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
