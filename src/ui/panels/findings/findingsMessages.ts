/** What the Findings panel and its host tell each other. Words come from the host; `PanelText` is what agents wrote. */

import type { PanelText } from '../../../text/panelText.ts';
import { DECISIONS, type Decision } from '../../../workspace/loops/decisions.ts';
import type { MineShown } from '../../kit/mineShown.ts';
import { type CheckedBy, list, nothing, nullable, object, oneOf, text, whole } from '../checkMessage.ts';
import type { ContractOf } from '../rpc.ts';
import type { findingsTexts } from './findingsPanelWords.ts';

export type FindingsTexts = Record<keyof ReturnType<typeof findingsTexts>, string>;

/** A step's name that is longer can't be filtered by. */
export const MAX_STEP = 200;

const handle = text(40);

export const checkFilter = object({
  state: oneOf('open', 'closed', 'superseded', 'all'),
  severity: oneOf('all', 'material', 'minor'),
  /** What I said of it: nothing, something not sent yet, something sent. */
  mine: oneOf('all', 'none', 'draft', 'sent'),
  /** Handle of a loop; empty: all. */
  loop: handle,
  /** As the loop names it; empty: all. */
  step: text(MAX_STEP),
  text: text(200),
  sort: oneOf('severity', 'newest', 'oldest', 'name'),
  group: oneOf('none', 'loop', 'step', 'severity', 'state', 'mine'),
});

export type Filter = CheckedBy<typeof checkFilter>;

export const DEFAULT_FILTER: Filter = {
  state: 'open',
  severity: 'all',
  mine: 'all',
  loop: '',
  step: '',
  text: '',
  sort: 'severity',
  group: 'loop',
};

export interface GroupShown {
  name: PanelText;
  /** Place of its first finding among all. */
  from: number;
  count: number;
}

export interface ListShown {
  /** Number of this order; rows are asked for by it. 0: nothing is read yet. */
  view: number;
  filter: Filter;
  count: number;
  groups: GroupShown[];
  /** "12 findings, 9 of them material, in 3 loops". */
  words: string;
  /** How many there would be in each state with the rest of the filter as it is. */
  states: Record<Filter['state'], number>;
  /** Those that have findings, and how many are open. */
  loops: { id: string; name: PanelText; open: number }[];
  steps: { name: string; shown: PanelText; open: number }[];
  /** Decisions that are not sent yet, and of how many loops. */
  decided: number;
  decidedLoops: number;
  /** "you sent 6: 4 fixed, 1 won't fix, 1 open", of the newest note to each loop that is shown. */
  outcomes: { loop: PanelText; words: string }[];
  /** No loop has listed anything yet. */
  nothing: boolean;
}

export interface RowShown {
  id: string;
  severity: 'material' | 'minor';
  state: 'open' | 'closed' | 'superseded';
  /** "facts/3", "research/1 [storage]". */
  name: PanelText;
  text: PanelText;
  loop: PanelText;
  /** "round 3, stays since round 1", "fixed". */
  facts: string;
  mine: MineShown | null;
}

/** What I say of a finding. */
export interface VerdictShown {
  decision: Decision | null;
  remark: string;
  /** What I said of it before: "You said: won't fix, sent 09:02. Now: open". */
  said: string[];
  /** Why nothing can be said of it now; empty where something can. */
  off: string;
}

export interface DetailShown extends VerdictShown {
  id: string;
  name: PanelText;
  text: PanelText;
  loop: PanelText;
  place: PanelText;
  severity: 'material' | 'minor';
  state: 'open' | 'closed' | 'superseded';
  /** "material", "open", "round 3". */
  facts: string[];
  /** What became of it round by round, newest first. */
  history: string[];
  artifact: PanelText | null;
}

export interface NoteShown {
  loop: string;
  name: PanelText;
  place: PanelText;
  text: PanelText;
  count: number;
  /** Of the text as it is shown: nothing else is sent. */
  stamp: string;
  /** Why it can't be sent; empty where it can. */
  off: string;
  /** What else is to be known before it goes: an open question. */
  warning: string;
}

export type SendOutcome = 'sent' | 'kept' | 'answered' | 'not-sent';

/** Rows of one slice. */
export const PAGE = 100;
const MAX_PAGE = 1_000_000;
const MAX_REMARK = 4_000;

const id = text(120);
const ofOne = object({ id });
/** Number of an order. */
const view = whole(0, Number.MAX_SAFE_INTEGER);

/** What the panel may ask with. */
export const ASKS = {
  list: nothing,
  rows: object({ view, page: whole(0, MAX_PAGE) }),
  finding: ofOne,
  notes: nothing,
};

/** What its requests may hold. */
export const TAKES = {
  filter: checkFilter,
  places: object({ view, ids: list(id, 4) }),
  decide: object({ id, decision: nullable(oneOf(...DECISIONS)) }),
  remark: object({ id, text: text(MAX_REMARK) }),
  openArtifact: ofOne,
  openWhole: ofOne,
  goToLocation: ofOne,
  copy: ofOne,
  /** All that the filter leaves, the first thousand. */
  copyShown: nothing,
  send: object({ loop: handle, stamp: text(80) }),
};

interface Gives {
  list: ListShown;
  rows: { view: number; rows: RowShown[] };
  finding: DetailShown | null;
  notes: NoteShown[];
}

interface Replies {
  /** Where findings stand in an order, -1 where they do not, and the rows around the first of them. */
  places: { view: number; places: number[]; from: number; rows: RowShown[] };
  decide: { words: string };
  copyShown: { count: number };
  send: { how: SendOutcome };
}

export type FindingsContract = ContractOf<
  typeof ASKS,
  typeof TAKES,
  Gives,
  Replies,
  /** Shows the note of this loop before it goes: somebody asked for it elsewhere. */
  { send: { loop: string } }
>;
