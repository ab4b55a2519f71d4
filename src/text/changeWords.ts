/** What is said where the changes of a round can't be shown, and how they are called. */
import type { Refusal } from '../protocol/lib/result.ts';
import { ours, say } from './say.ts';
import type { Shown } from './shown.ts';

export function changesTitle(loop: string, round: number): Shown<'pick'> {
  return say('pick', 'Changes of round {0}, {1}', round, loop);
}

export function compareTitle(loop: string, older: number, newer: number): Shown<'pick'> {
  return say('pick', 'Findings of rounds {0} and {1}, {2}', older, newer, loop);
}

export function noChangesWords(refusal: Refusal, round: number): Shown<'toast'> {
  const { commit } = refusal.args;
  const named = typeof commit === 'string' ? commit : '';
  switch (refusal.code) {
    case 'no-git':
      return ours(
        'There are no changes to show: the folder is no Git repository that the editor’s own Git extension knows.',
      );
    case 'bad-commit':
      return say('toast', 'There are no changes to show: “{0}” is no commit id.', named);
    case 'no-commit':
      return say('toast', 'There are no changes to show: this repository has no commit {0}.', named);
    case 'none-recorded':
      return ours('There are no changes to show: round {0} recorded no commit.', round);
    default:
      return say('toast', '{0}', refusal.message);
  }
}

export function noDifferences(round: number): Shown<'toast'> {
  return ours('Round {0} changed no file.', round);
}
