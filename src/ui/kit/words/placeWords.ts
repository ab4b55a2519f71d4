/** Where loops were looked for, and what was found. */

import { ours } from '../../../text/say.ts';
import { join, type Shown } from '../../../text/shown.ts';
import type { Place } from '../../../workspace/kernel/place.ts';

/** "2 loops", "no loops", "not there". */
export function foundWords(place: Place): Shown {
  return join([
    place.problem === null ? countWords(place.found) : placeProblem(place.problem),
    originWords(place.origin),
    place.polling ? ours('polled, at most 10 s late') : ('' as Shown),
  ]);
}

function countWords(loops: number): Shown {
  if (loops === 0) return ours('no loops');
  return loops === 1 ? ours('1 loop') : ours('{0} loops', loops);
}

const PROBLEMS: Readonly<Record<NonNullable<Place['problem']>, () => Shown>> = {
  missing: () => ours('not there'),
  'not-a-folder': () => ours('not a folder'),
  'no-permission': () => ours('no permission'),
  unreadable: () => ours('can’t be read'),
  link: () => ours('leads out of its folder'),
};

export function placeProblem(problem: NonNullable<Place['problem']>): Shown {
  return PROBLEMS[problem]();
}

const ORIGINS: Readonly<Record<Place['origin'], () => Shown>> = {
  workspace: () => '' as Shown,
  worktree: () => ours('worktree'),
  setting: () => ours('from your settings'),
  found: () => ours('found by search'),
};

function originWords(origin: Place['origin']): Shown {
  return ORIGINS[origin]();
}
