/** The order in which the rows of a folder are shown. */
import { sameItems } from '../../protocol/lib/sameItems.ts';
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import type { TaskFolderName } from '../../protocol/tasks/taskNames.ts';
import { taskFacts } from './taskStates.ts';

interface Keyed {
  row: TaskRow;
  first: number;
  second: number;
  /** Among equals the one of this name comes first. */
  name: string;
}

/** More new rows than this among the old are put in order all together. */
const few = 200;

/**
 * `listed`: the rows of one folder as the peer lists them, unreadable ones last. Inbox stays so; feedback by priority, then
 * the longest wait first; active and blocked longest first; failed and done newest first; unreadable ones last. `before`:
 * what this gave the last time, which is given again where nothing changed.
 */
export function inOrder(
  folder: TaskFolderName,
  listed: readonly TaskRow[],
  before: readonly TaskRow[],
): readonly TaskRow[] {
  if (folder === 'inbox') return sameItems(listed, before) ? before : listed;
  const old = new Set(before);
  const added = listed.filter((row) => !old.has(row)).map((row) => keyOf(folder, row));
  if (added.length === 0 && listed.length === before.length) return before;
  added.sort(compare);
  if (added.length > few) return sorted(folder, listed);
  const still = new Set(listed);
  return merged(
    folder,
    before.filter((row) => still.has(row)),
    added,
  );
}

function sorted(folder: TaskFolderName, listed: readonly TaskRow[]): readonly TaskRow[] {
  return listed
    .map((row) => keyOf(folder, row))
    .sort(compare)
    .map(({ row }) => row);
}

/** Puts a few rows where they belong among those that are in order. */
function merged(
  folder: TaskFolderName,
  old: readonly TaskRow[],
  added: readonly Keyed[],
): readonly TaskRow[] {
  const rows: TaskRow[] = [];
  let from = 0;
  for (const each of added) {
    let low = from;
    let high = old.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = old[middle];
      if (other !== undefined && compare(keyOf(folder, other), each) <= 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from += 1) {
      const row = old[from];
      if (row !== undefined) rows.push(row);
    }
    rows.push(each.row);
  }
  for (; from < old.length; from += 1) {
    const row = old[from];
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

function keyOf(folder: TaskFolderName, row: TaskRow): Keyed {
  const { since, priority } = taskFacts(row);
  const last = Number.MAX_VALUE;
  const name = row.id;
  if (row.task === null) return { row, first: Number.POSITIVE_INFINITY, second: 0, name };
  if (folder === 'feedback') return { row, first: priority ?? last, second: since ?? last, name };
  const newestFirst = folder === 'done' || folder === 'failed';
  return { row, first: since === null ? last : newestFirst ? -since : since, second: 0, name };
}

function compare(a: Keyed, b: Keyed): number {
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  if (a.second !== b.second) return a.second < b.second ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
