import { millis } from '../protocol/lib/time.ts';
import type { Round } from '../protocol/loops/loopSnapshot.ts';
import type { WatchedLoop } from './loops/watchedLoop.ts';

/** What something cost, as it may be shown: dollars where any were reported, tokens for what had none. */
export interface Spent {
  usd: number;
  /** Some of the dollars are an estimate: "~". */
  estimated: boolean;
  /** Tokens that no dollars were reported for. */
  tokens: number;
}

/** For the status bar and the descriptions of the views. */
export interface Totals {
  /** How many loops are in a round. */
  runs: number;
  today: Spent;
}

/** Rounds are looked at from the newest on; after so many that were over before the day none of it follows. */
const enoughOld = 50;
/** A loop with more rounds in a day is shown with what the newest of them cost: old ones must be unpacked to be read. */
const mostRounds = 1000;
/** Rounds older than this many do not change any more: what they cost today is kept. */
const mayChange = 200;
const mostLoops = 500;
const longestDay = 25 * 3_600_000;

/** The start of the day in which `now` lies, by the machine's own time. */
export function startOfToday(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

/** What loops cost on a day. It remembers of each loop what rounds that are over cost. */
export class DayCosts {
  /** By the list of rounds, which is another one as soon as one of them changed. */
  readonly #known = new WeakMap<readonly Round[], { dayStart: number; spent: Spent }>();
  /** By loop: what its rounds before `upTo` cost, as long as the last of them is the same. */
  readonly #settled = new Map<string, { dayStart: number; upTo: number; last: string; spent: Spent }>();

  /** What runs finished on the day cost; a round's own cost counts on the day of its end. `dayStart`: milliseconds since 1970. */
  of(loops: readonly WatchedLoop[], dayStart: number): Spent {
    const all = nothing();
    for (const { key, snapshot } of loops) {
      const { rounds } = snapshot;
      const before = this.#known.get(rounds);
      const spent = before?.dayStart === dayStart ? before.spent : this.#ofLoop(key, rounds, dayStart);
      this.#known.set(rounds, { dayStart, spent });
      add(all, spent);
    }
    return all;
  }

  #ofLoop(key: string, rounds: readonly Round[], dayStart: number): Spent {
    const border = Math.max(0, rounds.length - mayChange);
    const kept = this.#settled.get(key);
    const holds =
      kept?.dayStart === dayStart && kept.upTo <= border && kept.last === lastBefore(rounds, kept.upTo);
    const first = holds ? kept.upTo : Math.max(0, rounds.length - mostRounds);
    const before = holds ? { ...kept.spent } : nothing();
    const recent = nothing();
    let old = 0;
    for (let index = rounds.length - 1; index >= first && old < enoughOld; index -= 1) {
      const round = rounds[index];
      if (round !== undefined) {
        old = addToday(index < border ? before : recent, round, dayStart) ? 0 : old + 1;
      }
    }
    this.#settled.delete(key);
    this.#settled.set(key, { dayStart, upTo: border, last: lastBefore(rounds, border), spent: before });
    const [oldest] = this.#settled.keys();
    if (this.#settled.size > mostLoops && oldest !== undefined) this.#settled.delete(oldest);
    return add({ ...before }, recent);
  }
}

function lastBefore(rounds: readonly Round[], index: number): string {
  const round = rounds[index - 1];
  return round === undefined
    ? ''
    : JSON.stringify([round.round, round.startedAt, round.endedAt, round.costUsd]);
}

function nothing(): Spent {
  return { usd: 0, estimated: false, tokens: 0 };
}

function add(to: Spent, part: Spent): Spent {
  to.usd += part.usd;
  to.estimated ||= part.estimated && part.usd > 0;
  to.tokens += part.tokens;
  return to;
}

/** Whether anything of the round was today. */
function addToday(spent: Spent, round: Round, dayStart: number): boolean {
  const within = (iso: string | null): boolean => {
    const at = millis(iso);
    return at !== null && at >= dayStart && at < dayStart + longestDay;
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

type Reported = Pick<Round, 'costUsd' | 'costEstimated' | 'unpricedTokens'>;

/** What one loop cost over all. */
export function loopCost({ snapshot }: WatchedLoop): Spent {
  return roundCost(snapshot);
}

/** What a round cost: what its end says, else its runs. */
export function roundCost({ costUsd, costEstimated, unpricedTokens }: Reported): Spent {
  return { usd: costUsd, estimated: costEstimated, tokens: unpricedTokens };
}

/** What several loops cost together. */
export function costOf(loops: readonly WatchedLoop[]): Spent {
  return loops.map(loopCost).reduce(add, nothing());
}

export function totals(loops: readonly WatchedLoop[], costs: DayCosts, dayStart: number): Totals {
  return {
    runs: loops.filter(({ snapshot }) => snapshot.status === 'running').length,
    today: costs.of(loops, dayStart),
  };
}
