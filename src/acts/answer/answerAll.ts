import type { Refusal } from '../../protocol/lib/result.ts';
import type { Answering, AnswerTarget } from './answering.ts';
import type { Answer } from './answerText.ts';

export interface AllAnswered {
  answered: number;
  refused: Refusal[];
  /** Another program answered one of them at the same moment. */
  twice: boolean;
}

/**
 * One answer to several questions of one loop, a line each, or to several tasks of one agent. Of a loop the newest first: it
 * takes an answer without a question's id for what it asked last. A refusal keeps none of the others back.
 */
export async function answerAll(
  answering: Pick<Answering, 'answer'>,
  targets: readonly AnswerTarget[],
  answer: Answer,
): Promise<AllAnswered> {
  const result: AllAnswered = { answered: 0, refused: [], twice: false };
  const place = (target: AnswerTarget): number =>
    target.kind === 'feedback' ? 0 : (target.question?.key.offset ?? 0);
  for (const target of targets.toSorted((one, other) => place(other) - place(one))) {
    const sent = await answering.answer(target, answer);
    if (sent.ok) result.answered += 1;
    else result.refused.push(sent);
    if (sent.ok && sent.value.twice) result.twice = true;
  }
  return result;
}
