import type { Micros } from '../../lib/time.ts';
import type {
  Cost,
  Finding,
  FoldEvent,
  Metric,
  Outcome,
  StopReason,
  Verdict,
  Whole,
} from '../eventDefinitions.ts';
import type { FindingIndex } from './findingIndex.ts';
import type { Lane } from './lane.ts';
import { type FindingState, newRun, type RunState, type StepFinished } from './runState.ts';
import type { RunsOfRound, ShownRound } from './shownRound.ts';

export type RoundFinished = Extract<FoldEvent, { event: 'round_finished' }>;

/** What is counted of one or many costs. */
export interface CostSum {
  usd: number;
  tokens: number;
  /** Of the tokens those that came without dollars. */
  unpriced: number;
  estimated: boolean;
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
export interface RoundState extends RunsOfRound {
  readonly number: Whole;
  readonly startedAt: Micros;
  sign: Micros;
  plan: string;
  /** null again once the round is reopened. */
  end: RoundEnd | null;
  /** What its last `round_finished` told. */
  told: { summary: string; next: string; commit: string | null };
  /** Made when the first finding is closed, and when the round is first shown. */
  index: FindingIndex | null;
  shown: ShownRound | null;
  /** Of the runs, added up as they finished. */
  cost: CostSum;
  /** The last of each name from the runs. */
  metrics: Map<string, Metric> | null;
}

const NOTHING_TOLD: RoundState['told'] = { summary: '', next: '', commit: null };

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
