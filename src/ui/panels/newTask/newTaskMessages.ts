/** What the New Task panel and its host tell each other. Words come from the host; `PanelText` is what agents wrote. */

import type { FieldName as Name, TaskFields } from '../../../acts/tasks/taskFields.ts';
import type { PanelText } from '../../../text/panelText.ts';
import { type Checker, nothing, object, oneOf, text, whole } from '../checkMessage.ts';
import type { ContractOf } from '../rpc.ts';
import type { newTaskTexts } from './newTaskPanelWords.ts';

export type NewTaskTexts = Record<keyof ReturnType<typeof newTaskTexts>, string>;

/** As it stands in the boxes. */
export type Fields = TaskFields;

export type FieldName = Name;

/** What is wrong with a field, in words; a field that is as it must be is not named. */
export type Faults = Partial<Record<FieldName, string>>;

export interface Checked {
  faults: Faults;
  /** Where the context stops being JSON: UTF-16 units from 0; null where it is fine, or no place can be said. */
  contextAt: number | null;
  /** "P2 · for scribe · #web": what goes into the file beside the texts; of an edit what it changes. */
  summary: string;
  /** Title of the parent. */
  parent: PanelText | null;
}

/** Out of what stands in the way: `out` leads to where it is allowed, `rebase` takes over what the file holds by now. */
export type WayName = (typeof WAYS)[number];

const WAYS = ['out', 'rebase', 'copy'] as const;

export interface FormShown {
  fields: Fields;
  checked: Checked;
  /** The waiting task that it changes; null: it is a new one. */
  edits: { title: PanelText; words: string } | null;
  workspaces: { name: PanelText; folder: PanelText; off: string }[];
  /** The place of the chosen one. */
  workspace: number;
  /** By field why it can't be changed here. */
  locked: Faults;
  /** Why nothing can be sent now, what differs, and the ways out of it; empty where something can. */
  off: string;
  differs: string[];
  ways: { name: WayName; words: string }[];
  /** "mira submits it." */
  author: string;
  /** "kept 09:20" */
  saved: string;
}

export interface TaskShown {
  title: PanelText;
  /** "waits in ops for anyone" */
  words: string;
  /** It still waits: it can be taken back, and changed. */
  waits: boolean;
}

export type NewTask =
  | { state: 'reading' }
  /** No task workspace is known. */
  | { state: 'none' }
  | { state: 'form'; form: FormShown }
  /** `elsewhere`: it was to be changed, and no longer waits. */
  | { state: 'submitted' | 'saved' | 'elsewhere'; task: TaskShown };

/** What may be chosen in the form's workspace. */
export interface Choices {
  agents: { name: string; words: string }[];
  tags: string[];
  parents: { id: string; title: string }[];
}

const MAX_TITLE = 2_000;
/** A draft that was begun elsewhere may be longer than what the boxes take. */
const MAX_KEPT = 262_144;

const typed: Checker<Fields> = object({
  title: text(MAX_TITLE),
  description: text(MAX_KEPT),
  assignedTo: text(400),
  priority: text(40),
  tags: text(4_000),
  parent: text(MAX_TITLE),
  context: text(MAX_KEPT),
});
const index = whole(0, 1_000);

/** What the panel may ask with. */
export const ASKS = { task: nothing, choices: object({ workspace: index }) };

/** What its requests may hold. */
export const TAKES = {
  /** Kept as the draft. */
  type: typed,
  workspace: object({ index }),
  submit: typed,
  discard: nothing,
  show: nothing,
  withdraw: nothing,
  /** A form anew: of another task, or of the one that was changed. */
  another: nothing,
  initialize: nothing,
  way: object({ name: oneOf(...WAYS) }),
};

interface Replies {
  type: Checked;
  /** True once it is on disk; false where the person went away. */
  submit: { submitted: boolean };
}

export type NewTaskContract = ContractOf<
  typeof ASKS,
  typeof TAKES,
  { task: NewTask; choices: Choices },
  Replies
>;
