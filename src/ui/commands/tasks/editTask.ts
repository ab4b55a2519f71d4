import { contextText } from '../../../acts/tasks/contextText.ts';
import { changesOf, formFrom, isListable, type TaskForm } from '../../../acts/tasks/taskForm.ts';
import { type Filled, unfinishedFrom } from '../../../acts/tasks/typedFields.ts';
import { brief, info } from '../../../host/messages.ts';
import { ours, say } from '../../../text/say.ts';
import type { Shown } from '../../../text/shown.ts';
import type { Acting } from '../../kit/services.ts';
import type { ChosenTask } from '../../kit/taskTargets.ts';
import { titleWords } from '../../kit/words/taskActWords.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';
import { type FormField, fillForm } from './fillForm.ts';

/** A waiting task is changed through the checked write; what was filled in is kept until it is on disk. */
export async function editTask(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(acting, { verb: 'edit', ability: 'editable', one: true }, argument, many);
  const [task] = choice?.tasks ?? [];
  if (choice === undefined || task === undefined) return;
  const { drafts } = acting.parts;
  const key = `tasks|edit|${task.workspace.key}|${task.row.id}`;
  const { before, locked } = await formOf(task);
  const kept = changedFields(drafts.get(key)?.text ?? '');
  const form = await fillForm(acting, formFrom({ ...before, ...kept }, before), {
    title: () => say('pick', 'Edit “{0}”', titleWords('pick', task.facts.title, task.row.id, 60)),
    go: ours('Save'),
    fields: ['title', 'description', 'assignedTo', 'priority', 'tags', 'context'],
    workspace: () => acting.parts.tasks.get(task.workspace.key) ?? task.workspace,
    locked,
    unfinished: unfinishedFrom(kept['unfinished']),
    onChange: (changed) => drafts.set(key, { text: differing(before, changed), choice: null }),
  });
  if (form === undefined) {
    if (drafts.get(key) !== undefined) brief(ours('Kept: Edit Task takes it up again.'));
    return;
  }
  const change = changesOf(before, form);
  if (Object.keys(change).length === 0) {
    await drafts.delete(key);
    void info(ours('Nothing was changed.'));
    return;
  }
  const outcome = await doTasks(
    acting,
    'edit',
    choice,
    // The form was filled with what stood there when it opened.
    (folder, { row }) => folder.edit(row.id, change, { seen: row.version }),
    typedText(before, form),
  );
  if (outcome.refused.length === 0) await drafts.delete(key);
}

/** The task's fields as its file has them, and which of them this form can't hold. */
async function formOf(
  task: ChosenTask,
): Promise<{ before: TaskForm; locked: Partial<Record<FormField, Shown<'pick'>>> }> {
  const { row, facts } = task;
  const locked: Partial<Record<FormField, Shown<'pick'>>> = {};
  const context = await contextText(task);
  if (!context.ok) locked.context = contextLock(context.code);
  const tags = [...facts.tags];
  if (!isListable(tags)) locked.tags = ours('a tag of it holds a comma: to be changed in its file');
  const text = (name: string): string => {
    const value = row.task?.[name];
    return typeof value === 'string' ? value : '';
  };
  const { priority } = facts;
  return {
    before: {
      title: text('title'),
      description: text('description'),
      assignedTo: facts.boundTo,
      priority: priority !== null && Number.isSafeInteger(priority) ? priority : null,
      tags,
      parentId: null,
      context: context.ok ? context.text : '',
    },
    locked,
  };
}

function contextLock(code: 'changed' | 'too-long' | 'not-an-object'): Shown<'pick'> {
  switch (code) {
    case 'changed':
      return ours('the file has changed: begin again to see it');
    case 'too-long':
      return ours('too long to be changed here');
    case 'not-an-object':
      return ours('no JSON object: to be changed in its file');
  }
}

/** The fields that differ, as the draft holds them: it fits a later version of the task as well. */
function differing(before: TaskForm, { form: after, unfinished }: Filled): string {
  const names = Object.keys(before) as (keyof TaskForm)[];
  const fields = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const isDone = Object.keys(unfinished).length === 0;
  if (fields.length === 0 && isDone) return '';
  const changed = Object.fromEntries(fields.map((name) => [name, after[name]]));
  return JSON.stringify(isDone ? changed : { ...changed, unfinished });
}

function changedFields(text: string): Record<string, unknown> {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    return {};
  }
}

/** What a person would miss: the texts that they changed. */
function typedText(before: TaskForm, after: TaskForm): string {
  return (['title', 'description', 'context'] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => after[name])
    .join('\n\n');
}
