/**
 * The values of protocol 1 as the rest of the code sees them.
 *
 * Two views of an event: `LoopEvent`, with times as text, is what other programs get; `FoldEvent`, with times as
 * numbers and whole numbers kept exact, is what the fold counts with.
 */
import type { Option } from '../lib/option.ts';
import type { Problem } from '../lib/result.ts';

export const PROTOCOL = 1;
export const LOOPS_FOLDER = '.loops';
export const MANIFEST_FILE = 'loop.json';
export const EVENTS_FILE = 'events.jsonl';
export const INBOX_FILE = 'inbox.jsonl';

export type StepKind = 'plan' | 'research' | 'analyse' | 'build' | 'review' | 'gate' | 'verdict' | 'other';
export type StepStatus = 'ok' | 'failed' | 'skipped';
export type FindingSeverity = 'material' | 'minor';
export type Verdict = 'continue' | 'done' | 'wait' | 'stopped' | 'failed';
export type StopReason =
  | 'goal_met'
  | 'round_cap'
  | 'cost_cap'
  | 'runtime_cap'
  | 'person'
  | 'no_progress'
  | 'error'
  | 'impossible';
export type Outcome = 'kept' | 'discarded';
export type ErrorKind = 'transient' | 'needs_person';
export type QuestionEnd = 'answered' | 'superseded' | 'withdrawn';
export type Better = 'higher' | 'lower';
export type Resolution = 'fixed' | 'accepted' | 'wontfix' | 'false_positive' | 'duplicate';
export type CheckResult = 'pass' | 'partly' | 'fail' | 'blocked';

/** A whole number of any size: a bigint only where a double would not hold it, so that equal numbers are `===`. */
export type Whole = number | bigint;
/** Microseconds since 1970, UTC. */
export type Micros = number;

export interface Cost {
  /** null where the file says Infinity. */
  usd: number | null;
  tokens_in: number;
  tokens_out: number;
  tokens_cache_read: number;
  tokens_cache_write: number;
  turns: number;
  estimated: boolean;
}

export interface Metric {
  name: string;
  value: number | null;
  target?: number | null;
  better?: Better;
  unit: string;
}

export interface Finding {
  id: string;
  text: string;
  severity: FindingSeverity;
}

export interface StepError {
  kind: ErrorKind;
  text: string;
}

/** The fields of each event but for `ts` and `at`, over how a whole number and an instant are held. */
interface EventFields<Int, Time> {
  round_started: { round: Int; plan: string; artifact?: string };
  step_started: { round: Int; step: string; label: string };
  step_finished: {
    round: Int;
    step: string;
    label: string;
    status: StepStatus;
    summary: string;
    artifact?: string;
    findings: Finding[];
    cost?: Cost;
    metrics: Metric[];
    attempt?: Int;
    error?: StepError;
    session?: string;
    model?: string;
  };
  finding_closed: {
    round: Int;
    step: string;
    id: string;
    label: string;
    resolution?: Resolution;
    reason: string;
  };
  round_finished: {
    round: Int;
    verdict: Verdict;
    stop_reason?: StopReason;
    summary: string;
    next: string;
    commit?: string;
    artifact?: string;
    cost?: Cost;
    metrics: Metric[];
    outcome?: Outcome;
    next_at?: Time;
  };
  loop_stopped: { stop_reason: StopReason; summary: string };
  heartbeat: { text: string; next_at?: Time };
  question: {
    text: string;
    round?: Int;
    blocks: boolean;
    timeout_s?: Int;
    id?: string;
    options: Option[];
  };
  question_closed: { question?: string; reason: QuestionEnd; answer: string };
  check: {
    item: string;
    kind: string;
    result: CheckResult;
    who: string;
    finding: string;
    evidence?: string;
    round?: Int;
  };
  inbox_read: { ids: string[] };
}

export type EventName = keyof EventFields<number, string>;

type EventOf<Int, Time> = {
  [Name in EventName]: { event: Name; ts: Time; at?: Time } & EventFields<Int, Time>[Name];
}[EventName];

/** An event as other programs get it: protocol field names, times as ISO text (null past year 9999), unset fields absent. */
export type LoopEvent = EventOf<number, string | null>;
/** An event as the fold counts it. */
export type FoldEvent = EventOf<Whole, Micros>;

/** The moment that counts for durations: `at` where given, else `ts`. */
export function when(event: FoldEvent): Micros {
  return event.at ?? event.ts;
}

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
