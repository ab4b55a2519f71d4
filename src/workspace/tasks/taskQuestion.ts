/** What an agent asked and what it was told, in the shapes in which agents write them. Nothing is enforced there. */
import type { Option } from '../../protocol/lib/option.ts';
import type { TaskRecord } from '../../protocol/tasks/taskModel.ts';
import { asRecord } from '../../protocol/tasks/taskRecord.ts';
import type { TaskQuestion } from './taskWorkspace.ts';

/** `context._feedback_request`; null where there is none. It is open only while the task is in `feedback/`. */
export function questionOf(task: TaskRecord): TaskQuestion | null {
  const asked = inContext(task, '_feedback_request');
  if (asked === undefined || asked === null) return null;
  const object = asRecord(asked);
  if (object === null) return { text: textOf(asked), options: [], draft: null };
  const { question, options, draft } = object;
  return {
    // Whatever else it says is better shown as it is than lost.
    text: question === undefined || question === null ? textOf(asked) : textOf(question),
    options: optionsOf(options),
    draft: draft === undefined || draft === null ? null : textOf(draft),
  };
}

/** `context._feedback_response` as text; null where there is none. It may belong to an earlier question. */
export function responseOf(task: TaskRecord): string | null {
  const response = inContext(task, '_feedback_response');
  return response === undefined ? null : textOf(response);
}

/** A text as it is, anything else as its JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/**
 * A list's items in order: a text is its own answer; of an object its `id`, `value` or `label` is, shown by its `label`,
 * `text` or `title`; anything else is its JSON. An object that is no list: its names, shown with what they stand for.
 */
function optionsOf(options: unknown): Option[] {
  if (Array.isArray(options)) return options.map(optionOf);
  const named = asRecord(options);
  if (named === null) return [];
  return Object.entries(named).map(([id, label]) => ({ id, label: textOf(label) }));
}

function optionOf(item: unknown): Option {
  const object = asRecord(item);
  if (object === null) return { id: textOf(item), label: textOf(item) };
  const label = firstText(object, ['label', 'text', 'title', 'name', 'value', 'id']) ?? textOf(item);
  return { id: firstText(object, ['id', 'value', 'key']) ?? label, label };
}

function firstText(object: TaskRecord, names: readonly string[]): string | null {
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

function inContext(task: TaskRecord, name: string): unknown {
  const context = asRecord(task['context']);
  return context !== null && Object.hasOwn(context, name) ? context[name] : undefined;
}
