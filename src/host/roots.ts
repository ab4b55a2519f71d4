import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Absolute folders out of what the setting holds; what is no path of this machine is left out. */
export function rootsOf(value: unknown, home: string = homedir()): string[] {
  if (!Array.isArray(value)) return [];
  const paths = value
    .filter((each): each is string => typeof each === 'string')
    .map((each) => (each === '~' || /^~[/\\]/.test(each) ? join(home, each.slice(1)) : each))
    .filter((each) => isAbsolute(each) && !each.includes('\0'))
    .map((each) => resolve(each));
  return [...new Set(paths)];
}
