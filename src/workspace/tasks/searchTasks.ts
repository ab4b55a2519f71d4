/** Looks for words in everything that tasks say. */
import { memoize } from '../../protocol/lib/memo.ts';
import { type Pace, processPace } from '../../protocol/lib/pace.ts';
import type { TaskRow, TaskScan } from '../../protocol/tasks/taskModel.ts';
import { taskFacts } from './taskStates.ts';
import { type FieldText, folded, type TextField, textsOf, wordsOf } from './taskText.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';

export interface FoundTask {
  workspace: TaskWorkspace;
  row: TaskRow;
  /** Where most of the words stand; `title` where no words were given. */
  field: TextField;
  /** The line of it that holds most of them, as it is. */
  line: string;
}

export interface FindOptions {
  pace?: Pace;
  /** Nothing more comes once it is aborted. */
  signal?: AbortSignal;
}

interface Dated {
  workspace: TaskWorkspace;
  row: TaskRow;
  at: number;
}

/** The first rows are given as soon as there are so many, later ones in larger lots. */
const firstLot = 20;
const laterLot = 200;
/** So many tasks are gone through between two looks at the clock. */
const atATime = 16;

/**
 * Tasks in which each of the words stands, in any order, whatever their case; of the id only the beginning counts. Newest
 * first, by the time of the last change, in lots as they are found.
 */
export async function* searchTasks(
  workspaces: readonly TaskWorkspace[],
  text: string,
  { pace = processPace, signal }: FindOptions = {},
): AsyncGenerator<readonly FoundTask[], void, void> {
  const words = wordsOf(text);
  let lot: FoundTask[] = [];
  let most = firstLot;
  let looked = 0;
  for (const { workspace, row } of await newestFirst(workspaces, pace)) {
    looked += 1;
    if (looked % atATime === 0 && pace.due()) {
      // What there is shows while the rest is looked through.
      if (most === firstLot && lot.length > 0) {
        yield lot;
        lot = [];
        most = laterLot;
      }
      await pace.pause();
    }
    if (signal?.aborted) return;
    const found = lookIn(row, words);
    if (found === null) continue;
    lot.push({ workspace, row, ...found });
    if (lot.length < most) continue;
    yield lot;
    lot = [];
    most = laterLot;
  }
  if (lot.length > 0 && !signal?.aborted) yield lot;
}

/** Where the words are; null where one of them is nowhere. */
function lookIn(row: TaskRow, words: readonly string[]): Pick<FoundTask, 'field' | 'line'> | null {
  const texts = textsOf(row).map((each) => ({ ...each, folded: folded(each.text) }));
  const id = folded(row.id);
  const byId = words.filter((word) => id.startsWith(word));
  const fits = words.every((word) => byId.includes(word) || texts.some((each) => each.folded.includes(word)));
  if (!fits) return null;
  if (words.length === 0) return { field: 'title', line: taskFacts(row).title };
  let best: { field: TextField; line: string; count: number } = {
    field: 'id',
    line: row.id,
    count: byId.length,
  };
  for (const each of texts) {
    const found = bestLine(each, words);
    if (found.count > best.count) best = { field: each.field, ...found };
  }
  return { field: best.field, line: best.line };
}

function bestLine(
  { text, folded: whole }: FieldText & { folded: string },
  words: readonly string[],
): { line: string; count: number } {
  const wanted = words.filter((word) => whole.includes(word));
  let best = { line: '', count: 0 };
  if (wanted.length === 0) return best;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const own = folded(line);
    const count = wanted.filter((word) => own.includes(word)).length;
    if (count > best.count) best = { line: line.trim(), count };
    if (count === wanted.length) break;
  }
  return best;
}

/** All rows of all workspaces, by the time of their last change; those without one last. */
async function newestFirst(workspaces: readonly TaskWorkspace[], pace: Pace): Promise<readonly Dated[]> {
  const lists: (readonly Dated[])[] = [];
  for (const workspace of workspaces) {
    lists.push(datedIn(workspace));
    if (pace.due()) await pace.pause();
  }
  const [first = []] = lists;
  return lists.length < 2 ? first : lists.flat().sort(byTime);
}

/** The workspace may have been made anew around the same rows. */
const datedIn = memoize((workspace: TaskWorkspace): readonly Dated[] =>
  datedRows(workspace.scan).map((dated) => ({ ...dated, workspace })),
);

const datedRows = memoize(({ tasks }: TaskScan) =>
  tasks
    .map((row) => {
      const { updatedAt, since } = taskFacts(row);
      return { row, at: updatedAt ?? since ?? Number.NEGATIVE_INFINITY };
    })
    .sort(byTime),
);

function byTime(a: { at: number }, b: { at: number }): number {
  return a.at === b.at ? 0 : b.at < a.at ? -1 : 1;
}
