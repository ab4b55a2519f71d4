/** What a person fills in for a new task or changes in a waiting one, as data. */

import { JsonText } from '../../protocol/tasks/jsonValues.ts';
import type { NewTask, TaskChange } from '../../protocol/tasks/taskModel.ts';
import { isNewName } from '../../protocol/tasks/taskNames.ts';

export interface TaskForm {
  title: string;
  description: string;
  /** Null: anyone may take it. */
  assignedTo: string | null;
  /** Null: left as the file has it, which is no whole number. */
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

/** A tag that a line of tags can't hold, since the comma is in it. */
export function isListable(tags: readonly string[]): boolean {
  const read = tagsOf(tagsText(tags));
  return read.length === tags.length && read.every((tag, place) => tag === tags[place]);
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

/** What is wrong with a context; null where it can be written. */
export function contextFault(
  text: string,
): { fault: 'not-an-object' } | { fault: 'not-json' | 'too-deep' | 'too-many-digits'; at: number } | null {
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

/** Only what differs: the rest of the file keeps its own text. */
export function changesOf(before: TaskForm, after: TaskForm): TaskChange {
  const change: TaskChange = {};
  if (after.title !== before.title) change.title = after.title;
  if (after.description !== before.description) change.description = after.description;
  if (after.priority !== before.priority && after.priority !== null) change.priority = after.priority;
  if (!sameTexts(after.tags, before.tags)) change.tags = after.tags;
  if (after.assignedTo !== before.assignedTo) change.assignedTo = after.assignedTo;
  const context = changedContext(before.context, after.context);
  if (context !== undefined) change.context = context;
  return change;
}

function changedContext(before: string, after: string): JsonText | undefined {
  const [old, made] = [before, after].map((text) => JsonText.of(text.trim() === '' ? '{}' : text));
  if (made === undefined || !made.ok) return undefined;
  return old?.ok === true && old.value.equals(made.value) ? undefined : made.value;
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, place) => text === other[place]);
}

/** For whom, as typed: an agent's name. */
export function isAssignee(text: string): boolean {
  return isNewName(text.trim());
}

/** A form out of what a draft holds; what is of another type is as in `base`. */
export function formFrom(value: unknown, base: TaskForm): TaskForm {
  const given = (value ?? {}) as Record<keyof TaskForm, unknown>;
  const text = (name: keyof TaskForm, or: string): string =>
    typeof given[name] === 'string' ? given[name] : or;
  const textOrNull = (name: keyof TaskForm, or: string | null): string | null =>
    typeof given[name] === 'string' || given[name] === null ? given[name] : or;
  const { priority, tags } = given;
  return {
    title: text('title', base.title),
    description: text('description', base.description),
    assignedTo: textOrNull('assignedTo', base.assignedTo),
    priority: typeof priority === 'number' && Number.isSafeInteger(priority) ? priority : base.priority,
    tags:
      Array.isArray(tags) && tags.every((tag): tag is string => typeof tag === 'string') ? tags : base.tags,
    parentId: textOrNull('parentId', base.parentId),
    context: text('context', base.context),
  };
}
