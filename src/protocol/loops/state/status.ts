import type { Micros } from '../../lib/time.ts';
import type { StopReason, Verdict } from '../eventDefinitions.ts';
import type { LoopStatus } from '../loopSnapshot.ts';
import { capsReached } from './caps.ts';
import type { Ending, Facts, RoundEnding } from './facts.ts';
import { hasExpired, type Question } from './questionEntry.ts';

const ENDED_BY_VERDICT: Partial<Record<Verdict, Ending['status']>> = {
  done: 'done',
  stopped: 'stopped',
  failed: 'failed',
};

/** What a `round_finished` with this verdict ends the loop as; null: it goes on. */
export function verdictEnding(verdict: Verdict): Ending['status'] | null {
  return ENDED_BY_VERDICT[verdict] ?? null;
}

export function stopEnding(reason: StopReason): Ending['status'] {
  if (reason === 'goal_met') return 'done';
  return reason === 'error' || reason === 'impossible' ? 'failed' : 'stopped';
}

/** The last ending, unless the loop started again since. */
export function endedBy(facts: Facts): Ending | null {
  const { lastEnding, lastStart } = facts;
  return lastEnding !== null && lastStart < lastEnding.mark.seq ? lastEnding : null;
}

/** The last round's end says wait, and neither the loop nor the person has said anything since. */
export function verdictWaits(facts: Facts): RoundEnding | null {
  const { lastRoundEnd, lastStart } = facts;
  if (lastRoundEnd?.verdict !== 'wait') return null;
  if (lastStart > lastRoundEnd.mark.seq) return null;
  return facts.inbox.lastReply >= lastRoundEnd.ts ? null : lastRoundEnd;
}

/** Somebody can still read the answer, and it is still wanted. */
export function isAsked(question: Question, now: Micros): boolean {
  return !question.overtaken && !hasExpired(question, now);
}

/** A stop that no ending has followed yet. */
export function stopRequested(facts: Facts): boolean {
  return endedBy(facts) === null && facts.inbox.lastStop > facts.endingTs;
}

/** `next_at` for as long as it is not past. */
export function nextAt(facts: Facts, now: Micros): Micros | null {
  return facts.nextAt === null || facts.nextAt < now ? null : facts.nextAt;
}

export function statusAt(facts: Facts, now: Micros): LoopStatus {
  if (facts.empty) return 'new';
  const ended = endedBy(facts);
  if (ended !== null) return ended.status;
  const blocked = facts.questions.stillOpen.some(
    (question) => question.event.blocks && isAsked(question, now),
  );
  if (blocked || verdictWaits(facts) !== null) return 'waiting';
  const within = now - facts.signWithReplies <= facts.window;
  const expected = nextAt(facts, now) !== null;
  if (inRound(facts)) return within || expected ? 'running' : 'stalled';
  if (capsReached(facts).length > 0) return 'capped';
  if (expected) return 'sleeping';
  return within ? 'running' : 'idle';
}

function inRound(facts: Facts): boolean {
  const { lastStart, lastRoundEnd } = facts;
  return lastStart > (lastRoundEnd?.mark.seq ?? 0);
}
