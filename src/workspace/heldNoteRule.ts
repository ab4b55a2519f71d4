import type { LoopSnapshot, QuestionState, SentEntry } from '../protocol/loops/model.ts';
import { millis } from './needsYou.ts';

/**
 * Whether a note may go out now: nothing waits for the person, the loop has not ended, and where the person answered, a
 * starting event came after the answer. Earlier the loop would take the note as its answer, or read it beside the
 * answer and drop it (loops.md, Writing; product.md, Steering).
 */
export function mayGoOut(snapshot: LoopSnapshot): boolean {
  if (['done', 'stopped', 'failed'].includes(snapshot.status) || snapshot.waitsForYou.length > 0) {
    return false;
  }
  if (snapshot.questions.some(stands)) {
    return false;
  }
  const answer = newestAnswer(snapshot);
  return answer === null || answer.takenAt !== null || startedAfter(snapshot, answer);
}

/** A note would be taken as the answer to it. */
function stands(question: QuestionState): boolean {
  return (question.state === 'open' || question.state === 'expired') && !question.overtaken;
}

/** The newest of our replies that may have answered a question. */
function newestAnswer(snapshot: LoopSnapshot): SentEntry | null {
  const answered = snapshot.questions.filter((question) => question.state === 'answered');
  let newest: SentEntry | null = null;
  for (const entry of snapshot.inbox) {
    const counts = entry.kind === 'reply' && entry.trusted !== false && !entry.copy;
    if (counts && answered.some((question) => mayAnswer(entry, question))) {
      newest = entry;
    }
  }
  return newest;
}

function mayAnswer(entry: SentEntry, question: QuestionState): boolean {
  const names = question.id !== null && entry.question === question.id;
  return (names || entry.question === null) && (millis(entry.ts) ?? 0) >= (millis(question.askedAt) ?? 0);
}

/** A step was started after it: the answer was taken even where the loop never marked it as read. */
function startedAfter(snapshot: LoopSnapshot, entry: SentEntry): boolean {
  const sent = millis(entry.ts);
  const newest = snapshot.rounds.slice(-2).flatMap((round) => round.runs);
  return sent !== null && newest.some((run) => (millis(run.startedAt) ?? 0) > sent);
}
