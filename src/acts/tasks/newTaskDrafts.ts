/** Tasks that were begun and not submitted, newest first, in one draft. */
import { parseJson } from '../../protocol/lib/parseJson.ts';
import { differing, fieldsFrom, type TaskFields } from './taskFields.ts';

/** So long after a window began to send one and never said what became of it, it is taken up again. */
const SENDING_MS = 60_000;

export interface NewTaskDraft {
  /** Of the sitting in which it was typed, and of the task that it becomes. */
  id: string;
  fields: TaskFields;
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
  const value = parseJson(text);
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): NewTaskDraft[] => {
    const { id, fields, workspace, sentAt } = (each ?? {}) as Partial<Record<keyof NewTaskDraft, unknown>>;
    const typed = fieldsFrom(fields);
    if (typeof id !== 'string' || !isTaskId(id) || typed === undefined) return [];
    return [
      {
        id,
        fields: typed,
        ...(typeof workspace === 'string' ? { workspace } : {}),
        ...(typeof sentAt === 'number' ? { sentAt } : {}),
      },
    ];
  });
}

/** With this one first, as it is now. */
export function draftsWith(drafts: readonly NewTaskDraft[], draft: NewTaskDraft): string {
  return JSON.stringify([draft, ...drafts.filter(({ id }) => id !== draft.id)]);
}

/**
 * Empty text: none is left.
 *
 * @param sent only where it is still this: what another window has typed since is its own task
 */
export function draftsWithout(drafts: readonly NewTaskDraft[], id: string, sent?: TaskFields): string {
  const others = drafts.filter(
    (draft) => draft.id !== id || (sent !== undefined && differing(draft.fields, sent).length > 0),
  );
  return others.length === 0 ? '' : JSON.stringify(others);
}
