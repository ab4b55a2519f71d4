import type { LoopSnapshot } from '../protocol/loops/model.ts';

/** Whether two snapshots show the same. When it changes next is not shown. */
export function sameSnapshot(a: LoopSnapshot, b: LoopSnapshot): boolean {
  return same({ ...a, nextChangeAt: null }, { ...b, nextChangeAt: null });
}

/** Deep equality of plain data. Unchanged rounds are the same objects, so this is quick on long logs. */
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
