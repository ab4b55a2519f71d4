/** The drafts of new tasks, and the one way in which one of them becomes a task. */
import { randomUUID } from 'node:crypto';
import {
  draftsFrom,
  draftsWith,
  draftsWithout,
  type NewTaskDraft,
  offered,
} from '../../../acts/tasks/newTaskDrafts.ts';
import { submitOnce } from '../../../acts/tasks/submitOnce.ts';
import type { TaskForm } from '../../../acts/tasks/taskForm.ts';
import type { Result } from '../../../protocol/lib/result.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { Acting } from '../../kit/services.ts';
import { offerWithdraw } from './offerWithdraw.ts';
import { personName } from './personName.ts';
import { rememberValues, rememberWorkspace } from './workspaceChoice.ts';

/** Of the draft that holds them all; the panel and the pick share it. */
export const NEW_TASKS = 'tasks|new';

/** Ids that this window is sending. */
const underWay = new Set<string>();

/** As the peer makes them. */
export function newTaskId(): string {
  return randomUUID().replaceAll('-', '');
}

/** Newest first, without those that are being sent. */
export function offeredTasks(acting: Acting): NewTaskDraft[] {
  return offered(begunTasks(acting), acting.parts.clock.now()).filter(({ id }) => !underWay.has(id));
}

/** All of them, newest first. */
export function begunTasks({ parts }: Acting): NewTaskDraft[] {
  return draftsFrom(parts.drafts.get(NEW_TASKS)?.text ?? '');
}

export function keepBegun(acting: Acting, draft: NewTaskDraft): void {
  acting.parts.drafts.set(NEW_TASKS, { text: draftsWith(begunTasks(acting), draft), choice: null });
}

export function dropBegun(acting: Acting, id: string, sent?: TaskForm): void {
  acting.parts.drafts.set(NEW_TASKS, { text: draftsWithout(begunTasks(acting), id, sent), choice: null });
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
  const { tasks, drafts, clock } = acting.parts;
  const { form, sentAt: _, ...rest } = draft;
  underWay.add(draft.id);
  try {
    // What is on its way is kept first: neither a closed window nor a refusal loses it.
    keepBegun(acting, { ...rest, form });
    await drafts.flush();
    const name = await personName(acting);
    if (name === undefined) return undefined;
    keepBegun(acting, { ...rest, form, sentAt: clock.now() });
    await drafts.flush();
    const store = await tasks.store();
    const sent = await store.act(workspace.key, (folder) =>
      submitOnce(folder, form, draft.id, name, newTaskId),
    );
    if (!sent.ok) {
      const now = begunTasks(acting).find(({ id }) => id === draft.id);
      // Typed meanwhile in another window: that stands.
      keepBegun(acting, { ...rest, form: now?.form ?? form });
      await drafts.flush();
      return sent;
    }
    dropBegun(acting, draft.id, form);
    await drafts.flush();
    await rememberValues(acting, workspace.key, form);
    await rememberWorkspace(acting, repository, workspace.key);
    const target = { workspaceKey: workspace.key, folder: 'inbox', id: sent.value };
    offerWithdraw(acting, target, form.title, workspace.name);
    return sent;
  } finally {
    underWay.delete(draft.id);
  }
}
