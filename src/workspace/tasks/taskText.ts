/** The texts of a task in which one searches, decoded, as lines. */
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { asRecord } from '../../protocol/tasks/taskRecord.ts';
import { questionOf, responseOf, textOf } from './taskQuestion.ts';
import { taskFacts } from './taskStates.ts';

export type TextField =
  | 'title'
  | 'id'
  | 'agent'
  | 'tags'
  | 'description'
  | 'question'
  | 'answer'
  | 'result'
  | 'error';

export interface FieldText {
  field: TextField;
  text: string;
}

/** A value with more of it is searched in as far as this, in UTF-16 units. */
const mostText = 200_000;

/** In this order; empty ones are left out. The id is not among them: only its beginning counts. */
export function textsOf(row: TaskRow): FieldText[] {
  const { task } = row;
  if (task === null) return [];
  const { title, agent, tags, lastError } = taskFacts(row);
  const texts: FieldText[] = [];
  const add = (field: TextField, text: string | null | undefined): void => {
    if (text) texts.push({ field, text });
  };
  add('title', title);
  add('agent', agent);
  if (tags.length > 0) add('tags', tags.map((tag) => `#${tag}`).join(' '));
  const { description, context, result } = task;
  add('description', description === undefined || description === null ? '' : textOf(description));
  if (asRecord(context) !== null) {
    const question = questionOf(task);
    if (question !== null) {
      const { text, options, draft } = question;
      add('question', [text, ...options.map(({ label }) => label), draft ?? ''].join('\n').trimEnd());
    }
    add('answer', responseOf(task));
  }
  if (result !== undefined && result !== null) add('result', leavesOf(result));
  add('error', lastError);
  return texts;
}

/** Whatever is in a value, a line each, by its name: what JSON would escape is readable. */
function leavesOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const lines: string[] = [];
  const left: { name: string; value: unknown }[] = [{ name: '', value }];
  let length = 0;
  for (let next = left.pop(); next !== undefined && length < mostText; next = left.pop()) {
    const { name, value: item } = next;
    if (typeof item === 'object' && item !== null) {
      const entries = Array.isArray(item) ? item.map((each) => [name, each] as const) : Object.entries(item);
      for (const [inner, each] of entries.reverse()) left.push({ name: inner, value: each });
      continue;
    }
    const line = name === '' ? textOf(item) : `${name}: ${textOf(item)}`;
    length += line.length;
    lines.push(line);
  }
  return lines.join('\n');
}

/** In the form in which texts are compared: case and the ways to write an accent do not count. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The words one looks for, in the form in which texts are compared. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}
