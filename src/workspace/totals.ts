import type { LoopStatus, Round } from '../protocol/loops/model.ts';
import { millis } from './needsYou.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** What something cost, as it may be shown: dollars where any were reported, tokens for what had none. */
export interface Spent {
  usd: number;
  /** Some of the dollars are an estimate: "~". */
  estimated: boolean;
  /** Tokens that no dollars were reported for. */
  tokens: number;
}

export interface Totals {
  /** In a round. */
  runs: number;
  sleeps: number;
  stalled: number;
  /** Loops of which something waits for the person. */
  waits: number;
  ended: number;
  today: Spent;
}

const ended: readonly LoopStatus[] = ['done', 'stopped', 'failed'];
/** Rounds are looked at from the newest on; after so many that were over before the day none of it follows. */
const enoughOld = 50;

/** The start of the day in which `now` lies, by the machine's own time. */
export function startOfToday(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

/** What the runs finished today cost; a round's own cost counts on the day of its end. `dayStart`: milliseconds since 1970. */
export function todayCost(
  loops: readonly WatchedLoop[],
  now: number,
  dayStart: number = startOfToday(now),
): Spent {
  const spent: Spent = { usd: 0, estimated: false, tokens: 0 };
  for (const loop of loops) {
    const { rounds } = loop.snapshot;
    let old = 0;
    for (let index = rounds.length - 1; index >= 0 && old < enoughOld; index -= 1) {
      const round = rounds[index];
      if (round !== undefined) {
        old = addToday(spent, round, dayStart, now) ? 0 : old + 1;
      }
    }
  }
  return spent;
}

/** Whether anything of the round was today. */
function addToday(spent: Spent, round: Round, from: number, to: number): boolean {
  const within = (iso: string | null): boolean => {
    const at = millis(iso);
    return at !== null && at >= from && at <= to;
  };
  const finished = round.runs.filter((run) => within(run.finishedAt));
  const isOver = within(round.endedAt);
  const ofRuns = (runs: Round['runs']): number => runs.reduce((sum, run) => sum + (run.costUsd ?? 0), 0);
  // Its own cost, where it gave one, is that of the whole round.
  const own = round.endedAt !== null && Math.abs(round.costUsd - ofRuns(round.runs)) > 1e-9;
  const usd = own ? (isOver ? round.costUsd : 0) : ofRuns(finished);
  spent.usd += usd;
  spent.estimated ||= usd > 0 && round.costEstimated;
  // Runs do not say their tokens: those of a round count with its end, or while it has none with its newest run.
  if (round.endedAt === null ? finished.length > 0 : isOver) {
    spent.tokens += round.unpricedTokens;
  }
  return isOver || finished.length > 0 || within(round.startedAt);
}

/** What one loop cost over all. */
export function loopCost(loop: WatchedLoop): Spent {
  const { costUsd, costEstimated, unpricedTokens } = loop.snapshot;
  return { usd: costUsd, estimated: costEstimated, tokens: unpricedTokens };
}

/** How many do what, and what today cost: for the status bar and the descriptions of the views. */
export function totals(loops: readonly WatchedLoop[], now: number, dayStart?: number): Totals {
  const count = (fits: (loop: WatchedLoop) => boolean): number => loops.filter(fits).length;
  return {
    runs: count(({ snapshot }) => snapshot.status === 'running'),
    sleeps: count(({ snapshot }) => snapshot.status === 'sleeping'),
    stalled: count(({ snapshot }) => snapshot.status === 'stalled'),
    waits: count(({ snapshot }) => snapshot.waitsForYou.length > 0),
    ended: count(({ snapshot }) => ended.includes(snapshot.status)),
    today: todayCost(loops, now, dayStart),
  };
}
