import type { WatchedLoop } from './watchedLoop.ts';

/** Money as it may be shown: dollars where any were reported, tokens where none were. */
export interface Spent {
  usd: number;
  /** Some of the dollars are an estimate: "~". */
  estimated: boolean;
  /** Tokens of the runs without dollars; 0 where everything had its price. */
  tokens: number;
}

export interface Totals {
  runs: number;
  sleeps: number;
  stalled: number;
  waits: number;
  ended: number;
  today: Spent;
}

/** What the runs finished today cost. `now` and the day are local time, by the machine's time zone unless one is given. */
export function todayCost(_loops: readonly WatchedLoop[], _now: number, _timeZone?: string): Spent {
  return { usd: 0, estimated: false, tokens: 0 };
}

/** What one loop cost over all. */
export function loopCost(_loop: WatchedLoop): Spent {
  return { usd: 0, estimated: false, tokens: 0 };
}

export function totals(_loops: readonly WatchedLoop[], _now: number, _timeZone?: string): Totals {
  return { runs: 0, sleeps: 0, stalled: 0, waits: 0, ended: 0, today: todayCost([], 0) };
}
