import type { Facts } from './facts.ts';

/** A cap of the manifest and where the loop stands: dollars, minutes, or rounds (a number of rounds, or a round's number). */
export interface Cap {
  cap: 'cost' | 'runtime' | 'rounds';
  value: number;
  limit: number;
}

const MINUTE = 60_000_000;

export function capsReached(facts: Facts): Cap[] {
  return caps(facts, facts.totals.ended, (value, limit) => value >= limit);
}

/** Rounds: one is numbered above the cap. */
export function capsExceeded(facts: Facts): Cap[] {
  return caps(facts, facts.highestRound ?? 0, (value, limit) => value > limit);
}

function caps(
  facts: Facts,
  rounds: number | bigint,
  bites: (value: number | bigint, limit: number | bigint) => boolean,
): Cap[] {
  const { manifest, totals } = facts;
  const found: Cap[] = [];
  const cost = manifest?.cost_cap_usd ?? null;
  const runtime = manifest?.runtime_cap_minutes;
  const roundCap = manifest?.round_cap;
  if (cost !== null && bites(totals.usd, cost)) found.push({ cap: 'cost', value: totals.usd, limit: cost });
  if (runtime !== undefined && bites(totals.runtime, Number(runtime) * MINUTE)) {
    found.push({ cap: 'runtime', value: totals.runtime / MINUTE, limit: Number(runtime) });
  }
  if (roundCap !== undefined && bites(rounds, roundCap)) {
    found.push({ cap: 'rounds', value: Number(rounds), limit: Number(roundCap) });
  }
  return found;
}
