/** Why an ask can't be answered any more, or what its answer was. */

import { millis } from '../../../protocol/lib/time.ts';
import { join, type Shown, shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { filledText } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import { folderWords } from '../../../text/taskRefusalWords.ts';
import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import { progressOf } from '../../../workspace/loops/sentProgress.ts';
import { stageWords } from '../../kit/words/sentWords.ts';
import type { OverLoop, OverTask } from './findAsked.ts';
import type { OverShown } from './questionsMessages.ts';

const NONE = '' as Shown;
const ANSWER_TEXT = 4_000;

export function overShown(of: OverLoop | OverTask, now: number): OverShown {
  return of.kind === 'loop' ? overLoop(of, now) : overTask(of, now);
}

function plain(words: Shown<'tree'>): OverShown {
  return { words, answer: null, progress: NONE, tone: 'plain' };
}

function overLoop({ loop, question }: OverLoop, now: number): OverShown {
  if (loop === undefined) return plain(ours('Its loop is no longer there.'));
  if (question === undefined) return verdictOver(loop, now);
  const ended = hasEnded(loop);
  switch (question.state) {
    case 'answered':
      return answered(loop, question.answer ?? '', now);
    case 'closed':
      if (question.reason === 'withdrawn') return plain(ours('The loop withdrew the question.'));
      if (question.reason === 'superseded')
        return plain(ours('The loop asked it again: the new question waits instead.'));
      return plain(ours('The loop closed the question.'));
    case 'expired':
      return plain(
        question.overtaken
          ? ours('Its time ran out, and the loop went on without an answer.')
          : ours('Its time ran out.'),
      );
    case 'open':
      return plain(
        ended && !question.overtaken
          ? ours('The loop has ended.')
          : ours('The loop went on without an answer.'),
      );
  }
}

/** The reply that gave the answer, with how far it came. */
function answered(loop: NonNullable<OverLoop['loop']>, answer: string, now: number): OverShown {
  const entry = loop.snapshot.inbox.findLast(
    (each) => each.kind === 'reply' && each.trusted !== false && !each.copy && each.text === answer,
  );
  const at = millis(entry?.ts ?? null);
  const progress = entry === undefined ? null : progressOf(loop, entry.id);
  return {
    words: at === null ? ours('It has its answer.') : ours('Answered {0}.', moment(at, now)),
    answer: filledText(answer, ANSWER_TEXT),
    progress:
      entry === undefined
        ? NONE
        : join<'tree'>([
            stageWords(entry, progress),
            progress?.state === 'sent' && progress.usualSeconds !== null
              ? ours('usually read in {0} s', Math.round(progress.usualSeconds))
              : NONE,
            progress?.state === 'unread-overdue' ? ours('overdue: it may have died while it waited') : NONE,
          ]),
    tone: progress?.state === 'unread-overdue' || progress?.state === 'still-asks' ? 'warn' : 'good',
  };
}

function verdictOver(loop: NonNullable<OverLoop['loop']>, now: number): OverShown {
  const entry = loop.snapshot.inbox.findLast(
    (each) => each.kind === 'reply' && each.trusted !== false && !each.copy,
  );
  const end = millis(loop.snapshot.rounds.at(-1)?.endedAt ?? null);
  const at = millis(entry?.ts ?? null);
  if (entry !== undefined && at !== null && (end === null || at >= end))
    return answered(loop, entry.text, now);
  return plain(ours('The loop has gone on.'));
}

function overTask({ workspace, row }: OverTask, now: number): OverShown {
  if (workspace === undefined || row === undefined) return plain(ours('The task is no longer there.'));
  const { answer, state, since } = workspace.facts(row);
  if (row.folder === 'feedback') return plain(ours('It asks something else now.'));
  if (answer !== null) {
    const when = state === 'answered' && since !== null ? moment(since, now) : null;
    return {
      words: when === null ? ours('It has its answer.') : ours('Answered {0}.', when),
      answer: filledText(answer, ANSWER_TEXT),
      progress:
        state === 'answered'
          ? ours('waits for an agent to take it up again')
          : say('tree', 'now {0}', folderWords(row.folder)),
      tone: 'good',
    };
  }
  return plain(
    say('tree', 'The task is {0} now: no answer is taken for it.', shown(folderWords(row.folder), 'tree')),
  );
}
