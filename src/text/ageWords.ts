/** Times in the few characters that a row has. Longer ones: timeWords.ts. */

import type { Shown } from './agentText.ts';
import { ours } from './say.ts';
import { clockMinutes, duration } from './timeWords.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "20 s", "6 m", "2 h", "3 d": milliseconds. Seconds in tens, so that a row does not flicker. */
export function age(ms: number): Shown {
  if (ms < 10_000) return ours('now');
  if (ms < MINUTE) return ours('{0} s', Math.floor(ms / 10_000) * 10);
  if (ms < HOUR) return ours('{0} m', Math.floor(ms / MINUTE));
  if (ms < 2 * DAY) return ours('{0} h', Math.floor(ms / HOUR));
  return ours('{0} d', Math.floor(ms / DAY));
}

/** "just now", "20 s ago", "6 min ago": milliseconds, for sentences. */
export function ago(ms: number): Shown {
  if (ms < 10_000) return ours('just now');
  return ours('{0} ago', ms < MINUTE ? age(ms) : duration(ms));
}

/** "09:21" today, "Tue 24 Nov 09:21" else: local time. */
export function moment(at: number, now: number): Shown {
  if (sameDay(at, now)) return clockMinutes(at);
  return `${day(at, now)} ${clockMinutes(at)}` as Shown;
}

/** "today", or "Tue 24 Nov", with the year where it is another. */
export function day(at: number, now: number): Shown {
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' as const };
  return new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', ...year })
    .format(date)
    .replace(/,/g, '') as Shown;
}

export function sameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/**
 * Minutes left as the two characters of a badge: "4m", as `duration` has them, and "1m" in the last one; undefined from ten
 * minutes on or when over.
 */
export function minutesLeft(expiresAt: number | null, now: number): Shown | undefined {
  if (expiresAt === null) return undefined;
  const left = expiresAt - now;
  if (left <= 0 || left >= 10 * MINUTE) return undefined;
  return ours('{0}m', Math.max(1, Math.floor(left / MINUTE)));
}
