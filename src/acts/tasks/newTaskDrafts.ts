/** Tasks that were begun and not submitted, newest first, in one draft. */
import { isDeepStrictEqual } from 'node:util';
import { emptyForm, formFrom, type TaskForm } from './taskForm.ts';
import { type Unfinished, unfinishedFrom } from './typedFields.ts';

/** So long after a window began to send one and never said what became of it, it is taken up again. */
const SENDING_MS = 60_000;

export interface NewTaskDraft {
  /** Of the sitting in which it was typed, and of the task that it becomes. */
  id: string;
  form: TaskForm;
  /** Typed into fields, and no values yet. */
  unfinished?: Unfinished;
  /** Key of the workspace that was chosen for it; where none was, the one of the person's last choice. */
  workspace?: string;
  /** When a window began to send it, in milliseconds since 1970. */
  sentAt?: number;
}

/** Without those that some window is sending right now: taken up, they would be sent twice. */
export function offered(drafts: readonly NewTaskDraft[], now: number): NewTaskDraft[] {
  return drafts.filter(({ sentAt }) => sentAt === undefined || Math.abs(now - sentAt) > SENDING_MS);
}

/** An id as we make it for new tasks. */
export function isTaskId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

export function draftsFrom(text: string): NewTaskDraft[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    // A draft of another version.
    return [];
  }
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): NewTaskDraft[] => {
    const { id, form, unfinished, workspace, sentAt } = (each ?? {}) as Partial<
      Record<keyof NewTaskDraft, unknown>
    >;
    if (typeof id !== 'string' || !isTaskId(id)) return [];
    return [
      {
        id,
        form: formFrom(form, emptyForm()),
        ...(unfinished === undefined ? {} : { unfinished: unfinishedFrom(unfinished) }),
        ...(typeof workspace === 'string' ? { workspace } : {}),
        ...(typeof sentAt === 'number' ? { sentAt } : {}),
      },
    ];
  });
}

/** With this one first, as it is now; without it where nothing of it was typed. Empty text: none is left. */
export function draftsWith(drafts: readonly NewTaskDraft[], draft: NewTaskDraft): string {
  const others = drafts.filter(({ id }) => id !== draft.id);
  const all = isEmpty(draft) ? others : [draft, ...others];
  return all.length === 0 ? '' : JSON.stringify(all);
}

/** @param sent only where it is still this form: what another window has typed since is its own task */
export function draftsWithout(drafts: readonly NewTaskDraft[], id: string, sent?: TaskForm): string {
  const others = drafts.filter(
    (draft) => draft.id !== id || (sent !== undefined && !isDeepStrictEqual(draft.form, sent)),
  );
  return others.length === 0 ? '' : JSON.stringify(others);
}

/** The person gave nothing that would be missed. */
function isEmpty({ form: { title, description, context }, unfinished = {} }: NewTaskDraft): boolean {
  const texts = [title, description, context, ...Object.values(unfinished)];
  return texts.every((text) => text.trim() === '');
}
