/** What is said of asks that are alike, and of one answer to all of them. */

import type { Refusal } from '../../../protocol/lib/result.ts';
import { join, NONE, type Shown, shown } from '../../../text/agentText.ts';
import { refusalWords } from '../../../text/refusalWords.ts';
import { ours, say } from '../../../text/say.ts';
import { entryOf } from '../../../text/wordTable.ts';
import type { Draft } from '../../../workspace/kept/drafts.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import { askerName, priorityWords, quoted, roundOf, sinceWords, taskTitle } from './answerWords.ts';

/** Above the list of them. */
export function alikeTitle(wait: Wait, count: number): Shown<'pick'> {
  return ours(
    '{0} asks {1} times: {2}',
    shown(askerName(wait.asker), 'pick', 60),
    count,
    quoted('pick', wait.text, 120),
  );
}

/** One of them in the list: what tells it from the others first, a task by its title. */
export function alikeRow(
  wait: Wait,
  draft: Draft | undefined,
  now: number,
): { label: Shown<'pick'>; description: Shown<'pick'> } {
  const age = sinceWords(wait, now);
  const isTask = wait.kind === 'feedback';
  return {
    label: isTask ? shown(taskTitle(wait), 'pick', 80) : age === '' ? ours('waits') : age,
    description: join<'pick'>([
      ...(isTask
        ? [age, priorityWords(wait), wait.draft === null ? NONE : say('pick', 'its draft “{0}”', wait.draft)]
        : [
            roundOf(wait.loop.snapshot, wait.question?.round ?? null),
            shown(wait.question?.id ?? '', 'pick', 60),
          ]),
      draft === undefined || draft.text === '' ? NONE : say('pick', 'draft “{0}”', draft.text),
    ]),
  };
}

/** "3 answered", or "3 answered, 1 refused: answered meanwhile". `reasonOf`: a few words. */
export function allAnswered(
  answered: number,
  refused: readonly Refusal[],
  asker: string,
  reasonOf: (refusal: Refusal) => Shown<'toast'> = (refusal) =>
    entryOf(MEANWHILE, refusal.code)?.() ?? refusalWords(refusal, asker),
): Shown<'toast'> {
  const name = askerName(asker);
  if (refused.length === 0) return say('toast', '{0}: {1} answered.', name, answered);
  const reasons = [...new Set(refused.map(reasonOf))];
  return ours(
    '{0}: {1} answered, {2} refused: {3}',
    shown(name, 'toast'),
    answered,
    refused.length,
    join(reasons, ', '),
  );
}

const MEANWHILE: Readonly<Record<string, () => Shown>> = {
  answered: () => ours('answered meanwhile'),
  withdrawn: () => ours('withdrawn meanwhile'),
  'asked-again': () => ours('asked again meanwhile'),
  expired: () => ours('its time ran out meanwhile'),
};
