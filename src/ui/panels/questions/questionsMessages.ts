/** What the Questions panel and its host tell each other. Words come from the host; `PanelText` is what agents wrote. */

import type { PanelText } from '../../../text/panelText.ts';
import { nothing, nullable, object, text, whole } from '../checkMessage.ts';
import type { ContractOf } from '../rpc.ts';
import type { answerTexts } from './answerPanelWords.ts';
import type { questionsTexts } from './questionsPanelWords.ts';

export type AnswerTexts = Record<keyof ReturnType<typeof answerTexts>, string>;
export type QuestionsTexts = Record<keyof ReturnType<typeof questionsTexts>, string>;

export interface WaitRow {
  key: string;
  asker: PanelText;
  ask: PanelText;
  /** The loop's folder, the task's title. */
  place: PanelText;
  /** "6 m", or how long there is left where that is near. */
  when: string;
  urgent: boolean;
  kind: 'question' | 'verdict' | 'feedback';
  /** Equal asks: how many. */
  count: number;
  draft: boolean;
  /** Nothing can be sent from here. */
  locked: boolean;
}

export interface WaitList {
  /** Loops and tasks were looked for once. */
  ready: boolean;
  rows: WaitRow[];
  /** How many stand behind the last row. */
  more: number;
  /** "3 wait for you" */
  words: string;
  /** Where nothing waits: what runs, and when something was last read. */
  quiet: { words: string; runs: { name: PanelText; words: string }[] } | null;
}

export interface Typed {
  text: string;
  /** The option's place, from 0; null: own words alone. */
  choice: number | null;
}

export interface DraftShown extends Typed {
  /** Which page typed it last, and its number there; empty where it comes from elsewhere. */
  by: string;
  /** "draft 09:20" */
  saved: string;
}

/** What goes out for what is typed; null: there is nothing to send. */
export interface Sends {
  text: PanelText | null;
  /** Some loops read only the option. */
  note: string;
}

export interface OverShown {
  /** Why nothing can be sent for it any more, or what was. */
  words: string;
  answer: PanelText | null;
  /** "sent 09:21:04 · read 09:21:06": how far the answer came. */
  progress: string;
  tone: 'good' | 'plain' | 'warn';
}

export interface AskShown {
  key: string;
  kind: WaitRow['kind'];
  asker: PanelText;
  /** "asks you" */
  head: string;
  title: PanelText | null;
  /** `~/webshop` */
  place: PanelText;
  /** "round 3 of 6" */
  facts: string;
  since: string;
  /** "goes on without you in 4 min"; empty where it waits on. */
  until: string;
  urgent: boolean;
  ask: PanelText;
  /** What the agent would send or do, where it said so. */
  theirs: PanelText | null;
  options: PanelText[];
  /** Options that are not shown. */
  moreOptions: number;
  files: PanelText[];
  /** "Changes of Round 3": the newest that recorded a commit; empty where none did. */
  changes: string;
  draft: DraftShown | null;
  /** Why the draft can't be changed here; empty where it can. */
  draftOff: string;
  sends: Sends;
  /** How many ask the same. */
  alike: number;
  /** How many of them get the answer; null: this one alone. */
  to: number | null;
  /** Why nothing can be sent from here, and the way out of it; empty where something can. */
  off: string;
  way: string;
  /** It waits no more; null while it does. */
  over: OverShown | null;
  /** What was typed can go out as a note. */
  steerable: boolean;
}

export type Asked =
  | { state: 'reading' }
  | { state: 'gone'; draft: DraftShown | null }
  | ({ state: 'known' } & AskShown);

/** The protocol's own limit of a text, in bytes; no character takes less than one. */
export const MAX_TEXT = 262_144;
const MAX_KEY = 1_000;
export const MOST_OPTIONS = 100;

const wait = text(MAX_KEY);
const ofWait = object({ wait });
const typed = object({
  wait,
  text: text(MAX_TEXT),
  choice: nullable(whole(0, MOST_OPTIONS - 1)),
  /** Of the page and the change, to tell what comes back from what others typed. */
  by: text(80),
});
const withText = object({ wait, text: text(MAX_TEXT) });

/** What every panel in which one answers may ask with. */
export const ANSWER_ASKS = { ask: ofWait };

export const ANSWER_TAKES = {
  /** Kept as the draft. */
  draft: typed,
  send: typed,
  discard: ofWait,
  /** All of an ask that is shown cut. */
  whole: ofWait,
  writeInEditor: ofWait,
  /** Trusts the workspace, or adds the folder. */
  wayOut: ofWait,
  copyText: withText,
  steerWith: withText,
};

export interface AnswerGives {
  ask: Asked;
}

export interface AnswerReplies {
  /** The text and the option come back where they were made into others. */
  draft: { typed: Typed; sends: Sends };
  /** True once it is on disk. */
  send: { sent: boolean };
}

export type AnswerContract = ContractOf<typeof ANSWER_ASKS, typeof ANSWER_TAKES, AnswerGives, AnswerReplies>;

/** What the panel may ask with. */
export const ASKS = { ...ANSWER_ASKS, list: nothing };

/** What its requests may hold. */
export const TAKES = {
  ...ANSWER_TAKES,
  /** One of `files`, by its place. */
  file: object({ wait, index: whole(0, 100) }),
  /** What the newest round with a commit changed, as the editor's own comparison. */
  changes: ofWait,
  /** The loop or the task. */
  show: ofWait,
  /** One of those that run, by its place. */
  showRun: object({ index: whole(0, 1000) }),
  /** Asks which of those alike get the answer. */
  alike: ofWait,
  alone: ofWait,
  useTheirs: ofWait,
};

export type QuestionsContract = ContractOf<
  typeof ASKS,
  typeof TAKES,
  AnswerGives & { list: WaitList },
  AnswerReplies,
  /** The person asked for this wait; null: for whatever waits. */
  { look: { wait: string | null } }
>;
