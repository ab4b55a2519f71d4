/** The values of protocol 1 as the rest of the code sees them. */
import type { Option } from '../lib/option.ts';
import type { Problem } from '../lib/result.ts';
import type { Micros } from '../lib/time.ts';
import type {
  CheckResult,
  FindingSeverity,
  Metric,
  Outcome,
  Resolution,
  StepError,
  StepStatus,
  StopReason,
  Verdict,
  Whole,
} from './eventTable.ts';

export type { Micros } from '../lib/time.ts';
export type * from './eventTable.ts';

export const PROTOCOL = 1;
export const LOOPS_FOLDER = '.loops';
export const MANIFEST_FILE = 'loop.json';
export const EVENTS_FILE = 'events.jsonl';
export const INBOX_FILE = 'inbox.jsonl';

export type StepKind = 'plan' | 'research' | 'analyse' | 'build' | 'review' | 'gate' | 'verdict' | 'other';

export interface Step {
  id: string;
  kind: StepKind;
  name: string;
  purpose: string;
  prompt?: string;
  backend?: string;
  model?: string;
  after?: string[];
}

export interface NamedPath {
  name: string;
  path: string;
}

export interface Manifest {
  protocol: number;
  id: string;
  title: string;
  brief: { goal: string; audience: string; bar: string; path?: string };
  steps: Step[];
  round_cap?: number;
  runtime_cap_minutes?: number;
  /** null where the file says Infinity: a cap that never bites. */
  cost_cap_usd?: number | null;
  pace: string;
  commands: Record<string, string>;
  outputs: NamedPath[];
  workspace?: { branch: string; worktree: string };
  state: NamedPath[];
}

export interface InboxEntry {
  id: string;
  ts: string;
  kind: 'reply' | 'stop';
  text: string;
  round?: number;
  loop?: string;
  question?: string;
  choice?: string;
  sig?: string;
}

/** An inbox line as the fold counts it. */
export interface FoldEntry {
  id: string;
  /** `ts` as an instant, and as the peer writes it. */
  ts: Micros;
  tsText: string;
  kind: 'reply' | 'stop';
  text: string;
  round: Whole | null;
  question: string | null;
  choice: string | null;
  /** true: signed for this loop; false: not; null: no key here. */
  trusted: boolean | null;
}

/** Which question is meant: two of one id, or none with ids, are told apart by where their line stands. */
export interface QuestionKey {
  id: string | null;
  askedAt: string;
  offset: number;
}

export type LoopStatus =
  | 'new'
  | 'done'
  | 'stopped'
  | 'failed'
  | 'waiting'
  | 'running'
  | 'stalled'
  | 'capped'
  | 'sleeping'
  | 'idle';

export type WaitCode = 'verdict-wait' | 'question';
export type LookCode =
  | 'stalled'
  | 'failed'
  | 'capped'
  | 'over-cap'
  | 'needs-person'
  | 'no-progress'
  | 'problem'
  | 'untrusted'
  | 'unread'
  | 'still-asks'
  | 'decided';

/** Why something wants the person. The arguments of each code stand in `attention.ts`. */
export interface Reason<Code extends string = WaitCode | LookCode> {
  code: Code;
  args: Record<string, unknown>;
}

export interface Run {
  step: string;
  label: string;
  attempt: number | null;
  status: 'running' | StepStatus;
  startedAt: string | null;
  finishedAt: string | null;
  summary: string;
  artifact: string | null;
  costUsd: number | null;
  error: StepError | null;
  session: string | null;
  model: string | null;
  /** It is the one that stands for its step and label in its round: the newest open one, else the last that finished. */
  counts: boolean;
}

export interface RoundFinding {
  step: string;
  label: string;
  id: string;
  text: string;
  severity: FindingSeverity;
  state: 'open' | 'closed' | 'superseded';
  resolution: Resolution | null;
}

export interface Round {
  round: number;
  verdict: Verdict | null;
  stopReason: StopReason | null;
  plan: string;
  summary: string;
  next: string;
  commit: string | null;
  outcome: Outcome | null;
  startedAt: string | null;
  endedAt: string | null;
  costUsd: number;
  costEstimated: boolean;
  tokens: number;
  /** Of the tokens those whose cost came without dollars. */
  unpricedTokens: number;
  openMaterial: number;
  openMinor: number;
  metrics: Metric[];
  runs: Run[];
  findings: RoundFinding[];
}

export interface OpenFinding {
  round: number;
  step: string;
  label: string;
  id: string;
  text: string;
  severity: FindingSeverity;
}

export interface QuestionState {
  key: QuestionKey;
  id: string | null;
  text: string;
  round: number | null;
  blocks: boolean;
  state: 'open' | 'answered' | 'closed' | 'expired';
  reason: string | null;
  answer: string | null;
  overtaken: boolean;
  options: Option[];
  askedAt: string | null;
  expiresAt: string | null;
}

export interface SentEntry {
  id: string;
  kind: 'reply' | 'stop';
  text: string;
  ts: string | null;
  question: string | null;
  choice: string | null;
  round: number | null;
  trusted: boolean | null;
  copy: boolean;
  read: boolean;
  readAt: string | null;
  takenAt: string | null;
  /** The question that it answered; null for a note, a stop, a copy, and where it came too late. */
  answers: QuestionKey | null;
}

export interface CheckState {
  item: string;
  kind: string;
  result: CheckResult;
  who: string;
  finding: string;
  evidence: string | null;
  round: number | null;
}

export interface LoopSnapshot {
  id: string;
  title: string;
  manifest: Manifest | null;
  status: LoopStatus;
  lastSign: string | null;
  nextAt: string | null;
  nextChangeAt: string | null;
  waitsForYou: Reason<WaitCode>[];
  needsALook: Reason<LookCode>[];
  /** By number. To be read only: beyond 256 of them old ones are made when they are asked for, which nothing can clone. */
  rounds: Round[];
  openFindings: OpenFinding[];
  questions: QuestionState[];
  inbox: SentEntry[];
  checks: CheckState[];
  costUsd: number;
  costEstimated: boolean;
  tokens: number;
  /** Of the tokens those whose cost came without dollars. */
  unpricedTokens: number;
  runtimeSeconds: number;
  stopRequested: boolean;
  /** How the loop ended, by its last ending event; null while it goes on. `why`: null where that event does not say. */
  ended: { why: StopReason | null; summary: string; at: string | null } | null;
  readingSeconds: number | null;
  problems: Problem[];
}
