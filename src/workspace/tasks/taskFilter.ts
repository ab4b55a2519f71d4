/** Which rows the person wants to see. */
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { taskFacts } from './taskStates.ts';
import { folded, textsOf, wordsOf } from './taskText.ts';

export interface TaskFilter {
  /** Words, in any order, in title, agent, tags, description, question, answer, result or error; or how the id begins. */
  text: string;
  /** One of its tags, as it is. */
  tag: string | null;
  /** Who runs it, ran it or is bound to it. */
  agent: string | null;
  hideDone: boolean;
}

export const NO_FILTER: TaskFilter = { text: '', tag: null, agent: null, hideDone: false };

export function isFiltering({ text, tag, agent, hideDone }: TaskFilter): boolean {
  return hideDone || tag !== null || agent !== null || text.trim() !== '';
}

/** Whether a row is to be seen; remembered with the row, so that asking again costs nothing. */
export function rowFilter(filter: TaskFilter): (row: TaskRow) => boolean {
  if (!isFiltering(filter)) return () => true;
  const words = wordsOf(filter.text);
  const known = new WeakMap<TaskRow, boolean>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const fits = accepts(row, filter, words);
    known.set(row, fits);
    return fits;
  };
}

function accepts(row: TaskRow, { tag, agent, hideDone }: TaskFilter, words: readonly string[]): boolean {
  if (hideDone && row.folder === 'done') return false;
  const facts = taskFacts(row);
  if (tag !== null && !facts.tags.includes(tag)) return false;
  if (agent !== null && facts.agent !== agent) return false;
  if (words.length === 0) return true;
  const id = folded(row.id);
  const text = folded(
    textsOf(row)
      .map((each) => each.text)
      .join('\n'),
  );
  return words.every((word) => id.startsWith(word) || text.includes(word));
}
