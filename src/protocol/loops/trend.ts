/** Whether a loop gets anywhere and what that costs: the figures behind every sentence, row and picture that says it. */
import { memoize } from '../lib/memo.ts';
import type { Metric } from './eventDefinitions.ts';
import type { Round } from './loopSnapshot.ts';
import { distanceToTarget, ROUNDS, roundsWithoutFall } from './state/convergence.ts';

export interface Trend {
  /** How many rounds have ended. Older ones than are looked at count as ended: all but the newest have. */
  ended: number;
  /** The material findings open at the end of the newest ended rounds, oldest first. */
  openMaterial: readonly number[];
  /** So many of the newest ended rounds follow each other without a fall; 1 where the newest fell, or is the only one. */
  withoutFall: number;
  /** Over the last three ended rounds. */
  lately: { rounds: number; costUsd: number; costEstimated: boolean; hours: number };
}

/** Older rounds are packed: what is said of all of them must not unpack one. */
const LOOKED_AT = 24;
/** Of so many the counts are told. */
const TOLD = 6;
const HOUR_MS = 3_600_000;

/** Looked for once for each state of the rounds. */
export const trendOf = memoize((rounds: readonly Round[]): Trend => {
  const newest = rounds.slice(-LOOKED_AT);
  const ended = newest.filter(hasEnd);
  const last = ended.slice(-ROUNDS);
  return {
    ended: rounds.length - (newest.length - ended.length),
    openMaterial: ended.slice(-TOLD).map((round) => round.openMaterial),
    withoutFall: roundsWithoutFall(ended),
    lately: {
      rounds: last.length,
      costUsd: last.reduce((sum, round) => sum + round.costUsd, 0),
      costEstimated: last.some((round) => round.costEstimated),
      hours: last.reduce((sum, round) => sum + millisOf(round), 0) / HOUR_MS,
    },
  };
});

/** Its end was reported, at whatever time. */
export function hasEnd(round: Pick<Round, 'verdict'>): boolean {
  return round.verdict !== null;
}

function millisOf({ startedAt, endedAt }: Round): number {
  if (startedAt === null || endedAt === null) return 0;
  return Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}

/** Whether a metric is where it is to be; false without a target or a value. */
export function isMet(metric: Metric): boolean {
  return distanceToTarget(metric) === 0;
}
