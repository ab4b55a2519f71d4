/** The order in which the peer lists tasks. */
import { compareCodePoints } from '../lib/pythonJson.ts';

export interface SortKey {
  /** null sorts last. */
  priority: number | bigint | null;
  /** null sorts as `now`; what is no text sorts after all texts. */
  created: unknown;
  /** The file's name with `.json`. */
  name: string;
}

/** By priority, then by the text of `created_at`, then by name; `now` is what an empty time counts as. */
export function compareTasks(a: SortKey, b: SortKey, now: string): number {
  if (a.priority !== b.priority) {
    if (a.priority === null) return 1;
    if (b.priority === null) return -1;
    if (a.priority < b.priority) return -1;
    if (a.priority > b.priority) return 1;
  }
  const left = a.created ?? now;
  const right = b.created ?? now;
  const texts = typeof left === 'string' && typeof right === 'string';
  if (texts) return compareText(left, right) || compareText(a.name, b.name);
  if (typeof left === 'string') return -1;
  return typeof right === 'string' ? 1 : compareText(a.name, b.name);
}

const SURROGATE = /[\ud800-\udfff]/;

/** By code point, as Python compares texts. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return compareCodePoints(a, b);
  return a < b ? -1 : 1;
}
