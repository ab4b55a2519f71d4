/** Why a drop in the Tasks view changed nothing. */

import type { Shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { sectionName } from './taskStateWords.ts';

export function noTransition(from: string, to: string): Shown {
  switch (to) {
    case 'feedback':
      return ours(
        'Nothing was moved: only an agent asks, so a task can’t be dragged to {0}.',
        sectionName(to),
      );
    case 'done':
      return from === 'inbox' || from === 'blocked' || from === 'failed' || from === 'feedback'
        ? ours('Nothing was moved: only an active task can be completed.')
        : ours('Nothing was moved: done tasks stay done.');
    case 'failed':
      return ours('Nothing was moved: only an active task can fail.');
    case 'active':
      return ours(
        'Nothing was moved: only a waiting task can be claimed. Put it among the waiting ones first.',
      );
    default:
      return from === 'done'
        ? ours('Nothing was moved: done tasks stay done.')
        : ours('Nothing was moved: there is no way from {0} to {1}.', sectionName(from), sectionName(to));
  }
}

const WRONG_DROPS = {
  'several-folders': () =>
    ours('Nothing was moved: these tasks stand in different folders. Drag those of one at a time.'),
  'other-workspace': () => ours('Nothing was moved: a task stays in its workspace.'),
  nothing: () => ours('Nothing was moved: drop tasks on one of the folders of the view.'),
};

export function droppedWrong(code: keyof typeof WRONG_DROPS): Shown {
  return WRONG_DROPS[code]();
}
