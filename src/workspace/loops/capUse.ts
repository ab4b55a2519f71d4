/** How much of its caps a loop has used up. */
import type { LoopSnapshot } from '../../protocol/loops/loopSnapshot.ts';

export interface CapUse {
  cap: 'cost' | 'runtime' | 'rounds';
  /** Dollars, minutes, or the number of the newest round. */
  value: number;
  limit: number;
  /** 1 is all of it. A cap of nothing is all used up from the start. */
  share: number;
}

/** The caps that the loop has: a cost of Infinity is none. */
export function capUses({ manifest, costUsd, runtimeSeconds, rounds }: LoopSnapshot): CapUse[] {
  const uses: CapUse[] = [];
  const add = (cap: CapUse['cap'], value: number, limit: number | null | undefined): void => {
    if (limit === null || limit === undefined) return;
    uses.push({ cap, value, limit, share: limit > 0 ? value / limit : 1 });
  };
  add('cost', costUsd, manifest?.cost_cap_usd);
  add('runtime', runtimeSeconds / 60, manifest?.runtime_cap_minutes);
  add('rounds', rounds.at(-1)?.round ?? 0, manifest?.round_cap);
  return uses;
}

export function capUse(snapshot: LoopSnapshot, cap: CapUse['cap']): CapUse | undefined {
  return capUses(snapshot).find((each) => each.cap === cap);
}
