/** What the Loop panel and its host tell each other. Words come from the host; `PanelText` is what agents wrote. */

import type { PanelText } from '../../../text/panelText.ts';
import { DECISIONS } from '../../../workspace/loops/decisions.ts';
import type { MineShown } from '../../kit/mineShown.ts';
import { anyOf, type CheckedBy, nothing, nullable, object, oneOf, text, whole } from '../checkMessage.ts';
import type { VerdictShown } from '../findings/findingsMessages.ts';
import {
  ANSWER_ASKS,
  ANSWER_TAKES,
  type AnswerGives,
  type AnswerReplies,
  MAX_TEXT,
} from '../questions/questionsMessages.ts';
import type { ContractOf } from '../rpc.ts';
import type { loopTexts } from './loopPanelWords.ts';

export type LoopTexts = Record<keyof ReturnType<typeof loopTexts>, string>;

/** How something stands, beside its words and its icon. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'busy';

export interface StateShown {
  words: string;
  icon: string;
  tone: Tone;
}

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
  state: StateShown & { since: string };
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
  state: StateShown;
  took: string;
  cost: string;
}

export interface StepNode {
  id: string;
  name: PanelText;
  /** "plan", "review": only where it says more than the name. */
  kind: string;
  state: StateShown;
  /** "3 m · $0.04"; of several runs their number first. */
  facts: string;
  runs: number;
}

export interface RoundShown {
  round: number;
  /** The round before and after it that there is. */
  before: number | null;
  after: number | null;
  state: StateShown;
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
  state: StateShown;
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

export interface FindingDetail extends VerdictShown {
  text: PanelText;
  name: PanelText;
  facts: string;
}

export interface QuestionRow {
  index: number;
  text: PanelText;
  state: StateShown;
  when: string;
  answer: PanelText | null;
}

export interface SentRow {
  index: number;
  text: PanelText;
  kind: 'reply' | 'stop' | 'held';
  when: string;
  state: StateShown;
  /** Of a held note. */
  note: string | null;
}

export interface CheckGrid {
  kinds: PanelText[];
  rows: {
    item: PanelText;
    cells: ((StateShown & { detail: PanelText }) | null)[];
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

export interface List<Row> {
  count: number;
  rows: Row[];
}

/** Rows of one slice. Rounds are counted from the oldest, so that a new one moves none to another page. */
export const PAGE = 100;
const MAX_INDEX = 10_000_000;
const MAX_NAME = 4_000;
const MAX_REMARK = 4_000;

const round = whole(0, Number.MAX_SAFE_INTEGER);
const index = whole(0, MAX_INDEX);
const step = text(MAX_NAME);
const run = object({ round, step, index });
const page = object({ page: index });
const finding = object({ round, index });
/** null: the newest. */
const roundOrNewest = nullable(round);

/** What the panel may ask with. */
export const ASKS = {
  ...ANSWER_ASKS,
  head: nothing,
  waits: nothing,
  trend: nothing,
  round: object({ round: roundOrNewest }),
  step: object({ round: roundOrNewest, step }),
  rounds: page,
  /** `round` null: those open now. */
  findings: object({ round: nullable(round), page: index }),
  finding,
  questions: page,
  sent: page,
  checks: nothing,
  files: nothing,
  problems: nothing,
};

/** Which text: `of` says what the numbers mean. */
export type Whole = CheckedBy<typeof whichWhole>;

const whichWhole = anyOf(
  object({ of: oneOf('goal', 'bar', 'audience', 'title') }),
  object({ of: oneOf('ask'), wait: text(8_000) }),
  object({ of: oneOf('plan', 'summary', 'next'), round }),
  object({ of: oneOf('runSummary', 'runError'), round, step, index }),
  object({ of: oneOf('finding'), round, index }),
  object({ of: oneOf('question', 'answer', 'sent', 'check'), index }),
);

/** What its requests may hold. */
export const TAKES = {
  ...ANSWER_TAKES,
  /** With a text that could not be sent as an answer, or with none. */
  steer: object({ text: text(MAX_TEXT) }),
  /** With the findings that stay open. */
  steerStays: nothing,
  stop: nothing,
  start: nothing,
  terminal: nothing,
  /** Opens the text page of the whole loop. */
  page: nothing,
  changes: object({ round }),
  compare: object({ round, other: round }),
  openArtifact: run,
  copySession: run,
  openFile: object({ index }),
  openProblem: object({ index }),
  heldNote: object({ note: text(200), act: oneOf('send', 'drop') }),
  /** The words of its reply say how it stands. */
  decide: object({ round, index, decision: nullable(oneOf(...DECISIONS)) }),
  remark: object({ round, index, text: text(MAX_REMARK) }),
  goToLocation: finding,
  sendDecisions: nothing,
  /** All of a text that the panel shows cut. */
  openWhole: whichWhole,
};

interface Gives extends AnswerGives {
  head: Head;
  waits: Waiting;
  trend: Trend | null;
  round: RoundShown | null;
  step: StepShown | null;
  rounds: List<RoundRow>;
  findings: FindingPage;
  finding: FindingDetail | null;
  questions: List<QuestionRow>;
  sent: List<SentRow>;
  checks: CheckGrid;
  files: List<FileRow>;
  problems: List<ProblemRow>;
}

export type LoopContract = ContractOf<
  typeof ASKS,
  typeof TAKES,
  Gives,
  AnswerReplies & { decide: { words: string } },
  /** Somebody asked for the panel by way of something in it. */
  { look: { section: SectionName; round: number | null } }
>;

export type SectionName =
  | 'waits'
  | 'trend'
  | 'round'
  | 'findings'
  | 'rounds'
  | 'sent'
  | 'questions'
  | 'problems';
