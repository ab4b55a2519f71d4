/** Whether a question may still be answered, and what an answer says. Pure. */
import { type Refusal, refuse } from '../lib/result.ts';
import type { LoopSnapshot, QuestionKey, QuestionState } from './loopSnapshot.ts';

function findQuestion(snapshot: LoopSnapshot, to: QuestionKey): QuestionState | null {
  return (
    snapshot.questions.find(
      ({ key }) => key.id === to.id && key.askedAt === to.askedAt && key.offset === to.offset,
    ) ?? null
  );
}

/**
 * Why the question cannot be answered so now, or null. `sending` above 0 is a second answer that the person means, so
 * that an answer stands already is no reason.
 */
export function checkQuestion(
  snapshot: LoopSnapshot,
  to: QuestionKey,
  how: { answers: boolean; sending: number; choice?: string | undefined },
): Refusal | null {
  const question = findQuestion(snapshot, to);
  return checkStands(snapshot, to, question, how) ?? checkChoice(question, how.choice);
}

/** Some loops read the option alone: one that the question does not have must not be signed. */
function checkChoice(question: QuestionState | null, choice: string | undefined): Refusal | null {
  if (choice === undefined || question?.options.some(({ id }) => id === choice)) return null;
  return refuse('invalid-text', 'The question has no such option.', { field: 'choice' });
}

function checkStands(
  snapshot: LoopSnapshot,
  to: QuestionKey,
  question: QuestionState | null,
  how: { answers: boolean; sending: number },
): Refusal | null {
  const again = snapshot.questions.some(
    ({ key }) => to.id !== null && key.id === to.id && key.offset !== to.offset,
  );
  if (question === null) {
    return again
      ? refuse('asked-again', 'The question was asked again.', { question: to.id })
      : refuse('gone', 'The question is no longer in the log.', { question: to.id });
  }
  if (question.state === 'answered') {
    if (how.sending > 0 && isNewestOfItsId(snapshot, to)) return null;
    return refuse('answered', 'The question is answered already.', {
      question: to.id,
      answer: question.answer,
      reason: question.reason,
    });
  }
  if (question.state === 'closed') {
    return isNewestOfItsId(snapshot, to)
      ? refuse('withdrawn', 'The loop no longer asks this.', { question: to.id, reason: question.reason })
      : refuse('asked-again', 'The question was asked again.', { question: to.id });
  }
  if (!isNewestOfItsId(snapshot, to)) {
    return refuse('asked-again', 'The question was asked again.', { question: to.id });
  }
  if (question.state === 'expired' && !how.answers) {
    return refuse('expired', 'The loop waits for this answer no longer.', { expiresAt: question.expiresAt });
  }
  // Without an id a reply goes to whatever the loop asked last.
  const newest = snapshot.questions.findLast(({ state }) => state === 'open' || state === 'expired');
  if (to.id === null && newest !== question) {
    return refuse('not-newest', 'The loop would take this as the answer to a later question.', {
      newest: newest?.key,
    });
  }
  return null;
}

/** A reply that names an id goes to the newest question of that id. */
function isNewestOfItsId(snapshot: LoopSnapshot, to: QuestionKey): boolean {
  return (
    to.id === null || snapshot.questions.findLast(({ key }) => key.id === to.id)?.key.offset === to.offset
  );
}

/** A note while a question stands would be its answer, for the loop too. */
export function checkNote(snapshot: LoopSnapshot, answers: boolean): Refusal | null {
  if (answers) return null;
  const standing = snapshot.questions.findLast(
    ({ state, overtaken }) => (state === 'open' || state === 'expired') && !overtaken,
  );
  return standing
    ? refuse('would-answer', 'The loop would take this note as the answer to its question.', {
        question: standing.key,
      })
    : null;
}

/** An option alone says its label; words beside it follow the label, since some loops read only the one or the other. */
export function answerText(
  snapshot: LoopSnapshot,
  to: QuestionKey | null,
  given: { text: string; choice?: string },
): string {
  const { text, choice } = given;
  const question = to === null || choice === undefined ? null : findQuestion(snapshot, to);
  // A loop may give two options one id.
  const labels = question?.options.filter(({ id }) => id === choice).map((option) => option.label) ?? [];
  const [label] = labels;
  if (label === undefined || labels.some((one) => text === one || text.startsWith(`${one}. `))) return text;
  return text === '' ? label : `${label}. ${text}`;
}
