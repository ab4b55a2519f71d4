import type {
  Cost,
  Finding,
  FindingSeverity,
  FoldEvent,
  Metric,
  Micros,
  Outcome,
  Run,
  StopReason,
  Verdict,
  Whole,
} from '../loopModel.ts';
import type { Closing, FindingIndex } from './findingIndex.ts';
import type { Lane } from './lane.ts';
import type { ShownRound } from './shownRound.ts';

type EventNamed<Name extends FoldEvent['event']> = Extract<FoldEvent, { event: Name }>;
export type StepFinished = EventNamed<'step_finished'>;
export type RoundFinished = EventNamed<'round_finished'>;

/** What is counted of one or many costs. */
export interface CostSum {
  usd: number;
  tokens: number;
  /** Of the tokens those that came without dollars. */
  unpriced: number;
  estimated: boolean;
}

/** What stands of the line that ended a run, beside its time and the dollars of its cost. */
export const RUN_END_MEMBERS = [
  'status',
  'summary',
  'artifact',
  'attempt',
  'error',
  'session',
  'model',
] as const satisfies (keyof StepFinished)[];

export type RunEnd = Pick<StepFinished, (typeof RUN_END_MEMBERS)[number] | 'ts' | 'at'> & {
  cost?: Pick<Cost, 'usd'> | undefined;
};

export interface FindingState {
  id: string;
  text: string;
  severity: FindingSeverity;
  /** null: it is not closed. */
  closing: Closing | null;
  /** When it was listed, one of the same step and text stood closed as fixed. */
  again: boolean;
}

export interface RunState {
  readonly lane: Lane;
  /** Number of its first line in the log. */
  readonly seq: number;
  readonly startedAt: Micros | null;
  end: RunEnd | null;
  /** Number of the line that ended it; 0 while it is open. */
  endSeq: number;
  findings: readonly FindingState[];
  /** Its findings are the current ones of its step and label. */
  current: boolean;
  /** Its place among the runs of its round, and of its first finding among those that the round shows. */
  readonly place: number;
  shownAt: number;
  /** While it is open: the one of its step and label that was opened before it and is open too. */
  below: RunState | null;
  /** What was given out last. */
  given: Run | null;
}

export interface RoundEnd {
  at: Micros;
  verdict: Verdict;
  stopReason: StopReason | null;
  outcome: Outcome | null;
  metrics: readonly Metric[];
  cost: CostSum | null;
  openMaterial: number;
  openMinor: number;
}

/** All that is known of one round while it may still change. */
export interface RoundState {
  readonly number: Whole;
  readonly startedAt: Micros;
  sign: Micros;
  plan: string;
  /** null again once the round is reopened. */
  end: RoundEnd | null;
  /** What its last `round_finished` told. */
  told: { summary: string; next: string; commit: string | null };
  /** By their first line. */
  runs: RunState[];
  /** The runs that listed findings, in the order in which they finished. */
  listings: RunState[];
  /** By step and label the newest open one. */
  readonly open: Map<Lane, RunState>;
  /** Made when the first finding is closed, and when the round is first shown. */
  index: FindingIndex | null;
  shown: ShownRound | null;
  /** Of the runs, added up as they finished. */
  cost: CostSum;
  /** The last of each name from the runs. */
  metrics: Map<string, Metric> | null;
}

const NOTHING_TOLD: RoundState['told'] = { summary: '', next: '', commit: null };
const NO_FINDINGS: readonly FindingState[] = [];

export function newRound(number: Whole, at: Micros): RoundState {
  return {
    number,
    startedAt: at,
    sign: at,
    plan: '',
    end: null,
    told: NOTHING_TOLD,
    runs: [],
    listings: [],
    open: new Map(),
    index: null,
    shown: null,
    cost: { usd: 0, tokens: 0, unpriced: 0, estimated: false },
    metrics: null,
  };
}

export function openRun(round: RoundState, lane: Lane, seq: number, startedAt: Micros): void {
  const run = newRun(lane, seq, startedAt, round.runs.length);
  round.runs.push(run);
  addOpen(round.open, run);
  round.shown?.ran(run);
}

export function newRun(lane: Lane, seq: number, startedAt: Micros | null, place: number): RunState {
  return {
    lane,
    seq,
    startedAt,
    end: null,
    endSeq: 0,
    findings: NO_FINDINGS,
    current: false,
    place,
    shownAt: 0,
    below: null,
    given: null,
  };
}

/** Ends the newest open run of the three, or adds a run of its own. Says which run it was, and whether it was open. */
export function finishRun(
  round: RoundState,
  lane: Lane,
  seq: number,
  event: StepFinished,
): { run: RunState; wasOpen: boolean } {
  const opened = takeOpen(round.open, lane);
  const run = opened ?? newRun(lane, seq, null, round.runs.length);
  if (opened === null) round.runs.push(run);
  run.end = event;
  run.endSeq = seq;
  run.given = null;
  if (event.cost !== undefined) addCost(round.cost, event.cost);
  for (const metric of event.metrics) {
    round.metrics ??= new Map();
    round.metrics.set(metric.name, metric);
  }
  if (event.findings.length > 0) {
    run.findings = event.findings.map(openFinding);
    round.listings.push(run);
    round.index?.add(run);
  }
  round.shown?.ran(run);
  return { run, wasOpen: opened !== null };
}

function takeOpen(open: Map<Lane, RunState>, lane: Lane): RunState | null {
  const run = open.get(lane) ?? null;
  if (run === null) return null;
  if (run.below === null) open.delete(lane);
  else open.set(lane, run.below);
  run.below = null;
  return run;
}

/** Puts a run that has no end above the others of its step and label. */
export function addOpen(open: Map<Lane, RunState>, run: RunState): void {
  run.below = open.get(run.lane) ?? null;
  open.set(run.lane, run);
}

function openFinding(finding: Finding): FindingState {
  return {
    id: finding.id,
    text: finding.text,
    severity: finding.severity,
    closing: null,
    again: false,
  };
}

/** Dollars and tokens that are not finite count 0. */
export function addCost(sum: CostSum, cost: Cost): void {
  const usd = cost.usd !== null && Number.isFinite(cost.usd) ? cost.usd : 0;
  const tokens =
    finite(cost.tokens_in) +
    finite(cost.tokens_out) +
    finite(cost.tokens_cache_read) +
    finite(cost.tokens_cache_write);
  sum.usd += usd;
  sum.tokens += tokens;
  if (usd === 0) sum.unpriced += tokens;
  sum.estimated ||= cost.estimated;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** A round's own cost where its end gives one, else what its runs cost. */
export function roundCost(round: RoundState): CostSum {
  return round.end?.cost ?? round.cost;
}

/** Microseconds from its first event to its end, or to the last sign of it. */
export function roundRuntime(round: RoundState): number {
  return Math.max(0, (round.end?.at ?? round.sign) - round.startedAt);
}

export function roundMetrics(round: RoundState): Metric[] {
  const own = round.end?.metrics ?? [];
  if (round.metrics === null) return [...own];
  const named = new Set(own.map((metric) => metric.name));
  return [...own, ...[...round.metrics.values()].filter((metric) => !named.has(metric.name))];
}
