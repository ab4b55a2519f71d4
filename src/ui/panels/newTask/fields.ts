/** What stands in the boxes of the form, and the task that it means. */
import {
  contextFault,
  emptyForm,
  isAssignee,
  isListable,
  priorityOf,
  type TaskForm,
  tagsOf,
  tagsText,
} from '../../../acts/tasks/taskForm.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import { shown } from '../../../text/shown.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { forWhom } from '../../kit/words/taskFormWords.ts';
import type { Checked, Faults, Fields } from './newTaskMessages.ts';

const SHORTEST_PREFIX = 4;

export function fieldsOf(form: TaskForm): Fields {
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

/** What can be told of the boxes; a field that is wrong is left as a new task has it, so that a draft can be kept. */
export function readFields(
  fields: Fields,
  workspace: TaskWorkspace | undefined,
): { form: TaskForm; checked: Checked } {
  const faults: Faults = {};
  const form = emptyForm();
  form.title = fields.title;
  form.description = fields.description;
  form.tags = tagsOf(fields.tags);
  form.context = fields.context;
  if (fields.title.trim() === '') faults.title = ours('A task has a title.');
  const whom = fields.assignedTo.trim();
  if (whom !== '') {
    form.assignedTo = whom;
    if (!isAssignee(whom)) faults.assignedTo = ours('A plain name: no slashes, quotes or colons.');
  }
  const priority = priorityOf(fields.priority);
  if (priority === null) faults.priority = ours('A whole number.');
  else form.priority = priority;
  const parent = parentOf(fields.parent, workspace);
  if (parent === undefined) faults.parent = ours('No task here has this id or title.');
  else if (parent === 'several')
    faults.parent = ours('Several tasks begin like this: more of the id, please.');
  else if (parent !== null) form.parentId = parent.id;
  const wrong = contextFault(fields.context);
  if (wrong !== null) faults.context = contextWords(fields.context, wrong);
  return {
    form,
    checked: {
      faults,
      contextAt: wrong !== null && 'at' in wrong ? wrong.at : null,
      summary: [
        forWhom(form.assignedTo),
        form.priority === null ? '' : ours('P{0}', form.priority),
        ...form.tags.slice(0, 6).map((tag) => shown(`#${tag}`, 'pick', 24)),
      ]
        .filter((part) => part !== '')
        .join(' · '),
      parent:
        parent === null || parent === undefined || parent === 'several' || workspace === undefined
          ? null
          : panelLine(workspace.facts(parent).title || parent.id),
    },
  };
}

/** null: none is meant; undefined: none is known. */
function parentOf(
  typed: string,
  workspace: TaskWorkspace | undefined,
): TaskRow | 'several' | null | undefined {
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
  const ids = new Set(fits.map(({ id }) => id));
  return ids.size > 1 ? 'several' : fits[0];
}

const AROUND = 16;

function contextWords(text: string, wrong: NonNullable<ReturnType<typeof contextFault>>): string {
  if (!('at' in wrong)) return ours('A JSON object: in braces.');
  const { line, column } = placeIn(text, wrong.at);
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
export function placeIn(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
