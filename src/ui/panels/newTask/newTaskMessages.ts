/** What the New Task panel and its host tell each other. Words come from the host; `PanelText` is what agents wrote. */

import type { PanelText } from '../../../text/panelText.ts';
import { type Checker, nothing, object, text, whole } from '../checkMessage.ts';
import type { newTaskTexts } from './newTaskPanelWords.ts';

export type NewTaskTexts = Record<keyof ReturnType<typeof newTaskTexts>, string>;

/** As it stands in the boxes. */
export interface Fields {
  title: string;
  description: string;
  assignedTo: string;
  priority: string;
  tags: string;
  parent: string;
  context: string;
}

export type FieldName = keyof Fields;

/** What is wrong with a field, in words; a field that is as it must be is not named. */
export type Faults = Partial<Record<FieldName, string>>;

export interface Checked {
  faults: Faults;
  /** Where the context stops being JSON: UTF-16 units from 0; null where it is fine, or no place can be said. */
  contextAt: number | null;
  /** "P2 · for scribe · #web": what goes into the file beside the texts. */
  summary: string;
  /** Title of the parent. */
  parent: PanelText | null;
}

export interface FormShown {
  fields: Fields;
  /** Which page typed it last, and its number there; empty where it comes from elsewhere. */
  by: string;
  checked: Checked;
  workspaces: { name: PanelText; folder: PanelText; off: string }[];
  /** The place of the chosen one. */
  workspace: number;
  /** Why nothing can be submitted there, and the way out of it; empty where something can. */
  off: string;
  way: string;
  /** "mira submits it." */
  author: string;
  /** "kept 09:20" */
  saved: string;
}

export interface SubmittedShown {
  title: PanelText;
  /** "waits in ops for anyone" */
  words: string;
  /** It still waits: it can be taken back. */
  withdrawable: boolean;
}

export type NewTask =
  | { state: 'reading' }
  /** No task workspace is known. */
  | { state: 'none' }
  | { state: 'form'; form: FormShown }
  | { state: 'submitted'; task: SubmittedShown };

/** What may be chosen in the form's workspace. */
export interface Choices {
  agents: { name: string; words: string }[];
  tags: string[];
  parents: { id: string; title: string }[];
}

interface TypedFields extends Fields {
  /** Of the page and the change, to tell what comes back from what others typed. */
  by: string;
}

export type NewTaskContract = {
  slices: {
    task: { asks: null; gives: NewTask };
    choices: { asks: { workspace: number }; gives: Choices };
  };
  requests: {
    /** Kept as the draft. */
    type: { takes: TypedFields; gives: Checked };
    workspace: { takes: { index: number }; gives: null };
    /** True once it is on disk; false where the person went away. */
    submit: { takes: TypedFields; gives: { submitted: boolean } };
    discard: { takes: null; gives: null };
    show: { takes: null; gives: null };
    withdraw: { takes: null; gives: null };
    another: { takes: null; gives: null };
    initialize: { takes: null; gives: null };
    wayOut: { takes: null; gives: null };
  };
  events: Record<never, never>;
};

const MAX_TITLE = 2_000;
/** What the boxes take of a text: the slice has room for two. A draft that was begun elsewhere may be longer. */
export const MAX_TEXT = 20_000;
const MAX_KEPT = 262_144;

const typed = object({
  title: text(MAX_TITLE),
  description: text(MAX_KEPT),
  assignedTo: text(400),
  priority: text(40),
  tags: text(4_000),
  parent: text(MAX_TITLE),
  context: text(MAX_KEPT),
  by: text(80),
});
const index = whole(0, 1_000);

type Asks = { [N in keyof NewTaskContract['slices']]: Checker<NewTaskContract['slices'][N]['asks']> };
type Takes = { [N in keyof NewTaskContract['requests']]: Checker<NewTaskContract['requests'][N]['takes']> };

/** What the panel may ask with. */
export const ASKS: Asks = { task: nothing, choices: object({ workspace: index }) };

/** What its requests may hold. */
export const TAKES: Takes = {
  type: typed,
  workspace: object({ index }),
  submit: typed,
  discard: nothing,
  show: nothing,
  withdraw: nothing,
  another: nothing,
  initialize: nothing,
  wayOut: nothing,
};
