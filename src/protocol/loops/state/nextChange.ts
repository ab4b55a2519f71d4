import type { Micros } from '../../lib/time.ts';
import { looksAt, waitsAt } from '../attention.ts';
import type { LookCode, LoopStatus, Reason, WaitCode } from '../loopSnapshot.ts';
import type { Facts } from './facts.ts';
import { decidedBy, notTaken, unreadSent, unreadUntil } from './outcomes.ts';
import type { Question } from './questionEntry.ts';
import { statusAt } from './status.ts';

/** What time alone can change. */
export interface View {
  readonly status: LoopStatus;
  readonly waits: Reason<WaitCode>[];
  readonly looks: Reason<LookCode>[];
}

const DAY = 24 * 60 * 60 * 1_000_000;
const MILLISECOND = 1000;
/** The end of year 9999: later moments are not given out. */
const END = 253_402_300_800_000_000;

export function viewAt(facts: Facts, now: Micros): View {
  const status = statusAt(facts, now);
  return { status, waits: waitsAt(facts, now), looks: looksAt(facts, status, now) };
}

/**
 * The first moment, in whole milliseconds, at which the loop is seen otherwise than now if no line comes. Every limit is
 * still within, so the change is at the first millisecond past it.
 */
export function nextChange(facts: Facts, now: Micros, view: View): Micros | null {
  const limit = firstLimit(facts, now);
  const certain = limit === null ? END : momentPast(limit);
  const possible = [facts.empty ? null : facts.signWithReplies + facts.window, facts.nextAt]
    .map((one) => (one === null ? END : momentPast(one)))
    .filter((moment) => moment > now && moment < Math.min(certain, END))
    .sort((a, b) => a - b);
  // Up to the first limit that is sure to show, the status alone can change.
  for (const moment of possible) {
    if (statusAt(facts, moment) !== view.status) return moment;
  }
  return certain < END ? certain : null;
}

function momentPast(limit: Micros): Micros {
  return (Math.floor(limit / MILLISECOND) + 1) * MILLISECOND;
}

/** The first limit, not past yet, that is sure to show when it is: a question or a reason changes. */
function firstLimit(facts: Facts, now: Micros): Micros | null {
  const limits = [facts.questions.nextExpiry(now), notTakenLimit(facts, now)];
  // What was decided is told for a day; once it has been seen, for as long as it is there.
  const [decided] = facts.seenSince === null ? decidedBy(facts, now, now - DAY) : [];
  if (decided !== undefined) limits.push(decided.at + DAY);
  let unread: Micros | null = null;
  for (const sent of unreadSent(facts)) {
    const until = unreadUntil(facts, sent);
    if (until >= now && (unread === null || until < unread)) unread = until;
  }
  limits.push(unread);
  return limits.reduce((first, one) => (first === null || (one !== null && one < first) ? one : first), null);
}

/**
 * The first moment past which another reply is told as not taken. One that the loop read late says nothing new where a
 * newer reply to the same question is told already, unless its question is told earlier in the list from then on.
 */
function notTakenLimit(facts: Facts, now: Micros): Micros | null {
  const replies = notTaken(facts);
  const told = new Map<Question, { first: number; newest: number }>();
  const firsts = new Set<number>();
  const coming: { place: number; about: Question; limit: Micros }[] = [];
  for (const [place, { about, again, readAt }] of replies.entries()) {
    const limit = readAt + facts.window;
    if (again === null && limit >= now) {
      coming.push({ place, about, limit });
      continue;
    }
    const known = told.get(about);
    if (known === undefined) firsts.add(place);
    told.set(about, { first: known?.first ?? place, newest: place });
  }
  for (const { place, about, limit } of coming.sort((a, b) => a.limit - b.limit)) {
    const known = told.get(about);
    if (known === undefined || place > known.newest) return limit;
    for (let between = place + 1; between < known.first; between += 1) {
      if (firsts.has(between)) return limit;
    }
    if (place > known.first) continue;
    firsts.delete(known.first);
    firsts.add(place);
    known.first = place;
  }
  return null;
}
