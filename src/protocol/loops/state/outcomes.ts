import type { Micros } from '../../lib/time.ts';
import type { Facts } from './facts.ts';
import type { Sent } from './inboxBook.ts';
import type { Question, QuestionEnding } from './questionEntry.ts';
import { endedBy } from './status.ts';

/** A reply, the question that still asks for one, and that again where it was asked anew. */
export interface NotTaken {
  sent: Sent;
  about: Question;
  again: Question | null;
  readAt: Micros;
}

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
export function notTaken(facts: Facts): NotTaken[] {
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

/** Questions that ended without the person at `from` or later, by when. */
export function decidedBy(facts: Facts, now: Micros, from: Micros): readonly QuestionEnding[] {
  const expired = facts.questions
    .expiredSince(from, now)
    .filter((question) => ranOut(facts, question))
    .map((question) => ({ question, at: question.expiresAt ?? 0 }));
  return [...facts.questions.endedSince(from), ...expired].sort((a, b) => a.at - b.at);
}

/** Its time decided: neither had the loop gone on before, nor had it ended. */
function ranOut(facts: Facts, question: Question): boolean {
  const expiresAt = question.expiresAt ?? Number.POSITIVE_INFINITY;
  if (question.overtaken && question.passed !== null && question.passed.at <= expiresAt) return false;
  const ended = endedBy(facts);
  return ended === null || ended.mark.at > expiresAt;
}
