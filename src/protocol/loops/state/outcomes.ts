import type { Micros } from '../model.ts';
import type { Facts } from './facts.ts';
import type { Sent } from './inbox.ts';
import { hasExpired, type Question } from './question.ts';
import { endedBy } from './status.ts';

/** What was sent and is in no `inbox_read`, as far as that tells anything. */
export function unreadSent(facts: Facts): Sent[] {
  const { inbox, endingTs } = facts;
  return inbox.sent.filter((sent) => {
    const { ts, kind } = sent.entry;
    if (!sent.counts || sent.reading !== null) return false;
    if (!inbox.everRead && inbox.startedSince(ts)) return false;
    // A stop that an ending followed has come true, read or not.
    return !(kind === 'stop' && endingTs >= ts);
  });
}

/** Up to this moment it is early enough. */
export function unreadUntil(facts: Facts, sent: Sent): Micros {
  return sent.entry.ts + Math.max(3 * (facts.inbox.usual ?? 0), facts.window);
}

/**
 * Replies to a question that were read and not taken, for as long as the loop may still want an answer: it has not ended,
 * and what it asked again is open, or what it asked was not closed by itself.
 */
export function notTaken(
  facts: Facts,
): { sent: Sent; about: Question; again: Question | null; readAt: Micros }[] {
  if (endedBy(facts) !== null) return [];
  return facts.inbox.sent.flatMap((sent) => {
    const { about, again, reading } = sent;
    if (!sent.counts || about === null || reading === null || sent.takenAt !== null) return [];
    const newest = again === null ? about : (facts.questions.sameAs(about).at(-1) ?? again);
    const wanted = again === null ? !about.taken : newest.state === 'open' && !newest.overtaken;
    return wanted
      ? [{ sent, about: newest, again: again === null ? null : newest, readAt: reading.mark.at }]
      : [];
  });
}

/** Questions that ended without the person, and when, however long ago. */
export function decidedBy(facts: Facts, now: Micros): { question: Question; at: Micros }[] {
  const closed = facts.questions.endedWithout.map((question) => ({ question, at: question.closedAt ?? 0 }));
  const expired = facts.questions.stillOpen
    .filter((question) => hasExpired(question, now) && ranOut(facts, question))
    .map((question) => ({ question, at: question.expiresAt ?? 0 }));
  return [...closed, ...expired];
}

/** Its time decided: neither had the loop gone on before, nor had it ended. */
function ranOut(facts: Facts, question: Question): boolean {
  const expiresAt = question.expiresAt ?? Number.POSITIVE_INFINITY;
  if (question.overtaken && question.passed !== null && question.passed.at <= expiresAt) return false;
  const ended = endedBy(facts);
  return ended === null || ended.mark.at > expiresAt;
}
