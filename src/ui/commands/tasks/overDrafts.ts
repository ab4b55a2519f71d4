/** What was typed for acts on a task is of no use any more once the task is done. */

import { TASK_FOLDERS } from '../../../protocol/tasks/taskNames.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { Services } from '../../kit/services.ts';
import type { TaskVerb } from './taskActWords.ts';

const VERBS: readonly TaskVerb[] = ['edit', 'complete', 'fail', 'block'];

/** The keys among `keys` of drafts for tasks that are done and stand nowhere else. */
export function overDrafts(
  keys: readonly string[],
  workspaces: readonly Pick<TaskWorkspace, 'key' | 'row'>[],
): string[] {
  return keys.filter((key) =>
    workspaces.some((workspace) => {
      const start = VERBS.map((verb) => `tasks|${verb}|${workspace.key}|`).find((one) => key.startsWith(one));
      if (start === undefined) return false;
      const id = key.slice(start.length);
      const folders = TASK_FOLDERS.filter((folder) => workspace.row(folder, id) !== undefined);
      return folders.length === 1 && folders[0] === 'done';
    }),
  );
}

/** Deletes them: before a command, so that what a refusal has just offered stays until then. */
export function dropOverDrafts({ model, drafts, log }: Pick<Services, 'model' | 'drafts' | 'log'>): void {
  const keys = drafts.entries().map(([key]) => key);
  for (const key of overDrafts(keys, model.workspaces()))
    drafts.delete(key).catch((failure: unknown) => log.error('A draft could not be deleted.', failure));
}
