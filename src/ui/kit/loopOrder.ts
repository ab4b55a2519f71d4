import { isInside } from '../../protocol/files/safePath.ts';
import { hasEnded } from '../../workspace/loops/loopAbilities.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';

/** Those of the repository of the file in front first, then those that wait or run, then the ended; newest sign first. */
export function orderLoops(loops: readonly WatchedLoop[], file: string | undefined): WatchedLoop[] {
  const rank = (loop: WatchedLoop): number =>
    (file !== undefined && isInside(loop.repository, file) ? 0 : 4) +
    (hasEnded(loop) ? 2 : loop.snapshot.waitsForYou.length > 0 ? 0 : 1);
  return [...loops].sort(
    (a, b) => rank(a) - rank(b) || compare(b.snapshot.lastSign, a.snapshot.lastSign) || compare(a.key, b.key),
  );
}

function compare(a: string | null, b: string | null): number {
  const [one, other] = [a ?? '', b ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
}
