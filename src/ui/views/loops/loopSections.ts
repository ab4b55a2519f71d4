/** Which loops the view shows at its top, in which order, and which are put away. */

import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { NeedsYou } from '../../../workspace/needsYou.ts';
import { stateOf } from '../../kit/words/loopStateWords.ts';

const DAY_MS = 24 * 3_600_000;

/** Ended, and no sign for a day: these go into one closed row. */
export function isPutAway(loop: WatchedLoop, now: number): boolean {
  if (!hasEnded(loop)) return false;
  const sign = loop.snapshot.lastSign;
  return sign === null || now - Date.parse(sign) >= DAY_MS;
}

/** By attention, then by what they do, then by name: no loop moves because another one worked. */
export function byAttention(loops: readonly WatchedLoop[], needs: NeedsYou): WatchedLoop[] {
  const urgent = new Map<string, number>();
  const ofLoops = [
    ...needs.waits.flatMap((group) => (group.kind === 'feedback' ? [] : group.same)),
    ...needs.looks.flatMap((group) => (group.kind === 'task' ? [] : group.same)),
  ];
  for (const each of ofLoops) {
    if (!urgent.has(each.loop.key)) urgent.set(each.loop.key, urgent.size);
  }
  const keyOf = (loop: WatchedLoop) => urgent.get(loop.key) ?? urgent.size + activity(loop);
  return [...loops].sort(
    (one, other) =>
      keyOf(one) - keyOf(other) || compare(one.id, other.id) || compare(one.repository, other.repository),
  );
}

const ACTIVITY = [
  'answered-unread',
  'running',
  'stalled',
  'sleeping',
  'capped',
  'idle',
  'new',
  'failed',
  'stopped',
  'done',
];

function activity(loop: WatchedLoop): number {
  return Math.max(0, ACTIVITY.indexOf(stateOf(loop).code));
}

/** Newest first. */
export function byLastSign(loops: readonly WatchedLoop[]): WatchedLoop[] {
  return [...loops].sort(
    (one, other) =>
      compare(other.snapshot.lastSign ?? '', one.snapshot.lastSign ?? '') || compare(one.key, other.key),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
