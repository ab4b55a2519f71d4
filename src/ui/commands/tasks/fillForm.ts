/** The form of a task: a row a field, each asked for by itself; what is filled in is kept as one goes. */

import {
  contextFault,
  isAssignee,
  onOneLine,
  priorityOf,
  type TaskForm,
} from '../../../acts/tasks/taskForm.ts';
import {
  boxText,
  type Filled,
  firstUnfinished,
  type TypedField,
  typeInto,
  type Unfinished,
} from '../../../acts/tasks/typedFields.ts';
import { askText, type PickRow, pickOne } from '../../../host/quickPick.ts';
import { jsonFaultWords } from '../../../text/jsonWords.ts';
import { ours, say } from '../../../text/say.ts';
import { join, type Shown, shown } from '../../../text/shown.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { Acting } from '../../kit/services.ts';
import { titleWords } from '../../kit/words/taskActWords.ts';
import { agentLine, forWhom, textLine } from '../../kit/words/taskFormWords.ts';

export type FormField = Exclude<keyof TaskForm, never> | 'workspace';

export interface FormOptions {
  title: () => Shown<'pick'>;
  /** What ends the form, and what it says beside it. */
  go: Shown<'pick'>;
  fields: readonly FormField[];
  workspace: () => TaskWorkspace;
  /** Asks for another workspace. */
  changeWorkspace?: () => Promise<void>;
  /** Fields that can't be changed here, and why. */
  locked?: Partial<Record<FormField, Shown<'pick'>>>;
  /** The field that Enter is on at first; else what ends the form. */
  start?: FormField;
  /** What was typed before and is no value yet. */
  unfinished?: Unfinished;
  /** With every key: neither Escape nor a reload loses what was typed. */
  onChange: (filled: Filled) => void;
}

interface FieldRow extends PickRow {
  field: FormField | 'go';
}

/** Undefined: the person went away. */
export async function fillForm(
  acting: Acting,
  given: TaskForm,
  options: FormOptions,
): Promise<TaskForm | undefined> {
  let filled: Filled = { form: given, unfinished: options.unfinished ?? {} };
  const change = (to: Filled) => {
    filled = to;
    options.onChange(to);
  };
  let at: FieldRow['field'] | undefined = options.start;
  for (;;) {
    const rows = fieldRows(acting, filled, options);
    const picked = await pickOne(rows, {
      title: options.title(),
      placeholder: ours('Enter changes a field; what is filled in is kept'),
      stays: true,
      active: (row) => row.field === at,
    });
    if (picked === undefined) return undefined;
    at = picked.field;
    if (picked.field === 'go') {
      const unfinished = firstUnfinished(filled);
      if (filled.form.title.trim() !== '' && unfinished === undefined) return filled.form;
      at = unfinished ?? 'title';
    }
    if (at === 'workspace') await options.changeWorkspace?.();
    else if (at !== 'go' && options.locked?.[at] === undefined) {
      await editField(acting, filled, at, options.workspace(), change);
    }
  }
}

function fieldRows(acting: Acting, filled: Filled, options: FormOptions): FieldRow[] {
  const { form } = filled;
  const { fields, locked = {} } = options;
  return [
    { field: 'go', label: options.go, description: titleWords('pick', form.title, '…', 100) },
    ...fields.map(
      (field): FieldRow => ({
        field,
        label: fieldLabel(field),
        description:
          locked[field] ??
          unfinishedLine(filled, field) ??
          fieldValue(acting, form, field, options.workspace()),
      }),
    ),
  ];
}

function fieldLabel(field: FormField): Shown<'pick'> {
  switch (field) {
    case 'title':
      return ours('Title');
    case 'description':
      return ours('Description');
    case 'assignedTo':
      return ours('For whom');
    case 'priority':
      return ours('Priority');
    case 'tags':
      return ours('Tags');
    case 'parentId':
      return ours('Parent');
    case 'context':
      return ours('Context');
    case 'workspace':
      return ours('Workspace');
  }
}

function unfinishedLine({ unfinished }: Filled, field: FormField): Shown<'pick'> | undefined {
  const text = (unfinished as Partial<Record<FormField, string>>)[field];
  return text === undefined ? undefined : say('pick', 'not entered yet: {0}', text.slice(0, 200));
}

function fieldValue(
  acting: Acting,
  form: TaskForm,
  field: FormField,
  workspace: TaskWorkspace,
): Shown<'pick'> {
  switch (field) {
    case 'assignedTo': {
      const agent = form.assignedTo === null ? undefined : workspace.agent(form.assignedTo);
      const seen = agent === undefined ? ('' as Shown) : agentLine(agent, acting.parts.clock.now());
      return join<'pick'>([forWhom(form.assignedTo), seen]);
    }
    case 'priority':
      return form.priority === null ? ours('as the file has it') : ours('P{0}', form.priority);
    case 'tags':
      return textLine(form.tags.map((tag) => `#${tag}`).join(' '));
    case 'parentId':
      return textLine(form.parentId === null ? '' : parentTitle(workspace, form.parentId));
    case 'workspace':
      return join<'pick'>([shown(workspace.name, 'pick', 40), shown(workspace.folder, 'pick', 120)]);
    default:
      return textLine(onOneLine(form[field]));
  }
}

function parentTitle(workspace: TaskWorkspace, id: string): string {
  const row = workspace.scan.tasks.find((one) => one.id === id);
  return row === undefined ? id : workspace.facts(row).title || id;
}

async function editField(
  acting: Acting,
  filled: Filled,
  field: keyof TaskForm,
  workspace: TaskWorkspace,
  change: (filled: Filled) => void,
): Promise<void> {
  switch (field) {
    case 'assignedTo':
      return editAssignee(acting, filled, workspace, change);
    case 'parentId': {
      const parentId = await editParent(filled.form.parentId, workspace);
      return change({ ...filled, form: { ...filled.form, parentId } });
    }
    default:
      return editText(filled, field, change);
  }
}

/** What the box of a field says, and what is wrong with what it holds. */
function boxOf(field: TypedField): Omit<Parameters<typeof askText>[0], 'title' | 'value' | 'onChange'> {
  switch (field) {
    case 'title':
      return {
        prompt: ours('What is to be done'),
        check: (text) => (text.trim() === '' ? ours('A task has a title') : undefined),
      };
    case 'description':
      return { prompt: ours('The sign ⏎ stands for a new line') };
    case 'assignedTo':
      return {
        prompt: ours('Only an agent of this name takes it'),
        check: (text) => (isAssignee(text) ? undefined : ours('A plain name: no slashes, quotes or colons')),
      };
    case 'priority':
      return {
        prompt: ours('A whole number: 1 comes first, 10 last'),
        check: (text) => (priorityOf(text) === null ? ours('A whole number') : undefined),
      };
    case 'tags':
      return { prompt: ours('Separated by commas; none where it is empty') };
    case 'context':
      return {
        prompt: ours('A JSON object that the agent gets with the task; none where it is empty'),
        placeholder: ours('{"sizes": [1, 2]}'),
        check: contextWords,
      };
  }
}

async function editText(opened: Filled, field: TypedField, change: (filled: Filled) => void): Promise<void> {
  const entered = await askText({
    ...boxOf(field),
    title: fieldLabel(field),
    value: boxText(opened, field),
    onChange: (text) => change(typeInto(opened, field, text, false)),
  });
  if (entered !== undefined) change(typeInto(opened, field, entered, true));
}

function contextWords(text: string): Shown<'prompt'> | undefined {
  const fault = contextFault(text);
  if (fault === null) return undefined;
  return fault.fault === 'not-an-object'
    ? ours('A JSON object: in braces')
    : jsonFaultWords(text, fault.fault, fault.at);
}

interface WhomRow extends PickRow {
  name: string | null | undefined;
}

async function editAssignee(
  acting: Acting,
  opened: Filled,
  workspace: TaskWorkspace,
  change: (filled: Filled) => void,
): Promise<void> {
  const now = acting.parts.clock.now();
  const rows: WhomRow[] = [
    { name: null, label: ours('Anyone'), description: ours('the first agent that takes it') },
    ...workspace.agents.map(
      (agent): WhomRow => ({
        name: agent.name,
        label: shown(agent.name, 'pick', 60),
        description: agentLine(agent, now),
      }),
    ),
    { name: undefined, label: ours('Other…'), description: ours('a name that is not registered yet') },
  ];
  const picked = await pickOne(rows, {
    title: fieldLabel('assignedTo'),
    active: (row) =>
      opened.unfinished.assignedTo === undefined
        ? row.name === opened.form.assignedTo
        : row.name === undefined,
  });
  if (picked === undefined) return;
  if (picked.name === undefined) return editText(opened, 'assignedTo', change);
  const { assignedTo: _, ...unfinished } = opened.unfinished;
  change({ form: { ...opened.form, assignedTo: picked.name }, unfinished });
}

interface ParentRow extends PickRow {
  id: string | null;
}

const MOST_PARENTS = 1000;

async function editParent(before: string | null, workspace: TaskWorkspace): Promise<string | null> {
  const { active, inbox, feedback, blocked, failed, done } = workspace.rows;
  const tasks = [...active, ...inbox, ...feedback, ...blocked, ...failed, ...done];
  const rows: ParentRow[] = [
    { id: null, label: ours('None') },
    ...tasks
      .filter((row) => row.task !== null)
      .slice(0, MOST_PARENTS)
      .map(
        (row): ParentRow => ({
          id: row.id,
          label: titleWords('pick', workspace.facts(row).title, row.id),
          description: join<'pick'>([shown(row.folder, 'pick', 20), shown(row.id, 'pick', 40)]),
        }),
      ),
  ];
  const picked = await pickOne(rows, {
    title: fieldLabel('parentId'),
    placeholder: ours('Title or id of the task that this one belongs to'),
    active: (row) => row.id === before,
  });
  return picked === undefined ? before : picked.id;
}
