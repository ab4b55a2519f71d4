/** Rows of our trees as data: what they are of, and what an act on them needs. */
import type { TaskTarget } from '../../acts/tasks/chosenTasks.ts';
import type { RowItem } from '../../host/treeItem.ts';
import type { QuestionKey } from '../../protocol/loops/loopSnapshot.ts';

/** What a row stands for, for the commands that take it. */
export interface Target {
  /** Key of the loop in the store. */
  loopKey?: string;
  /** Key of the wait, of a row that can be answered. */
  waitKey?: string;
  question?: QuestionKey;
  /** The option's id, of an option's row. */
  optionId?: string;
  round?: number;
  /** What the loop wrote, as its log names it: relative to the repository, not checked yet. */
  artifact?: string;
  /** One of the loop's own files: `loop.json`, `events.jsonl`, `inbox.jsonl`. */
  file?: string;
  /** Line in `file`, from 1. */
  line?: number;
  /** Id of a held note. */
  noteId?: string;
  /** A task's row: which file of which workspace in the store. */
  task?: TaskTarget;
  /** The row of a group: all that is in it. */
  tasks?: readonly TaskTarget[];
  /** A folder's or an agent's row: the tasks that its menu acts on, asked for only then. */
  holds?: () => readonly TaskTarget[];
  /** A folder in which loops are looked for. */
  folder?: string;
  /** What of a long text opens as a page: its kind and key, and the name of its tab. */
  page?: { kind: string; key: string; name: string };
}

export interface Row {
  kind: string;
  /** Unique in its tree and the same over updates, so that expansion, selection and scroll stay. */
  id: string;
  target?: Target;
  /**
   * What of the model the row and all under it are made of; the key of its loop or task workspace unless given. A change
   * elsewhere leaves them alone. Rows without any are always looked at.
   */
  part?: string;
}

/** One view's rows. All three are pure over the model that the view holds. */
export interface RowSource<R extends Row> {
  roots(): readonly R[];
  children(row: R): readonly R[];
  item(row: R): RowItem;
  /** Until then time alone changes nothing that is shown of the row itself, in milliseconds since 1970. Absent: it may. */
  turnsAt?(row: R): number;
}
