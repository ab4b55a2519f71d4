/** Whether a loop gets anywhere, in words. The figures are `trendOf`'s. */
import { trendOf } from '../../../protocol/loops/trend.ts';
import { join, NONE, type Shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { capUses } from '../../../workspace/loops/capUse.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { dollars } from './costWords.ts';

/** From this share of a cap on it is said how near it is. */
const NEAR = 0.8;

/** "7 → 4 → 4"; empty before the second ended round. */
export function materialTrail({ snapshot }: WatchedLoop): Shown {
  const { openMaterial } = trendOf(snapshot.rounds);
  return (openMaterial.length < 2 ? '' : openMaterial.join(' → ')) as Shown;
}

/** "3 rounds: 7 → 4 → 4 material; no fall in the last 2"; empty before the second ended round. */
export function convergence(loop: WatchedLoop): Shown {
  const trail = materialTrail(loop);
  if (trail === '') return trail;
  const sentence = ours('{0} rounds: {1} material', trendOf(loop.snapshot.rounds).ended, trail);
  return join([sentence, noFallWords(loop)], '; ');
}

/** "7 → 4 → 4 material", for a row; empty before the second ended round. */
export function trailWords(loop: WatchedLoop): Shown {
  const trail = materialTrail(loop);
  return trail === '' ? trail : ours('{0} material', trail);
}

/** "no fall in the last 2"; empty where the last round fell, or nothing is open. */
export function noFallWords({ snapshot }: WatchedLoop): Shown {
  const { openMaterial, withoutFall } = trendOf(snapshot.rounds);
  const isQuiet = withoutFall < 2 || (openMaterial.at(-1) ?? 0) === 0;
  return isQuiet ? NONE : ours('no fall in the last {0}', withoutFall);
}

/** "$6.10 an hour over the last 3 rounds"; empty where no dollars or no time were told. */
export function rate({ snapshot }: WatchedLoop): Shown {
  const { rounds, costUsd, costEstimated, hours } = trendOf(snapshot.rounds).lately;
  if (costUsd <= 0 || hours <= 0) return NONE;
  const each = dollars(costUsd / hours, costEstimated);
  return rounds === 1
    ? ours('{0} an hour in the last round', each)
    : ours('{0} an hour over the last {1} rounds', each, rounds);
}

/** "About $0.31 a round; at this pace $5 lasts 13 more."; empty where no dollars were told. */
export function paceWords({ snapshot }: WatchedLoop): Shown {
  const { rounds, costUsd, costEstimated } = trendOf(snapshot.rounds).lately;
  if (costUsd <= 0) return NONE;
  const mean = costUsd / rounds;
  const each = dollars(mean, costEstimated);
  const cap = capUses(snapshot).find((use) => use.cap === 'cost');
  if (cap === undefined || cap.value >= cap.limit) return ours('About {0} a round.', each);
  return ours(
    'About {0} a round; at this pace {1} lasts {2} more.',
    each,
    dollars(cap.limit, false),
    Math.floor((cap.limit - cap.value) / mean),
  );
}

/** "84 % of its cap" from 80 % of a dollar or time cap on and not above it; empty else. */
export function nearCap({ snapshot }: WatchedLoop): Shown {
  const uses = capUses(snapshot).filter(({ cap, limit }) => cap !== 'rounds' && limit > 0);
  const share = Math.max(0, ...uses.map((use) => use.share));
  return share >= NEAR && share <= 1 ? ours('{0} % of its cap', Math.floor(share * 100)) : NONE;
}
