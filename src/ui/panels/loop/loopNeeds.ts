/** What of one loop waits for the person and what needs a look, each by itself. */

import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { type LoopLook, type LoopWait, needsYou } from '../../../workspace/needsYou.ts';

export function waitsOf(loop: WatchedLoop, now: number): LoopWait[] {
  return needsYou([loop], [], now).waits.flatMap((wait) => (wait.kind === 'feedback' ? [] : wait.same));
}

export function looksOf(loop: WatchedLoop, now: number): LoopLook[] {
  return needsYou([loop], [], now).looks.flatMap((look) => (look.kind === 'loop' ? look.same : []));
}
