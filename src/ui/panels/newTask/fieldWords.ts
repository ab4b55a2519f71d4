/** What the form says of what stands in its boxes. */
import type { FieldLock } from '../../../acts/tasks/taskEdit.ts';
import {
  differing,
  type FieldFaults,
  type FieldName,
  readFields,
  type TaskFields,
} from '../../../acts/tasks/taskFields.ts';
import type { ContextFault, TaskForm } from '../../../acts/tasks/taskForm.ts';
import { join, type Shown, shown } from '../../../text/agentText.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import { fieldWords } from '../../../text/taskRefusalWords.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { fieldLabel, forWhom } from '../../kit/words/taskFormWords.ts';
import type { Checked, Faults } from './newTaskMessages.ts';

/** Of a new task. */
export function checkedNew(fields: TaskFields, workspace: TaskWorkspace | undefined): Checked {
  const { form, faults, parent } = readFields(fields, workspace);
  return {
    faults: faultWords(faults, fields),
    contextAt: placeOf(faults.context),
    summary: valuesWords(form),
    parent:
      parent === null || workspace === undefined
        ? null
        : panelLine(workspace.facts(parent).title || parent.id),
  };
}

/** Of a task that is changed: what of it is changed. */
export function checkedEdit(edit: { before: TaskFields; fields: TaskFields }, faults: FieldFaults): Checked {
  const changed = differing(edit.before, edit.fields);
  return {
    faults: faultWords(faults, edit.fields),
    contextAt: placeOf(faults.context),
    summary:
      changed.length === 0
        ? ours('Nothing is changed yet.')
        : ours('Changes {0}.', join(changed.map(fieldWords), ', ')),
    parent: null,
  };
}

function faultWords(faults: FieldFaults, { context }: TaskFields): Faults {
  const { title, assignedTo, priority, parent, context: wrong } = faults;
  const words: Faults = {};
  if (title !== undefined) words.title = ours('A task has a title.');
  if (assignedTo !== undefined) words.assignedTo = ours('A plain name: no slashes, quotes or colons.');
  if (priority !== undefined) words.priority = ours('A whole number.');
  if (parent !== undefined)
    words.parent =
      parent === 'several'
        ? ours('Several tasks begin like this: more of the id, please.')
        : ours('No task here has this id or title.');
  if (wrong !== undefined) words.context = contextWords(context, wrong);
  return words;
}

export function lockWords(lock: FieldLock): Shown {
  switch (lock) {
    case 'too-long':
      return ours('Too long to be changed here, and not shown whole.');
    case 'unlistable':
      return ours('A tag of it holds a comma: to be changed in its file.');
    case 'not-an-object':
      return ours('It is no JSON object: to be changed in its file.');
  }
}

/** Around the first place where they differ, so that both are seen. */
export function differsWords(name: FieldName, was: string, now: string, isMine: boolean): Shown<'webview'> {
  let same = 0;
  while (same < was.length && was[same] === now[same]) same += 1;
  const from = same < AROUND ? 0 : same - AROUND / 2;
  const part = (text: string): string =>
    text === ''
      ? '…'
      : `${from > 0 ? '…' : ''}${shown(text.slice(from).replace(/\s+/g, ' '), 'webview', 60)}`;
  return isMine
    ? say('webview', '{0}: “{1}” is “{2}” by now; yours stays', fieldLabel(name), part(was), part(now))
    : say('webview', '{0}: “{1}” is “{2}” by now', fieldLabel(name), part(was), part(now));
}

function valuesWords(form: TaskForm): string {
  return [
    forWhom(form.assignedTo),
    form.priority === null ? '' : ours('P{0}', form.priority),
    ...form.tags.slice(0, 6).map((tag) => shown(`#${tag}`, 'pick', 24)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

const AROUND = 16;

function placeOf(wrong: ContextFault | undefined): number | null {
  return wrong !== undefined && 'at' in wrong ? wrong.at : null;
}

function contextWords(text: string, wrong: ContextFault): string {
  if (!('at' in wrong)) return ours('A JSON object: in braces.');
  const { line, column } = positionIn(text, wrong.at);
  if (wrong.fault === 'too-deep')
    return ours('Line {0}, column {1}: nested too deep for its readers.', line, column);
  if (wrong.fault === 'too-many-digits')
    return ours('Line {0}, column {1}: a number with too many digits for its readers.', line, column);
  if (text.slice(wrong.at).trim() === '')
    return ours('Line {0}, column {1}: it stops too early.', line, column);
  const rest = text.slice(wrong.at).split(/\r\n|\r|\n/, 1)[0] ?? '';
  return say('webview', 'Line {0}, column {1}: this is not JSON: “{2}”', line, column, rest.slice(0, AROUND));
}

/** From 1, as editors count. */
export function positionIn(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
