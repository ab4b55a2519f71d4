import { millis } from '../../protocol/lib/time.ts';
import type { LoopSnapshot, SentEntry } from '../../protocol/loops/loopSnapshot.ts';
import { hasEnded } from '../loops/loopAbilities.ts';
import { openQuestion } from '../loops/openQuestion.ts';

/**
 * Whether a note may go out now: nothing waits for the person, the loop has not ended, and where the person answered, a
 * starting event came after the answer. Earlier the loop would take the note as its answer, or read it beside the
 * answer and drop it (loops.md, Writing; product.md, Steering).
 */
export function mayGoOut(snapshot: LoopSnapshot): boolean {
  if (hasEnded({ snapshot }) || snapshot.waitsForYou.length > 0) return false;
  if (openQuestion(snapshot) !== undefined) return false;
  const answer = snapshot.inbox.findLast((entry) => entry.answers !== null);
  return answer === undefined || answer.takenAt !== null || startedAfter(snapshot, answer);
}

/** A step was started after it: the answer was taken even where the loop never marked it as read. */
function startedAfter(snapshot: LoopSnapshot, entry: SentEntry): boolean {
  const sent = millis(entry.ts);
  const newest = snapshot.rounds.slice(-2).flatMap((round) => round.runs);
  return sent !== null && newest.some((run) => (millis(run.startedAt) ?? 0) > sent);
}
