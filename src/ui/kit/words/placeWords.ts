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

export function placeProblem(problem: NonNullable<Place['problem']>): Shown {
  switch (problem) {
    case 'missing':
      return ours('not there');
    case 'not-a-folder':
      return ours('not a folder');
    case 'no-permission':
      return ours('no permission');
    case 'unreadable':
      return ours('can’t be read');
    case 'link':
      return ours('leads out of its folder');
  }
}

function originWords(origin: Place['origin']): Shown {
  switch (origin) {
    case 'workspace':
      return '' as Shown;
    case 'worktree':
      return ours('worktree');
    case 'setting':
      return ours('from your settings');
    case 'found':
      return ours('found by search');
  }
}
