import type { Metric } from '../eventDefinitions.ts';
import type { Round } from '../loopSnapshot.ts';

/** Over this many ended rounds something has to move. */
export const ROUNDS = 3;
const DISCARDED = 2;

/** Why a loop makes no progress; one way or more. */
export interface NoProgress {
  /**
   * `findings`: the open material ones did not fall and no metric came nearer its target; `discarded`: the last two
   * rounds were; `again`: what was closed as fixed is listed again.
   */
  ways: ('findings' | 'discarded' | 'again')[];
  /** The ended rounds that were looked at, lowest first, and the material findings open at the end of each. */
  rounds: number[];
  openMaterial: number[];
  /** What those rounds cost, in dollars. */
  costUsd: number;
  /** Of `again`: what is listed again. */
  again: { round: number; step: string; label: string; id: string; text: string }[];
}

/**
 * `ended`: the last three rounds that have an end, lowest first (fewer where there are fewer). `again`: what was listed
 * in these rounds or later although it had been closed as fixed, whatever became of it since.
 */
export function noProgress(ended: readonly Round[], again: NoProgress['again']): NoProgress | null {
  const ways: NoProgress['ways'] = [];
  const open = ended.at(-1)?.openMaterial ?? 0;
  if (ended.length >= ROUNDS && open > 0 && roundsWithoutFall(ended) === ended.length && !nearer(ended))
    ways.push('findings');
  const last = ended.slice(-DISCARDED);
  if (last.length === DISCARDED && last.every((round) => round.outcome === 'discarded'))
    ways.push('discarded');
  if (again.length > 0) ways.push('again');
  if (ways.length === 0) return null;
  return {
    ways,
    rounds: ended.map((round) => round.round),
    openMaterial: ended.map((round) => round.openMaterial),
    costUsd: ended.reduce((sum, round) => sum + round.costUsd, 0),
    again,
  };
}

/** How many of the newest rounds follow each other without a fall of the open material findings; `ended`: lowest first. */
export function roundsWithoutFall(ended: readonly Pick<Round, 'openMaterial'>[]): number {
  const fell = ended.findLastIndex(
    (round, index) => round.openMaterial < (ended[index - 1]?.openMaterial ?? 0),
  );
  return ended.length - Math.max(0, fell);
}

/** Some metric with a target was nearer to it in one of the rounds than in one before. */
function nearer(rounds: readonly Round[]): boolean {
  const nearest = new Map<string, number>();
  for (const round of rounds) {
    const distances = new Map<string, number>();
    for (const metric of round.metrics) {
      const distance = distanceToTarget(metric);
      if (distance !== null) distances.set(metric.name, distance);
    }
    for (const [name, distance] of distances) {
      const before = nearest.get(name);
      if (before !== undefined && distance < before) return true;
      nearest.set(name, distance);
    }
  }
  return false;
}

/** 0 where the target is met; null where there is none, or no number to compare. */
export function distanceToTarget(metric: Metric): number | null {
  const { value, target, better } = metric;
  if (value === null || target === null || target === undefined) return null;
  const distance = better === 'lower' ? value - target : target - value;
  if (!Number.isFinite(distance)) return null;
  return better === undefined ? Math.abs(distance) : Math.max(0, distance);
}
