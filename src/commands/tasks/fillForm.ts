/** The form of a task: a row a field, each asked for by itself; what is filled in is kept as one goes. */
import { join, type Shown, shown } from '../../host/agentText.ts';
import { askText, type PickRow, pickOne } from '../../host/quickPick.ts';
import { jsonFaultWords } from '../../host/words/jsonWords.ts';
import { ours } from '../../host/words/say.ts';
import { titleWords } from '../../host/words/taskActWords.ts';
import { agentLine, forWhom, textLine } from '../../host/words/taskFormWords.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import type { Acting } from '../acting.ts';
import {
  contextFault,
  isAssignee,
  ofOneLine,
  onOneLine,
  priorityOf,
  type TaskForm,
  tagsOf,
  tagsText,
} from './taskForm.ts';

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
  onChange: (form: TaskForm) => void;
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
  let form = given;
  let at: FieldRow['field'] | undefined = options.start;
  for (;;) {
    const rows = fieldRows(acting, form, options);
    const picked = await pickOne(rows, {
      title: options.title(),
      placeholder: ours('Enter changes a field; what is filled in is kept'),
      stays: true,
      active: (row) => row.field === at,
    });
    if (picked === undefined) return undefined;
    at = picked.field;
    if (picked.field === 'go') {
      if (form.title.trim() !== '') return form;
      at = 'title';
    }
    if (at === 'workspace') await options.changeWorkspace?.();
    else if (at !== 'go' && options.locked?.[at] === undefined) {
      form = await editField(acting, form, at, options.workspace());
      options.onChange(form);
    }
  }
}

function fieldRows(acting: Acting, form: TaskForm, options: FormOptions): FieldRow[] {
  const { fields, locked = {} } = options;
  return [
    { field: 'go', label: options.go, description: titleWords('pick', form.title, '…', 100) },
    ...fields.map(
      (field): FieldRow => ({
        field,
        label: fieldLabel(field),
        description: locked[field] ?? fieldValue(acting, form, field, options.workspace()),
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
  form: TaskForm,
  field: keyof TaskForm,
  workspace: TaskWorkspace,
): Promise<TaskForm> {
  switch (field) {
    case 'title':
    case 'description':
      return { ...form, [field]: await editText(form[field], field) };
    case 'assignedTo':
      return { ...form, assignedTo: await editAssignee(acting, form.assignedTo, workspace) };
    case 'priority': {
      const typed = await askText({
        title: fieldLabel('priority'),
        prompt: ours('A whole number: 1 comes first, 10 last'),
        value: form.priority === null ? '' : String(form.priority),
        check: (text) => (priorityOf(text) === null ? ours('A whole number') : undefined),
      });
      return { ...form, priority: typed === undefined ? form.priority : priorityOf(typed) };
    }
    case 'tags': {
      const typed = await askText({
        title: fieldLabel('tags'),
        prompt: ours('Separated by commas; none where it is empty'),
        value: tagsText(form.tags),
      });
      return { ...form, tags: typed === undefined ? form.tags : tagsOf(typed) };
    }
    case 'parentId':
      return { ...form, parentId: await editParent(form.parentId, workspace) };
    case 'context': {
      const typed = await askText({
        title: fieldLabel('context'),
        prompt: ours('A JSON object that the agent gets with the task; none where it is empty'),
        placeholder: ours('{"sizes": [1, 2]}'),
        value: form.context.replace(/\s*[\r\n]\s*/g, ' '),
        check: contextWords,
      });
      return { ...form, context: typed ?? form.context };
    }
  }
}

function contextWords(text: string): Shown<'prompt'> | undefined {
  const fault = contextFault(text);
  if (fault === null) return undefined;
  return fault.fault === 'not-an-object'
    ? ours('A JSON object: in braces')
    : jsonFaultWords(text, fault.fault, fault.at);
}

async function editText(before: string, field: 'title' | 'description'): Promise<string> {
  const typed = await askText({
    title: fieldLabel(field),
    prompt: field === 'title' ? ours('What is to be done') : ours('The sign ⏎ stands for a new line'),
    value: onOneLine(before),
    ...(field === 'title'
      ? { check: (text: string) => (text.trim() === '' ? ours('A task has a title') : undefined) }
      : {}),
  });
  // What was left alone keeps its own breaks.
  return typed === undefined || typed === onOneLine(before) ? before : ofOneLine(typed);
}

interface WhomRow extends PickRow {
  name: string | null | undefined;
}

async function editAssignee(
  acting: Acting,
  before: string | null,
  workspace: TaskWorkspace,
): Promise<string | null> {
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
    active: (row) => row.name === before,
  });
  if (picked === undefined) return before;
  if (picked.name !== undefined) return picked.name;
  const typed = await askText({
    title: fieldLabel('assignedTo'),
    prompt: ours('Only an agent of this name takes it'),
    value: before ?? '',
    check: (text) => (isAssignee(text) ? undefined : ours('A plain name: no slashes, quotes or colons')),
  });
  return typed === undefined ? before : typed.trim();
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
