/** What a person gives a task, as values: for a new one, or for what they change in a waiting one. */

import { sameItems } from '../../protocol/lib/sameItems.ts';
import { JsonText } from '../../protocol/tasks/jsonValues.ts';
import type { NewTask } from '../../protocol/tasks/taskModel.ts';
import { isNewName } from '../../protocol/tasks/taskNames.ts';

export interface TaskForm {
  title: string;
  description: string;
  /** Null: anyone may take it. */
  assignedTo: string | null;
  /** Null: not given. */
  priority: number | null;
  tags: string[];
  parentId: string | null;
  /** JSON text of an object; empty: none. */
  context: string;
}

/** What the next task of a workspace takes from the last. */
export type LastValues = Pick<TaskForm, 'assignedTo' | 'priority' | 'tags'>;

export const NO_VALUES: LastValues = { assignedTo: null, priority: 5, tags: [] };

export function emptyForm(last: LastValues = NO_VALUES): TaskForm {
  return { title: '', description: '', parentId: null, context: '', ...last };
}

/** A whole number, as typed; null for anything else. */
export function priorityOf(text: string): number | null {
  const typed = text.trim().replace(/^p/i, '');
  if (!/^[+-]?\d{1,15}$/.test(typed)) return null;
  return Number(typed) + 0;
}

/** Separated by commas; a `#` before one is a habit, not a part of it. */
export function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim().replace(/^#/, '').trim())
    .filter((tag) => tag !== '');
}

export function tagsText(tags: readonly string[]): string {
  return tags.join(', ');
}

/** False where a line of tags can't hold one of them, since there is a comma or the end of a line in it. */
export function isListable(tags: readonly string[]): boolean {
  const read = tagsOf(tagsText(tags));
  return sameItems(read, tags) && !tags.some((tag) => /[\r\n]/.test(tag));
}

const BREAK = ' ⏎ ';

/** Text of several lines in a box of one: each break as a mark that a person can set too. */
export function onOneLine(text: string): string {
  return text.replace(/\r\n|\r|\n/g, BREAK);
}

export function ofOneLine(text: string): string {
  return text.replace(/ ?⏎ ?/g, '\n');
}

/** A title out of a line of a file: without the marks that begin a comment or a list. */
export function titleFrom(line: string): string {
  return line
    .trim()
    .replace(/^(?:\/\/+|\/\*+|#+|--+|<!--|\*|-|>)\s*/, '')
    .replace(/\s*(?:\*\/|-->)$/, '')
    .trim();
}

export type ContextFault =
  | { fault: 'not-an-object' }
  | { fault: 'not-json' | 'too-deep' | 'too-many-digits'; at: number };

/** What is wrong with a context; null where it can be written. */
export function contextFault(text: string): ContextFault | null {
  if (text.trim() === '') return null;
  const read = JsonText.of(text);
  if (!read.ok) return { fault: read.fault, at: read.at };
  return read.value.isObject ? null : { fault: 'not-an-object' };
}

/** As the protocol takes it. What is not given gets the protocol's own default. */
export function newTaskOf(form: TaskForm, id: string, createdBy: string): NewTask {
  const context = form.context.trim() === '' ? null : JsonText.of(form.context);
  return {
    id,
    title: form.title.trim(),
    createdBy,
    ...(form.description === '' ? {} : { description: form.description }),
    ...(form.assignedTo === null ? {} : { assignedTo: form.assignedTo }),
    ...(form.priority === null ? {} : { priority: form.priority }),
    ...(form.tags.length === 0 ? {} : { tags: form.tags }),
    ...(form.parentId === null ? {} : { parentId: form.parentId }),
    ...(context?.ok === true ? { context: context.value } : {}),
  };
}

/** For whom, as typed: an agent's name. */
export function isAssignee(text: string): boolean {
  return isNewName(text.trim());
}

/** Out of what was remembered; what is of another type is as a first task has it. */
export function lastValuesFrom(value: unknown): LastValues {
  const { assignedTo, priority, tags } = (value ?? {}) as Record<keyof LastValues, unknown>;
  return {
    assignedTo: typeof assignedTo === 'string' ? assignedTo : NO_VALUES.assignedTo,
    priority:
      priority === null || (typeof priority === 'number' && Number.isSafeInteger(priority))
        ? priority
        : NO_VALUES.priority,
    tags:
      Array.isArray(tags) && tags.every((tag): tag is string => typeof tag === 'string')
        ? tags
        : NO_VALUES.tags,
  };
}
