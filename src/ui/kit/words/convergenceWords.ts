/** Whether a loop gets anywhere, in a sentence. */
import type { Round } from '../../../protocol/loops/loopModel.ts';
import { ours } from '../../../text/say.ts';
import { join, type Shown } from '../../../text/shown.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { dollars } from './costWords.ts';

const SHOWN_ROUNDS = 6;
/** Older rounds are packed: what is said of all of them must not unpack one. */
const LOOKED_AT = 24;
const HOUR_MS = 3_600_000;

/** The newest rounds that have an end, oldest first. */
function newestEnded(loop: WatchedLoop): Round[] {
  const { rounds } = loop.snapshot;
  return rounds.slice(-LOOKED_AT).filter((round) => round.endedAt !== null);
}

/** "7 → 4 → 4"; empty before the second ended round. */
export function materialTrail(loop: WatchedLoop): Shown {
  const counts = newestEnded(loop).slice(-SHOWN_ROUNDS);
  return (counts.length < 2 ? '' : counts.map((round) => round.openMaterial).join(' → ')) as Shown;
}

/** "3 rounds: 7 → 4 → 4 material; no fall in the last two"; empty before the second ended round. */
export function convergence(loop: WatchedLoop): Shown {
  const ended = newestEnded(loop);
  const trail = materialTrail(loop);
  if (trail === '') return trail;
  const { length } = loop.snapshot.rounds;
  const count = length - (Math.min(length, LOOKED_AT) - ended.length);
  const sentence = ours('{0} rounds: {1} material', count, trail);
  return join([sentence, noFallWords(loop)], '; ');
}

/** "7 → 4 → 4 material", for a row; empty before the second ended round. */
export function trailWords(loop: WatchedLoop): Shown {
  const trail = materialTrail(loop);
  return trail === '' ? trail : ours('{0} material', trail);
}

/** "no fall in the last 2"; empty where the last round fell, or nothing is open. */
export function noFallWords(loop: WatchedLoop): Shown {
  const ended = newestEnded(loop);
  const still = withoutFall(ended);
  const quiet = still < 2 || (ended.at(-1)?.openMaterial ?? 0) === 0;
  return quiet ? ('' as Shown) : ours('no fall in the last {0}', still);
}

/** How many of the newest rounds follow each other without a fall. */
function withoutFall(ended: readonly Round[]): number {
  let count = 1;
  for (let index = ended.length - 1; index > 0; index -= 1) {
    const before = ended[index - 1]?.openMaterial ?? 0;
    const after = ended[index]?.openMaterial ?? 0;
    if (after < before) break;
    count += 1;
  }
  return count;
}

/** "$6.10 an hour over the last 3 rounds"; empty where no dollars or no time were told. */
export function rate(loop: WatchedLoop): Shown {
  const last = newestEnded(loop).slice(-3);
  const hours = last.reduce((sum, round) => sum + spanOf(round), 0) / HOUR_MS;
  const usd = last.reduce((sum, round) => sum + round.costUsd, 0);
  if (usd <= 0 || hours <= 0) return '' as Shown;
  const each = dollars(
    usd / hours,
    last.some((round) => round.costEstimated),
  );
  return last.length === 1
    ? ours('{0} an hour in the last round', each)
    : ours('{0} an hour over the last {1} rounds', each, last.length);
}

function spanOf(round: Round): number {
  if (round.startedAt === null || round.endedAt === null) return 0;
  return Math.max(0, Date.parse(round.endedAt) - Date.parse(round.startedAt));
}

/** "84 % of its cap" from 80 % of a dollar or time cap on and not above it; empty else. */
export function nearCap(loop: WatchedLoop): Shown {
  const { manifest, costUsd, runtimeSeconds } = loop.snapshot;
  const usd = manifest?.cost_cap_usd ?? null;
  const minutes = manifest?.runtime_cap_minutes;
  const shares = [
    usd === null || usd <= 0 ? 0 : costUsd / usd,
    minutes === undefined || minutes <= 0 ? 0 : runtimeSeconds / 60 / minutes,
  ];
  const share = Math.max(...shares);
  return share >= 0.8 && share <= 1 ? ours('{0} % of its cap', Math.floor(share * 100)) : ('' as Shown);
}
