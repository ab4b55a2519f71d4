/** What the Loop panel and its host tell each other. Words come from the host; `PanelText` is what agents wrote. */

import type { PanelText } from '../../../text/panelText.ts';
import { DECISIONS, type Decision } from '../../../workspace/loops/decisions.ts';
import type { MineShown } from '../../kit/mineShown.ts';
import { anyOf, type Checker, nothing, nullable, object, oneOf, text, whole } from '../checkMessage.ts';
import { ASKS as ANSWER_ASKS, ANSWER_TAKES, type AnswerContract } from '../questions/questionsMessages.ts';
import type { loopTexts } from './loopPanelWords.ts';

export type LoopTexts = Record<keyof ReturnType<typeof loopTexts>, string>;

/** How something stands, beside its words and its icon. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'busy';

/** An act that may be off: then `reason` says why. */
export interface Act {
  shown: boolean;
  reason: string;
}

export interface HeadMeter {
  name: string;
  words: string;
  note: string;
  /** 1 is all of the cap; null where there is none. */
  share: number | null;
}

export interface LoopHead {
  title: PanelText;
  id: PanelText;
  /** `~/webshop` */
  place: PanelText;
  state: { words: string; since: string; icon: string; tone: Tone };
  /** Why it needs a look, worst first. */
  why: PanelText[];
  goal: PanelText | null;
  bar: PanelText | null;
  audience: PanelText | null;
  meters: HeadMeter[];
  acts: { steer: Act; stop: Act; start: Act };
  /** Why nothing can be sent to it; empty where something can. */
  readOnly: string;
  lastSign: string;
  /** How many of each there are. `newest` is the number of the newest round, null before the first. */
  counts: {
    rounds: number;
    newest: number | null;
    waits: number;
    material: number;
    minor: number;
    checks: number;
    questions: number;
    sent: number;
    files: number;
    problems: number;
  };
}

/** null: the loop is no longer there; `reading`: it is not known yet. */
export type Head = { state: 'reading' } | { state: 'gone' } | { state: 'here'; loop: LoopHead };

export interface Waiting {
  /** What the asks are called that wait, and those that are over but have a draft: each is a slice `ask`. */
  waits: string[];
  /** How many wait that are not shown. */
  more: number;
}

export interface TrendRow {
  round: number;
  material: number;
  minor: number;
  /** Dollars, or tokens where none were ever reported. */
  cost: number;
  costWords: string;
  /** In the order of `metrics`; null where the round does not give it. */
  values: (number | null)[];
}

export interface Trend {
  /** Sentences. */
  words: string[];
  /** Oldest first; of very many rounds only some, but always the newest. */
  rows: TrendRow[];
  /** The rounds that `rows` stand for. */
  total: number;
  metrics: { name: PanelText; unit: PanelText; target: number | null; better: 'higher' | 'lower' | null }[];
  costName: string;
}

export interface RunShown {
  index: number;
  label: PanelText;
  state: { words: string; icon: string; tone: Tone };
  took: string;
  cost: string;
}

export interface StepNode {
  id: string;
  name: PanelText;
  /** "plan", "review": only where it says more than the name. */
  kind: string;
  state: { words: string; icon: string; tone: Tone };
  /** "3 m · $0.04"; of several runs their number first. */
  facts: string;
  runs: number;
}

export interface RoundShown {
  round: number;
  /** The round before and after it that there is. */
  before: number | null;
  after: number | null;
  state: { words: string; icon: string; tone: Tone };
  /** Started, took, cost, commit. */
  facts: string[];
  commit: string;
  plan: PanelText | null;
  summary: PanelText | null;
  next: PanelText | null;
  metrics: { name: PanelText; words: string; tone: Tone }[];
  nodes: StepNode[];
  /** By index of `nodes`: what comes before, what after. */
  edges: [number, number][];
  /** There are more steps than are drawn. */
  more: number;
  /** Why there are no changes to be shown for it; empty where they can be asked for. */
  noChanges: string;
}

export interface StepShown {
  step: string;
  purpose: PanelText | null;
  runs: (RunShown & {
    summary: PanelText | null;
    error: { words: string; text: PanelText } | null;
    model: PanelText | null;
    session: PanelText | null;
    artifact: PanelText | null;
    findings: { severity: 'material' | 'minor'; id: PanelText; text: PanelText }[];
    /** More findings than are listed here. */
    more: number;
  })[];
  moreRuns: number;
}

export interface RoundRow {
  round: number;
  state: { words: string; icon: string; tone: Tone };
  /** "7 → 4 material". */
  material: string;
  cost: string;
  commit: string;
  outcome: string;
  summary: PanelText;
}

/** What became of a finding: `new` in its round, `stays` from the one before, `back` after it was gone. */
export type Fate = 'new' | 'stays' | 'back' | 'closed' | 'superseded';

export interface FindingRow {
  /** Where it stands: the number of its round and its place in it. */
  round: number;
  index: number;
  severity: 'material' | 'minor';
  name: PanelText;
  text: PanelText;
  fate: Fate;
  /** "r2 back again", "fixed". */
  fateWords: string;
  mine: MineShown | null;
}

export interface FindingPage {
  /** Decisions that are not sent yet. */
  decided: number;
  /** "you sent 6: 4 fixed, 1 won’t fix, 1 open", of the newest note; empty where there is none. */
  outcome: string;
  count: number;
  material: number;
  minor: number;
  rows: FindingRow[];
}

export interface FindingDetail {
  text: PanelText;
  name: PanelText;
  facts: string;
  decision: Decision | null;
  remark: string;
  /** What I said of it before. */
  said: string[];
  /** Why nothing can be said of it now; empty where something can. */
  off: string;
}

export interface QuestionRow {
  index: number;
  text: PanelText;
  state: { words: string; icon: string; tone: Tone };
  when: string;
  answer: PanelText | null;
}

export interface SentRow {
  index: number;
  text: PanelText;
  kind: 'reply' | 'stop' | 'held';
  when: string;
  state: { words: string; icon: string; tone: Tone };
  /** Of a held note. */
  note: string | null;
}

export interface CheckGrid {
  kinds: PanelText[];
  rows: {
    item: PanelText;
    cells: ({ words: string; icon: string; tone: Tone; detail: PanelText } | null)[];
  }[];
  words: string;
  more: number;
}

export interface FileRow {
  index: number;
  name: PanelText;
  path: PanelText;
}

export interface ProblemRow {
  index: number;
  place: PanelText;
  words: string;
  tone: Tone;
}

interface List<Row> {
  count: number;
  rows: Row[];
}

/** null: the newest. */
type AskRound = { round: number | null };
type AskPage = { page: number };
type AskFinding = { round: number; index: number };

export type LoopContract = {
  slices: AnswerContract['slices'] & {
    head: { asks: null; gives: Head };
    waits: { asks: null; gives: Waiting };
    trend: { asks: null; gives: Trend | null };
    round: { asks: AskRound; gives: RoundShown | null };
    step: { asks: AskRound & { step: string }; gives: StepShown | null };
    /** Pages of `PAGE` rounds by their place from the oldest, so that a new round moves none. */
    rounds: { asks: AskPage; gives: List<RoundRow> };
    /** `round` null: those open now. */
    findings: { asks: AskRound & AskPage; gives: FindingPage };
    finding: {
      asks: { round: number; index: number };
      gives: FindingDetail | null;
    };
    questions: { asks: AskPage; gives: List<QuestionRow> };
    sent: { asks: AskPage; gives: List<SentRow> };
    checks: { asks: null; gives: CheckGrid };
    files: { asks: null; gives: List<FileRow> };
    problems: { asks: null; gives: List<ProblemRow> };
  };
  requests: AnswerContract['requests'] & {
    /** With a text that could not be sent as an answer, or with none. */
    steer: { takes: { text: string }; gives: null };
    /** With the findings that stay open. */
    steerStays: { takes: null; gives: null };
    stop: { takes: null; gives: null };
    start: { takes: null; gives: null };
    terminal: { takes: null; gives: null };
    /** Opens the text page of the whole loop. */
    page: { takes: null; gives: null };
    changes: { takes: { round: number }; gives: null };
    compare: { takes: { round: number; other: number }; gives: null };
    openArtifact: { takes: { round: number; step: string; index: number }; gives: null };
    copySession: { takes: { round: number; step: string; index: number }; gives: null };
    openFile: { takes: { index: number }; gives: null };
    openProblem: { takes: { index: number }; gives: null };
    heldNote: { takes: { note: string; act: 'send' | 'drop' }; gives: null };
    /** The words say how it stands. */
    decide: { takes: AskFinding & { decision: Decision | null }; gives: { words: string } };
    remark: { takes: AskFinding & { text: string }; gives: null };
    goToPlace: { takes: AskFinding; gives: null };
    sendDecisions: { takes: null; gives: null };
    /** All of a text that the panel shows cut. */
    openWhole: { takes: Whole; gives: null };
  };
  events: {
    /** Somebody asked for the panel by way of something in it. */
    look: { section: SectionName; round: number | null };
  };
};

export type SectionName =
  | 'waits'
  | 'trend'
  | 'round'
  | 'findings'
  | 'rounds'
  | 'sent'
  | 'questions'
  | 'problems';

/** Which text: `of` says what the numbers mean. */
export type Whole =
  | { of: 'goal' | 'bar' | 'audience' | 'title' }
  | { of: 'ask'; wait: string }
  | { of: 'plan' | 'summary' | 'next'; round: number }
  | { of: 'runSummary' | 'runError'; round: number; step: string; index: number }
  | { of: 'finding'; round: number; index: number }
  | { of: 'question' | 'answer' | 'sent' | 'check'; index: number };

export const PAGE = 100;
const MAX_INDEX = 10_000_000;
const MAX_NAME = 4_000;
/** The protocol's own limit of a text, in bytes; no character takes less than one. */
const MAX_DRAFT = 262_144;
const MAX_REMARK = 4_000;

const round = whole(0, Number.MAX_SAFE_INTEGER);
const index = whole(0, MAX_INDEX);
const wait = text(8_000);
const step = text(MAX_NAME);
const run = object({ round, step, index });

type Asks = { [N in keyof LoopContract['slices']]: Checker<LoopContract['slices'][N]['asks']> };
type Takes = { [N in keyof LoopContract['requests']]: Checker<LoopContract['requests'][N]['takes']> };

const page = object({ page: index });
const ofRound = object({ round: nullable(round) });

/** What the panel may ask with. */
export const ASKS: Asks = {
  head: nothing,
  waits: nothing,
  ask: ANSWER_ASKS.ask,
  trend: nothing,
  round: ofRound,
  step: object({ round: nullable(round), step }),
  rounds: page,
  findings: object({ round: nullable(round), page: index }),
  finding: object({ round, index }),
  questions: page,
  sent: page,
  checks: nothing,
  files: nothing,
  problems: nothing,
};

/** What its requests may hold. */
export const TAKES: Takes = {
  ...ANSWER_TAKES,
  steer: object({ text: text(MAX_DRAFT) }),
  steerStays: nothing,
  stop: nothing,
  start: nothing,
  terminal: nothing,
  page: nothing,
  changes: object({ round }),
  compare: object({ round, other: round }),
  openArtifact: run,
  copySession: run,
  openFile: object({ index }),
  openProblem: object({ index }),
  heldNote: object({ note: text(200), act: oneOf('send', 'drop') }),
  decide: object({ round, index, decision: nullable(oneOf(...DECISIONS)) }),
  remark: object({ round, index, text: text(MAX_REMARK) }),
  goToPlace: object({ round, index }),
  sendDecisions: nothing,
  openWhole: anyOf<Whole>(
    object({ of: oneOf('goal', 'bar', 'audience', 'title') }),
    object({ of: oneOf('ask'), wait }),
    object({ of: oneOf('plan', 'summary', 'next'), round }),
    object({ of: oneOf('runSummary', 'runError'), round, step, index }),
    object({ of: oneOf('finding'), round, index }),
    object({ of: oneOf('question', 'answer', 'sent', 'check'), index }),
  ),
};
