/** The common case of a task's text: `JSON.parse`, where nothing gets lost by it. */

import { MOST_LEVELS } from './jsonValues.ts';
import type { TaskRecord } from './taskModel.ts';

/** Below this many units no number can be too long. */
const SHORT = 4300;

/**
 * The object of a text in which no name stands twice, no number is beyond a double's reach and nothing is nested too deep;
 * null where that is not sure, or is not so.
 */
export function quickObject(text: string): TaskRecord | null {
  if (text.length > SHORT && /[0-9]{4301}/.test(text)) return null;
  const colons = countNames(text);
  if (colons < 0) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const names = countIn(value, 1);
  return names === colons ? (value as TaskRecord) : null;
}

/**
 * How many colons follow a quote: no fewer than the text has names. -1 where one follows a space, and could be a name's too.
 */
function countNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === 0x22) count += 1;
    else if (before === 0x20 || (before >= 0x09 && before <= 0x0d)) return -1;
  }
  return count;
}

/** The number of names in it; NaN where it is nested too deep or holds what is no number to a double. */
function countIn(value: object, depth: number): number {
  if (depth > MOST_LEVELS) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += inner(item, depth);
    return count;
  }
  for (const name in value) count += 1 + inner((value as TaskRecord)[name], depth);
  return count;
}

function inner(item: unknown, depth: number): number {
  if (typeof item === 'object') return item === null ? 0 : countIn(item, depth + 1);
  return typeof item === 'number' && !Number.isFinite(item) ? Number.NaN : 0;
}
