import type { LoopSnapshot, Metric, Round } from './loopModel.ts';
import { distanceToTarget } from './state/convergence.ts';

/** Whether a loop gets anywhere and what that costs: the numbers of one sentence, for row, tooltip and page alike. */
export interface Trend {
  /** The ended rounds that this is about, lowest number first; at most as many as were asked for. */
  rounds: TrendRound[];
  /**
   * How many of these, counted from the newest, came without a fall of the open material findings against the round
   * before; 0: the newest one fell, or there is nothing to compare.
   */
  withoutFall: number;
  /** The metrics with a target, as the newest of the rounds gives them. */
  metrics: TrendMetric[];
  costUsd: number;
  costEstimated: boolean;
  /** Over these rounds; null where they took no time. */
  usdPerHour: number | null;
  tokensPerHour: number | null;
}

export interface TrendRound {
  round: number;
  openMaterial: number;
  openMinor: number;
  costUsd: number;
  costEstimated: boolean;
  tokens: number;
  /** From its start to its end; null where either lies past year 9999. */
  seconds: number | null;
}

export interface TrendMetric {
  name: string;
  unit: string;
  better: Metric['better'] | null;
  target: number;
  /** By round; null where a round does not give it. */
  values: (number | null)[];
  /** Of the last two values: the later one is nearer to the target, or on it; null with fewer than two. */
  nearer: boolean | null;
  met: boolean;
}

/** How much of a cap is used up: 1 is all of it. */
export interface CapShare {
  cap: 'cost' | 'runtime' | 'rounds';
  share: number;
}

/** Over the `count` newest ended rounds; null while no round has ended. */
export function trend(snapshot: Pick<LoopSnapshot, 'rounds'>, count = 3): Trend | null {
  const ended = newestEnded(snapshot.rounds, count + 1);
  const rounds = ended.slice(-count);
  const newest = rounds.at(-1);
  if (newest === undefined) return null;
  const shown = rounds.map(trendRound);
  const hours = shown.reduce((sum, round) => sum + (round.seconds ?? 0), 0) / 3600;
  const costUsd = shown.reduce((sum, round) => sum + round.costUsd, 0);
  const tokens = shown.reduce((sum, round) => sum + round.tokens, 0);
  return {
    rounds: shown,
    withoutFall: withoutFall(ended, rounds.length),
    metrics: newest.metrics.flatMap((metric) => trendMetric(metric, rounds)),
    costUsd,
    costEstimated: shown.some((round) => round.costEstimated),
    usdPerHour: hours > 0 ? costUsd / hours : null,
    tokensPerHour: hours > 0 ? tokens / hours : null,
  };
}

/** The caps that the loop has, the one most used up first. */
export function capShares(snapshot: LoopSnapshot): CapShare[] {
  const { manifest } = snapshot;
  const shares: CapShare[] = [];
  const add = (cap: CapShare['cap'], value: number, limit: number | null | undefined): void => {
    if (limit !== null && limit !== undefined) shares.push({ cap, share: value / limit });
  };
  add('cost', snapshot.costUsd, manifest?.cost_cap_usd);
  add('runtime', snapshot.runtimeSeconds / 60, manifest?.runtime_cap_minutes);
  add('rounds', snapshot.rounds.at(-1)?.round ?? 0, manifest?.round_cap);
  return shares.sort((a, b) => b.share - a.share);
}

/** From the end, for old rounds are made only when they are asked for. */
function newestEnded(rounds: readonly Round[], count: number): Round[] {
  const found: Round[] = [];
  for (let at = rounds.length - 1; at >= 0 && found.length < count; at -= 1) {
    const round = rounds[at];
    if (round !== undefined && round.verdict !== null) found.unshift(round);
  }
  return found;
}

function trendRound(round: Round): TrendRound {
  const { startedAt, endedAt, openMaterial, openMinor, costUsd, costEstimated, tokens } = round;
  const seconds =
    startedAt === null || endedAt === null
      ? null
      : Math.max(0, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
  return { round: round.round, openMaterial, openMinor, costUsd, costEstimated, tokens, seconds };
}

function withoutFall(ended: readonly Round[], most: number): number {
  let count = 0;
  for (let at = ended.length - 1; at > 0 && count < most; at -= 1) {
    if ((ended[at]?.openMaterial ?? 0) < (ended[at - 1]?.openMaterial ?? 0)) break;
    count += 1;
  }
  return count;
}

function trendMetric(metric: Metric, rounds: readonly Round[]): TrendMetric[] {
  const { target } = metric;
  if (target === undefined || target === null) return [];
  const named = rounds.map((round) => round.metrics.findLast((other) => other.name === metric.name));
  const distances = named.flatMap((other) => {
    const distance = other === undefined ? null : distanceToTarget(other);
    return distance === null ? [] : [distance];
  });
  const [before, last] = distances.slice(-2);
  const now = distanceToTarget(metric);
  return [
    {
      name: metric.name,
      unit: metric.unit,
      better: metric.better ?? null,
      target,
      values: named.map((other) => other?.value ?? null),
      nearer: before === undefined || last === undefined ? null : last < before || last === 0,
      met: now === 0,
    },
  ];
}
