/** Questions that nobody waits on any more, open all the same: the loop ended, or went on without an answer. */

import type { RowItem } from '../../../host/treeItem.ts';
import { millis } from '../../../protocol/lib/time.ts';
import type { QuestionState } from '../../../protocol/loops/loopSnapshot.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { clockMinutes } from '../../../text/timeWords.ts';
import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { Row } from '../../kit/row.ts';
import { rowItem, type Tree } from '../../kit/rowItem.ts';
import type { RowKinds } from '../rowKinds.ts';

export interface UnansweredRow extends Row {
  kind: 'unanswered';
  loop: WatchedLoop;
  question: QuestionState;
}

const MOST = 20;

export const UNANSWERED: RowKinds<UnansweredRow> = { unanswered: { item: unansweredItem } };

export function unansweredRows(loop: WatchedLoop, scope: string): UnansweredRow[] {
  return loop.snapshot.questions
    .filter((question) => isUnanswered(loop, question))
    .slice(-MOST)
    .reverse()
    .map((question) => ({
      kind: 'unanswered',
      id: `${scope}/unanswered|${question.key.offset}`,
      loop,
      question,
      target: { loopKey: loop.key, question: question.key },
    }));
}

function isUnanswered(loop: WatchedLoop, question: QuestionState): boolean {
  if (question.state === 'expired') return true;
  return question.state === 'open' && (question.overtaken || hasEnded(loop));
}

function unansweredItem({ loop, question }: UnansweredRow, model: ReadModel): RowItem {
  const now = model.now();
  const askedAt = millis(question.askedAt);
  const why = reason(loop, question, now);
  // It gave itself a time and is not past the question yet: an answer may still be read.
  const answerable =
    loop.writable.ok && question.state === 'expired' && !question.overtaken && !hasEnded(loop);
  return rowItem(say('tree', '“{0}”', question.text), {
    description: why,
    tooltip: lines<'tree'>([
      shown(question.text, 'tree', 2000),
      askedAt === null ? NONE : ours('asked {0}', clockMinutes(askedAt)),
      why,
    ]),
    spoken: join<'tree'>([shown(question.text, 'tree'), why], ', '),
    icon: { name: 'comment-unresolved' },
    words: ['copyable', ...(answerable ? ['answerable'] : [])],
  });
}

function reason(loop: WatchedLoop, question: QuestionState, now: number): Tree {
  if (hasEnded(loop)) return ours('not answered: the loop ended');
  if (question.overtaken) return ours('not answered: the loop went on');
  const until = millis(question.expiresAt);
  return until === null || until > now
    ? ours('not answered')
    : ours('its time ran out at {0}', clockMinutes(until));
}
