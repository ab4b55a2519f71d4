/** The drafts of new tasks, and the one way in which one of them becomes a task. */
import type { Result } from '../../protocol/result.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import type { Acting } from '../acting.ts';
import { draftsFrom, draftsWith, draftsWithout, type NewTaskDraft } from './newTaskDrafts.ts';
import { offerWithdraw } from './offerWithdraw.ts';
import { personName } from './personName.ts';
import { submitOnce } from './submitOnce.ts';
import { rememberValues, rememberWorkspace } from './workspaceChoice.ts';

/** Of the draft that holds them all; the panel and the pick share it. */
export const NEW_TASKS = 'tasks|new';

/** Newest first. */
export function begunTasks({ parts }: Acting): NewTaskDraft[] {
  return draftsFrom(parts.drafts.get(NEW_TASKS)?.text ?? '');
}

export function keepBegun(acting: Acting, draft: NewTaskDraft): void {
  acting.parts.drafts.set(NEW_TASKS, { text: draftsWith(begunTasks(acting), draft), choice: null });
}

export function dropBegun(acting: Acting, id: string): void {
  acting.parts.drafts.set(NEW_TASKS, { text: draftsWithout(begunTasks(acting), id), choice: null });
}

/**
 * Writes it, once however often it is tried; the draft goes only then. Undefined: the person gave no name. The status bar
 * offers for a minute to take it back.
 *
 * @returns the id of the task, or why nothing was written: a code of the protocol's `submit` or of the store's `act`
 */
export async function sendNewTask(
  acting: Acting,
  draft: NewTaskDraft,
  workspace: Pick<TaskWorkspace, 'key' | 'name'>,
  repository: string,
): Promise<Result<string> | undefined> {
  const { tasks, drafts } = acting.parts;
  const { id, form } = draft;
  // What is on its way is kept first: neither a closed window nor a refusal loses it.
  keepBegun(acting, draft);
  await drafts.flush();
  const name = await personName(acting);
  if (name === undefined) return undefined;
  const store = await tasks.store();
  const sent = await store.act(workspace.key, (folder) => submitOnce(folder, form, id, name));
  if (!sent.ok) return sent;
  dropBegun(acting, id);
  await drafts.flush();
  await rememberValues(acting, workspace.key, form);
  await rememberWorkspace(acting, repository, workspace.key);
  offerWithdraw(acting, { workspaceKey: workspace.key, folder: 'inbox', id }, form.title, workspace.name);
  return sent;
}
