/** What is said when a person edits a task's file by hand. */

import type { Shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';

/** At the first change, while nothing is written yet. */
export function beforeSave(file: string, canEdit: boolean): Shown<'toast'> {
  return canEdit
    ? say(
        'toast',
        '{0} is a task that agents take. Saving writes it in place: one that looks in that moment reads half of it. Edit Task… changes it safely; this tab is left as it is.',
        file,
      )
    : say(
        'toast',
        '{0} belongs to agents at work. Saving writes it in place: one that looks in that moment reads half of it, and if it moved on meanwhile, there are two.',
        file,
      );
}

export function afterSave(file: string): Shown<'toast'> {
  return say('toast', '{0} was saved in place. Edit Task… is the way that no agent can trip over.', file);
}

export function savedTwice(file: string, others: readonly string[]): Shown<'toast'> {
  return say(
    'toast',
    'The task had moved on: since your save it stands in {0} as well as in {1}. Your text is kept; one of the two has to go.',
    file,
    others.join(', '),
  );
}

export const editButton = (): Shown => ours('Edit Task…');
export const openButton = (): Shown => ours('Open Task');
