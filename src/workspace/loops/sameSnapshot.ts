import { same } from '../../protocol/lib/same.ts';
import type { LoopSnapshot, Round } from '../../protocol/loops/loopSnapshot.ts';

/** Whether two snapshots show the same. When it changes next is not shown. */
export function sameSnapshot(a: LoopSnapshot, b: LoopSnapshot): boolean {
  const rest = { rounds: null, nextChangeAt: null };
  return same({ ...a, ...rest }, { ...b, ...rest }) && sameRounds(a.rounds, b.rounds);
}

/** Rounds older than these are not unpacked to be compared: where the list is another one, something in it changed. */
const mostRounds = 200;

function sameRounds(a: readonly Round[], b: readonly Round[]): boolean {
  if (a === b) {
    return true;
  }
  if (a.length !== b.length || a.length > mostRounds) {
    return false;
  }
  return a.every((round, index) => same(round, b[index]));
}
