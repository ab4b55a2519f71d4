/** The state of a loop at a moment, as it is given out: times as ISO text, whole numbers as the nearest number. */
import type { Option } from '../lib/option.ts';
import type { Problem } from '../lib/result.ts';
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
} from './eventDefinitions.ts';
import type { Manifest } from './manifest.ts';

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
