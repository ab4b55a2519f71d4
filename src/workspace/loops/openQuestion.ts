import type { LoopSnapshot, QuestionState } from '../../protocol/loops/loopSnapshot.ts';

/** The question that a loop would take a note for: the newest that still can be answered. */
export function openQuestion(snapshot: LoopSnapshot): QuestionState | undefined {
  return snapshot.questions.findLast(
    (question) => (question.state === 'open' || question.state === 'expired') && !question.overtaken,
  );
}
