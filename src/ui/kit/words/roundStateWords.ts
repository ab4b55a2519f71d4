/** How a round stands, and what of it several surfaces say. */
import type { Round } from '../../../protocol/loops/loopSnapshot.ts';
import { hasEnd } from '../../../protocol/loops/trend.ts';
import type { Shown } from '../../../text/agentText.ts';
import { verdictWord } from '../../../text/roundWords.ts';
import { ours } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { roundCost } from '../../../workspace/totals.ts';
import { cost } from './costWords.ts';

/** It is the one that the loop works on now. */
export function isRunning(loop: WatchedLoop, round: Round): boolean {
  const { status, rounds } = loop.snapshot;
  return !hasEnd(round) && status === 'running' && rounds.at(-1)?.round === round.round;
}

/** "continue", "running", "not ended". */
export function roundStateWord(loop: WatchedLoop, round: Round): Shown {
  if (hasEnd(round)) return verdictWord(round.verdict);
  return isRunning(loop, round) ? ours('running') : ours('not ended');
}

/** "$2.95", "1.2M tok"; empty where nothing was reported. */
export function roundCostWords(round: Round): Shown {
  return cost(roundCost(round));
}

/** "7 → 4": the material findings open at the end of the round before and of this one, where both have an end. */
export function materialFall(before: Round | undefined, round: Round): Shown {
  const falls = before !== undefined && hasEnd(before) && hasEnd(round);
  return (falls ? `${before.openMaterial} → ${round.openMaterial}` : `${round.openMaterial}`) as Shown;
}
