import { isoMillis } from '../../lib/time.ts';
import type { Round } from '../loopSnapshot.ts';
import { type RoundState, roundCost, roundMetrics } from './roundState.ts';
import { ShownRound } from './shownRound.ts';

/** How many findings are open at a time. A round that has no end shows what is open now. */
export type OpenCounts = Pick<Round, 'openMaterial' | 'openMinor'>;

export function isAlike(one: OpenCounts, other: OpenCounts): boolean {
  return one.openMaterial === other.openMaterial && one.openMinor === other.openMinor;
}

export function giveRound(round: RoundState, open: OpenCounts): Round {
  const end = round.end;
  const cost = roundCost(round);
  round.shown ??= new ShownRound(round);
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
    openMaterial: end?.openMaterial ?? open.openMaterial,
    openMinor: end?.openMinor ?? open.openMinor,
    metrics: roundMetrics(round),
    runs: round.shown.runs(),
    findings: round.shown.findings(),
  };
}
