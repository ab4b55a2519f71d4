/** Why a task's answer was not taken, and what became of the question meanwhile. */

import type { Refusal } from '../../../protocol/lib/result.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { sentHead } from '../../../text/refusalWords.ts';
import { ours, say } from '../../../text/say.ts';
import { briefReason, taskRefusalWords } from '../../../text/taskRefusalWords.ts';
import { clockMinutes } from '../../../text/timeWords.ts';
import type { TaskFacts, TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { taskNow } from '../taskIdentity.ts';
import { askerName, quoted, taskName } from './answerWords.ts';

/** `late`: somebody else was faster, and the sentence says all. */
export function feedbackRefusal(
  refusal: Refusal,
  target: { asker: string; row: { id: string } },
  workspace: TaskWorkspace | undefined,
): { late: boolean; words: Shown<'toast'> } {
  const place = workspace === undefined ? undefined : taskNow(workspace, target.row.id);
  const now = place === undefined ? undefined : workspace?.facts(place);
  if (refusal.code === 'gone' && now?.answer != null) return { late: true, words: answeredWords(now) };
  const title = taskName(now ?? { title: '' }, target.row);
  const asker = askerName(target.asker);
  const words =
    refusal.code === 'asked-again'
      ? say('toast', '{0} asked this again meanwhile. Answer the new question.', asker)
      : refusal.code === 'empty'
        ? ours('there is nothing to send.')
        : taskRefusalWords(refusal, title, workspace?.name ?? '');
  return { late: false, words: join<'toast'>([sentHead(refusal), words], ' ') };
}

/** A few words, for a line over many. */
export function answerReason(refusal: Refusal): Shown<'toast'> {
  if (refusal.code === 'asked-again') return ours('asked again meanwhile');
  if (refusal.code === 'gone' && refusal.args['foundIn'] === 'inbox') return ours('answered meanwhile');
  return briefReason('toast', refusal);
}

/** "Already answered at 09:21: “Yes”. Nothing was sent." */
export function answeredWords({ answer, state, since }: TaskFacts): Shown<'toast'> {
  const words = quoted('toast', answer ?? '', 100);
  return state === 'answered' && since !== null
    ? ours('Already answered at {0}: {1}. Nothing was sent.', clockMinutes(since), words)
    : ours('Already answered: {0}. Nothing was sent.', words);
}
