/** What stands in the boxes of the form of a task, as it was typed, and the task that it means. */
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import {
  type ContextFault,
  contextFault,
  emptyForm,
  isAssignee,
  isListable,
  priorityOf,
  type TaskForm,
  tagsOf,
  tagsText,
} from './taskForm.ts';

/** In the order of the form. */
export const FIELD_NAMES = [
  'title',
  'description',
  'assignedTo',
  'priority',
  'tags',
  'parent',
  'context',
] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** `parent`: id or title of a task of the workspace. */
export type TaskFields = Record<FieldName, string>;

/** What the boxes of long texts take, in UTF-16 units: what is shown of a panel at once has room for two. */
export const MOST_CHARACTERS = 20_000;

/** What is wrong with a field; one that is as it must be is not named. */
export interface FieldFaults {
  title?: 'none';
  assignedTo?: 'no-name';
  priority?: 'no-number';
  parent?: 'unknown' | 'several';
  context?: ContextFault;
}

const SHORTEST_PREFIX = 4;

export function fieldsOf(form: TaskForm): TaskFields {
  return {
    title: form.title,
    description: form.description,
    assignedTo: form.assignedTo ?? '',
    priority: form.priority === null ? '' : String(form.priority),
    // A tag that holds a comma would become two.
    tags: isListable(form.tags) ? tagsText(form.tags) : '',
    parent: form.parentId ?? '',
    context: form.context,
  };
}

/** What can be told of the boxes. A field that is wrong is left as one that was not given. */
export function readFields(
  fields: TaskFields,
  workspace: Pick<TaskWorkspace, 'scan' | 'facts'> | undefined,
): { form: TaskForm; faults: FieldFaults; parent: TaskRow | null } {
  const faults: FieldFaults = {};
  const form: TaskForm = {
    ...emptyForm(),
    title: fields.title,
    description: fields.description,
    tags: tagsOf(fields.tags),
    context: fields.context,
    priority: priorityOf(fields.priority),
  };
  if (fields.title.trim() === '') faults.title = 'none';
  const whom = fields.assignedTo.trim();
  if (whom !== '') {
    form.assignedTo = whom;
    if (!isAssignee(whom)) faults.assignedTo = 'no-name';
  }
  if (form.priority === null) faults.priority = 'no-number';
  const parent = parentOf(fields.parent, workspace);
  if (parent === 'unknown' || parent === 'several') faults.parent = parent;
  else if (parent !== null) form.parentId = parent.id;
  const wrong = contextFault(fields.context);
  if (wrong !== null) faults.context = wrong;
  return { form, faults, parent: typeof parent === 'string' ? null : parent };
}

/** Null: none is meant. */
function parentOf(
  typed: string,
  workspace: Pick<TaskWorkspace, 'scan' | 'facts'> | undefined,
): TaskRow | 'unknown' | 'several' | null {
  const text = typed.trim();
  if (text === '') return null;
  const tasks = workspace?.scan.tasks.filter((row) => row.task !== null) ?? [];
  const exact = tasks.find(({ id }) => id === text);
  if (exact !== undefined) return exact;
  const fits = tasks.filter(
    (row) =>
      (text.length >= SHORTEST_PREFIX && row.id.startsWith(text)) ||
      workspace?.facts(row).title.trim() === text,
  );
  if (new Set(fits.map(({ id }) => id)).size > 1) return 'several';
  return fits[0] ?? 'unknown';
}

/** The fields whose texts are others, in the order of the form. */
export function differing(one: TaskFields, other: TaskFields): FieldName[] {
  return FIELD_NAMES.filter((name) => one[name] !== other[name]);
}

/** Out of a draft; undefined where it is none of a form. */
export function fieldsFrom(value: unknown): TaskFields | undefined {
  const given = (value ?? {}) as Partial<Record<FieldName, unknown>>;
  const texts = FIELD_NAMES.map((name) => [name, given[name]] as const);
  return texts.every(([, text]) => typeof text === 'string')
    ? (Object.fromEntries(texts) as TaskFields)
    : undefined;
}
