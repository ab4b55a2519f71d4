import { same } from '../../same.ts';
import { looksAt, waitsAt } from '../attention.ts';
import type { LookCode, LoopStatus, Micros, Reason, WaitCode } from '../model.ts';
import type { Facts } from './facts.ts';
import { decidedBy, notTaken, unreadSent, unreadUntil } from './outcomes.ts';
import { hasExpired } from './question.ts';
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
  const moments = new Set<Micros>();
  for (const limit of limits(facts, now)) {
    const moment = (Math.floor(limit / MILLISECOND) + 1) * MILLISECOND;
    if (moment > now && moment < END) moments.add(moment);
  }
  if (moments.size === 0) return null;
  const seen = shownAt(facts, now, view);
  for (const moment of [...moments].sort((a, b) => a - b)) {
    if (!same(shownAt(facts, moment, viewAt(facts, moment)), seen)) return moment;
  }
  return null;
}

/** The last moments at which something is as it is. Some of them change nothing. */
function limits(facts: Facts, now: Micros): Micros[] {
  const found: Micros[] = [];
  if (!facts.empty) found.push(facts.signWithReplies + facts.window);
  if (facts.nextAt !== null) found.push(facts.nextAt);
  for (const question of facts.questions.stillOpen) {
    if (question.expiresAt !== null) found.push(question.expiresAt);
  }
  for (const sent of unreadSent(facts)) found.push(unreadUntil(facts, sent));
  for (const { readAt } of notTaken(facts)) found.push(readAt + facts.window);
  for (const { at } of decidedBy(facts, now)) found.push(at + DAY);
  return found;
}

/** Compared rather than written down: a question may be of megabytes, and both looks hold the very same text of it. */
function shownAt(facts: Facts, now: Micros, view: View): { view: View; expired: boolean[] } {
  return { view, expired: facts.questions.stillOpen.map((question) => hasExpired(question, now)) };
}
