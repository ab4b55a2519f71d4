/** What was found in the places that were looked in. */

import { join, NONE, type Shown } from '../../text/agentText.ts';
import { ours } from '../../text/say.ts';
import type { Place } from '../../workspace/kernel/place.ts';
import { loopCount } from '../kit/words/countWords.ts';

/** "2 loops", "no loops", "not there". */
export function foundWords(place: Place): Shown {
  return join([
    place.problem === null
      ? place.found === 0
        ? ours('no loops')
        : loopCount(place.found)
      : placeProblem(place.problem),
    ORIGINS[place.origin](),
    place.polling ? ours('polled, at most 10 s late') : NONE,
  ]);
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
  workspace: () => NONE,
  worktree: () => ours('worktree'),
  setting: () => ours('from your settings'),
  found: () => ours('found by search'),
};
