/** What is said where the changes of a round can't be shown, and how they are called. */
import type { Refusal } from '../protocol/lib/result.ts';
import type { Shown } from './agentText.ts';
import { argumentOf } from './refusalWords.ts';
import { ours, say } from './say.ts';
import { entryOf } from './wordTable.ts';

export function changesTitle(loop: string, round: number): Shown<'pick'> {
  return say('pick', 'Changes of round {0}, {1}', round, loop);
}

export function compareTitle(loop: string, older: number, newer: number): Shown<'pick'> {
  return say('pick', 'Findings of rounds {0} and {1}, {2}', older, newer, loop);
}

const NO_CHANGES: Readonly<Record<string, (commit: string, round: number) => Shown<'toast'>>> = {
  'no-git': () =>
    ours(
      'There are no changes to show: the folder is no Git repository that the editor’s own Git extension knows.',
    ),
  'bad-commit': (commit) => say('toast', 'There are no changes to show: “{0}” is no commit id.', commit),
  'no-commit': (commit) =>
    say('toast', 'There are no changes to show: this repository has no commit {0}.', commit),
  'none-recorded': (_, round) => ours('There are no changes to show: round {0} recorded no commit.', round),
};

export function noChangesWords(refusal: Refusal, round: number): Shown<'toast'> {
  const words = entryOf(NO_CHANGES, refusal.code);
  return words?.(argumentOf(refusal, 'commit'), round) ?? say('toast', '{0}', refusal.message);
}

export function noDifferences(round: number): Shown<'toast'> {
  return ours('Round {0} changed no file.', round);
}
