/** What a person changes in a waiting task: what stood in its file when they began, and what stands in the boxes now. */
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { parseJson } from '../../protocol/lib/parseJson.ts';
import { parseNoted } from '../../protocol/lib/pythonJson.ts';
import { ok, type Result, refuse } from '../../protocol/lib/result.ts';
import { sameItems } from '../../protocol/lib/sameItems.ts';
import { JsonText, layOut, MOST_LEVELS } from '../../protocol/tasks/jsonValues.ts';
import { MOST_BYTES, readEntry } from '../../protocol/tasks/readEntry.ts';
import type { TaskChange } from '../../protocol/tasks/taskModel.ts';
import type { DraftStore } from '../../workspace/kept/drafts.ts';
import type { ChosenTask } from './chosenTasks.ts';
import {
  differing,
  FIELD_NAMES,
  type FieldFaults,
  type FieldName,
  fieldsFrom,
  MOST_CHARACTERS,
  readFields,
  type TaskFields,
} from './taskFields.ts';
import { isListable, ofOneLine, onOneLine, tagsOf, tagsText } from './taskForm.ts';

/** Why a field can't be changed in a box: it must be in its file. `unlistable`: a tag holds what parts tags. */
export type FieldLock = 'too-long' | 'unlistable' | 'not-an-object';

export interface EditableTask {
  /** Of the file that was read. */
  version: string;
  fields: TaskFields;
  locked: Partial<Record<FieldName, FieldLock>>;
}

export interface TaskEdit {
  /** Version of the file that the person saw. */
  seen: string;
  /** What it held then. */
  before: TaskFields;
  fields: TaskFields;
}

const MOST: Record<FieldName, number> = {
  title: 2_000,
  description: MOST_CHARACTERS,
  assignedTo: 400,
  priority: 40,
  tags: 4_000,
  parent: 2_000,
  context: MOST_CHARACTERS,
};

/** Refused: `changed` where the file is not the one that the row is of. */
export async function readEditable(
  files: Files,
  task: Pick<ChosenTask, 'workspace' | 'row'>,
): Promise<Result<EditableTask>> {
  const { workspace, row } = task;
  const context = await contextText(files, task);
  if (!context.ok) return context;
  const { tags, boundTo, priority } = workspace.facts(row);
  const text = (name: string): string => {
    const value = row.task?.[name];
    return typeof value === 'string' ? value : '';
  };
  const isPriority = priority !== null && Number.isSafeInteger(priority);
  // As boxes hold it, which have their own ends of lines, or none.
  const fields: TaskFields = {
    title: onOneLine(text('title')),
    description: text('description').replace(/\r\n?/g, '\n'),
    assignedTo: (boundTo ?? '').replace(/[\r\n]/g, ''),
    priority: isPriority ? String(priority) : '',
    tags: isListable(tags) ? tagsText(tags) : tagsText(tags).replace(/[\r\n]/g, ' '),
    parent: '',
    context: context.value ?? '',
  };
  const locked: EditableTask['locked'] = {};
  if (!isListable(tags)) locked.tags = 'unlistable';
  if (context.value === null) locked.context = 'not-an-object';
  for (const name of FIELD_NAMES) {
    if (fields[name].length <= MOST[name]) continue;
    locked[name] = 'too-long';
    fields[name] = `${fields[name].slice(0, MOST[name] - 1)}…`;
  }
  return ok({ version: row.version, fields, locked });
}

/** Longer than this it is laid out over several lines. */
const LINE = 60;

/** A task's context as its file spells it: empty for an empty object, null for what is none. Refused: `changed` where the file is not the one that was seen. */
async function contextText(
  files: Files,
  { workspace, row }: Pick<ChosenTask, 'workspace' | 'row'>,
): Promise<Result<string | null>> {
  const read = await readEntry(files, path.join(workspace.folder, row.file), MOST_BYTES);
  if (!read.ok || createHash('sha256').update(read.bytes).digest('hex') !== row.version)
    return refuse('changed', 'The file is not the one that was seen.', {});
  const task = parseNoted(read.bytes.toString('utf8'), MOST_LEVELS);
  const context = task.ok && task.value instanceof Map ? (task.value.get('context') ?? new Map()) : null;
  if (!(context instanceof Map)) return ok(null);
  return ok(context.size === 0 ? '' : layOut(context, LINE));
}

/** Only what differs: the rest of the file keeps its own text. */
export function changesOf({ before, fields }: Pick<TaskEdit, 'before' | 'fields'>): TaskChange {
  const { form } = readFields(fields, undefined);
  const change: TaskChange = {};
  for (const name of differing(before, fields)) {
    switch (name) {
      case 'title':
        change.title = ofOneLine(form.title).trim();
        break;
      case 'description':
        change.description = form.description;
        break;
      case 'assignedTo':
        if (fields.assignedTo.trim() !== before.assignedTo.trim()) change.assignedTo = form.assignedTo;
        break;
      case 'priority':
        if (form.priority !== null) change.priority = form.priority;
        break;
      case 'tags':
        if (!sameItems(form.tags, tagsOf(before.tags))) change.tags = form.tags;
        break;
      case 'context': {
        const context = changedContext(before.context, fields.context);
        if (context !== undefined) change.context = context;
        break;
      }
      default:
        // Nobody reads whom a waiting task belongs to: it is given once.
        break;
    }
  }
  return change;
}

function changedContext(before: string, after: string): JsonText | undefined {
  const [old, made] = [before, after].map((text) => JsonText.of(text.trim() === '' ? '{}' : text));
  if (made === undefined || !made.ok) return undefined;
  return old?.ok === true && old.value.equals(made.value) ? undefined : made.value;
}

/** Of what the person changed: what the file had before is none of theirs. */
export function editFaults({ before, fields }: TaskEdit): FieldFaults {
  const { faults } = readFields(fields, undefined);
  for (const name of FIELD_NAMES)
    if (name === 'parent' || before[name] === fields[name]) delete faults[name as keyof FieldFaults];
  return faults;
}

/** On what its file holds by now: what the person changed stays as they have it. */
export function rebased({ before, fields }: TaskEdit, now: EditableTask): TaskEdit {
  const kept = Object.fromEntries(differing(before, fields).map((name) => [name, fields[name]]));
  return { seen: now.version, before: now.fields, fields: { ...now.fields, ...kept } };
}

/** The drafts of edits, one a task, over all windows. */
export function editKey(workspaceKey: string, id: string): string {
  return `tasks|edit|${workspaceKey}|${id}`;
}

export function keptEdit(drafts: Pick<DraftStore, 'get'>, key: string): TaskEdit | undefined {
  const { seen, before, fields } = (parseJson(drafts.get(key)?.text ?? '') ?? {}) as Partial<
    Record<keyof TaskEdit, unknown>
  >;
  const [was, typed] = [fieldsFrom(before), fieldsFrom(fields)];
  return typeof seen === 'string' && was !== undefined && typed !== undefined
    ? { seen, before: was, fields: typed }
    : undefined;
}

/** Nothing is kept where nothing was changed. */
export function keepEdit(drafts: Pick<DraftStore, 'set'>, key: string, edit: TaskEdit): void {
  const isChanged = differing(edit.before, edit.fields).length > 0;
  drafts.set(key, { text: isChanged ? JSON.stringify(edit) : '', choice: null });
}
