/** Times of day and how long something takes, as people say them. */

import type { Shown } from './agentText.ts';
import { ours } from './say.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** "09:21:04", local time. */
export function clockSeconds(at: number): Shown {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}` as Shown;
}

/** "09:21", local time. */
export function clockMinutes(at: number): Shown {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}` as Shown;
}

/** "20 s", "6 min", "2 h 10 min", "3 d": milliseconds, never below zero. */
export function duration(ms: number): Shown {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return ours('{0} s', seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return ours('{0} min', minutes);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return ours('{0} d', Math.floor(hours / 24));
  const rest = minutes % 60;
  return rest === 0 || hours >= 10 ? ours('{0} h', hours) : ours('{0} h {1} min', hours, rest);
}
