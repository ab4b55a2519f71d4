import type {
  Cost,
  Finding,
  FindingSeverity,
  FoldEvent,
  Metric,
  Micros,
  OpenFinding,
  Outcome,
  Resolution,
  Round,
  RoundFinding,
  Run,
  StopReason,
  Verdict,
  Whole,
} from '../model.ts';
import { isoMillis } from '../time.ts';
import type { Lane } from './lane.ts';

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

/** What stands of the line that ended a run. */
export type RunEnd = Pick<
  StepFinished,
  'status' | 'summary' | 'artifact' | 'attempt' | 'error' | 'session' | 'model' | 'ts' | 'at'
> & { cost?: Pick<Cost, 'usd'> };

export interface FindingState {
  id: string;
  text: string;
  severity: FindingSeverity;
  closed: boolean;
  resolution: Resolution | null;
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
  /** Open ones, the newest last. */
  readonly open: RunState[];
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
    open: [],
    cost: { usd: 0, tokens: 0, unpriced: 0, estimated: false },
    metrics: null,
  };
}

export function openRun(round: RoundState, lane: Lane, seq: number, startedAt: Micros): void {
  const run = newRun(lane, seq, startedAt);
  round.runs.push(run);
  round.open.push(run);
}

export function newRun(lane: Lane, seq: number, startedAt: Micros | null): RunState {
  return { lane, seq, startedAt, end: null, endSeq: 0, findings: NO_FINDINGS, current: false, given: null };
}

/** Ends the newest open run of the three, or adds a run of its own. Says which run it was, and whether it was open. */
export function finishRun(
  round: RoundState,
  lane: Lane,
  seq: number,
  event: StepFinished,
): { run: RunState; wasOpen: boolean } {
  const opened = takeOpen(round.open, lane);
  const run = opened ?? newRun(lane, seq, null);
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
  }
  return { run, wasOpen: opened !== null };
}

function takeOpen(open: RunState[], lane: Lane): RunState | null {
  for (let place = open.length - 1; place >= 0; place -= 1) {
    const run = open[place];
    if (run?.lane !== lane) continue;
    if (place === open.length - 1) open.pop();
    else open.splice(place, 1);
    return run;
  }
  return null;
}

function openFinding(finding: Finding): FindingState {
  return {
    id: finding.id,
    text: finding.text,
    severity: finding.severity,
    closed: false,
    resolution: null,
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

/** `openMaterial` and `openMinor`: what is open now, for a round that has no end. */
export function giveRound(round: RoundState, openMaterial: number, openMinor: number): Round {
  const end = round.end;
  const cost = roundCost(round);
  const counting = countingRuns(round);
  return {
    round: Number(round.number),
    verdict: end?.verdict ?? null,
    stopReason: end?.stopReason ?? null,
    plan: round.plan,
    summary: round.told.summary,
    next: round.told.next,
    commit: round.told.commit,
    outcome: end?.outcome ?? null,
    startedAt: isoMillis(round.startedAt),
    endedAt: end === null ? null : isoMillis(end.at),
    costUsd: cost.usd,
    costEstimated: cost.estimated,
    tokens: cost.tokens,
    unpricedTokens: cost.unpriced,
    openMaterial: end?.openMaterial ?? openMaterial,
    openMinor: end?.openMinor ?? openMinor,
    metrics: roundMetrics(round),
    runs: round.runs.map((run) => giveRun(run, counting.has(run))),
    findings: round.listings.flatMap(giveFindings),
  };
}

/** A step with an open run runs, whatever finished before; else its last finished run is the one that counts. */
export function countingRuns(round: RoundState): Set<RunState> {
  const byLane = new Map<Lane, RunState>();
  for (const run of round.runs) {
    const best = byLane.get(run.lane);
    if (best === undefined || rank(run) > rank(best)) byLane.set(run.lane, run);
  }
  return new Set(byLane.values());
}

function rank(run: RunState): number {
  // Above every number of a line, and among open runs the newest. A power of two, so that adding one to it is exact.
  return run.end === null ? 2 ** 50 + run.seq : run.endSeq;
}

function roundMetrics(round: RoundState): Metric[] {
  const own = round.end?.metrics ?? [];
  if (round.metrics === null) return [...own];
  const named = new Set(own.map((metric) => metric.name));
  return [...own, ...[...round.metrics.values()].filter((metric) => !named.has(metric.name))];
}

function giveRun(run: RunState, counts: boolean): Run {
  if (run.given !== null && run.given.counts === counts) return run.given;
  const end = run.end;
  run.given = {
    step: run.lane.step,
    label: run.lane.label,
    attempt: end?.attempt === undefined ? null : Number(end.attempt),
    status: end?.status ?? 'running',
    startedAt: run.startedAt === null ? null : isoMillis(run.startedAt),
    finishedAt: end === null ? null : isoMillis(end.at ?? end.ts),
    summary: end?.summary ?? '',
    artifact: end?.artifact ?? null,
    costUsd: end?.cost?.usd ?? null,
    error: end?.error ?? null,
    session: end?.session ?? null,
    model: end?.model ?? null,
    counts,
  };
  return run.given;
}

/** What it lists although it had been closed as fixed. */
export function listedAgain(round: RoundState): OpenFinding[] {
  return round.listings.flatMap((run) =>
    run.findings
      .filter((finding) => finding.again)
      .map(({ id, text, severity }) => ({
        round: Number(round.number),
        step: run.lane.step,
        label: run.lane.label,
        id,
        text,
        severity,
      })),
  );
}

function giveFindings(run: RunState): RoundFinding[] {
  return run.findings.map((finding) => ({
    step: run.lane.step,
    label: run.lane.label,
    id: finding.id,
    text: finding.text,
    severity: finding.severity,
    state: finding.closed ? 'closed' : run.current ? 'open' : 'superseded',
    resolution: finding.resolution,
  }));
}
