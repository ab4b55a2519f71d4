import type { LoopSnapshot, Round } from '../protocol/loops/model.ts';

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

/** Deep equality of plain data. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) {
    return true;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return false;
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, index) => same(value, b[index]))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  );
}
