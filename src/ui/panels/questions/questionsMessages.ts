/** What the Questions panel and its host tell each other. Words come from the host; `PanelText` is what agents wrote. */

import type { PanelText } from '../../../text/panelText.ts';
import { type Checker, nothing, nullable, object, text, whole } from '../checkMessage.ts';
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

export interface OfWait {
  wait: string;
}

export interface TypedFor extends OfWait, Typed {
  /** Of the page and the change, to tell what comes back from what others typed. */
  by: string;
}

/** What every panel has in which one answers. */
export type AnswerContract = {
  slices: {
    ask: { asks: OfWait; gives: Asked };
  };
  requests: {
    /** Kept as the draft. `text` and `choice` come back where they were made into others. */
    draft: { takes: TypedFor; gives: { typed: Typed; sends: Sends } };
    /** True once it is on disk. */
    send: { takes: TypedFor; gives: { sent: boolean } };
    discard: { takes: OfWait; gives: null };
    /** All of an ask that is shown cut. */
    whole: { takes: OfWait; gives: null };
    writeInEditor: { takes: OfWait; gives: null };
    /** Trusts the workspace, or adds the folder. */
    wayOut: { takes: OfWait; gives: null };
    copyText: { takes: { wait: string; text: string }; gives: null };
    steerWith: { takes: { wait: string; text: string }; gives: null };
  };
  events: Record<never, unknown>;
};

export type QuestionsContract = {
  slices: AnswerContract['slices'] & {
    list: { asks: null; gives: WaitList };
  };
  requests: AnswerContract['requests'] & {
    /** One of `files`, by its place. */
    file: { takes: { wait: string; index: number }; gives: null };
    /** What the newest round with a commit changed, as the editor's own comparison. */
    changes: { takes: OfWait; gives: null };
    /** The loop or the task. */
    show: { takes: OfWait; gives: null };
    /** One of those that run, by its place. */
    showRun: { takes: { index: number }; gives: null };
    /** Asks which of those alike get the answer. */
    alike: { takes: OfWait; gives: null };
    alone: { takes: OfWait; gives: null };
    useTheirs: { takes: OfWait; gives: null };
  };
  events: {
    /** The person asked for this wait; null: for whatever waits. */
    look: { wait: string | null };
  };
};

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
  by: text(80),
});
const withText = object({ wait, text: text(MAX_TEXT) });

type Asks = { [N in keyof QuestionsContract['slices']]: Checker<QuestionsContract['slices'][N]['asks']> };
type Takes = {
  [N in keyof QuestionsContract['requests']]: Checker<QuestionsContract['requests'][N]['takes']>;
};

type AnswerTakes = {
  [N in keyof AnswerContract['requests']]: Checker<AnswerContract['requests'][N]['takes']>;
};

/** What the panel may ask with. */
export const ASKS: Asks = { list: nothing, ask: ofWait };

export const ANSWER_TAKES: AnswerTakes = {
  draft: typed,
  send: typed,
  discard: ofWait,
  whole: ofWait,
  writeInEditor: ofWait,
  wayOut: ofWait,
  copyText: withText,
  steerWith: withText,
};

/** What its requests may hold. */
export const TAKES: Takes = {
  ...ANSWER_TAKES,
  file: object({ wait, index: whole(0, 100) }),
  changes: ofWait,
  show: ofWait,
  showRun: object({ index: whole(0, 1000) }),
  alike: ofWait,
  alone: ofWait,
  useTheirs: ofWait,
};
