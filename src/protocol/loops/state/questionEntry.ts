import { isoMillis, type Micros } from '../../lib/time.ts';
import type { FoldEvent, QuestionEnd } from '../eventDefinitions.ts';
import type { QuestionKey, QuestionState, Reason } from '../loopSnapshot.ts';

export type Asked = Extract<FoldEvent, { event: 'question' }>;

/** Where a line stands: its number in the log, and the greatest `ts` of the log up to it. */
export interface Mark {
  readonly seq: number;
  readonly latest: Micros;
  readonly at: Micros;
}

/** A question that a line of the log ended without the person, and when. */
export interface QuestionEnding {
  readonly question: Question;
  readonly at: Micros;
}

/** One asking. What stands below `mark` follows from the closings and replies, and is worked out anew when those change. */
export interface Question {
  readonly event: Asked;
  /** How many were asked before it. */
  readonly index: number;
  readonly offset: number;
  readonly mark: Mark;
  /** null: it waits for ever. May lie far past year 9999. */
  readonly expiresAt: Micros | null;
  /** The first line after it with which the loop went on. */
  passed: Mark | null;
  /** A later line asks the same. */
  askedAgain: boolean;
  state: 'open' | 'answered' | 'closed';
  reason: QuestionEnd | null;
  answer: string | null;
  /** When a line of the log ended it. */
  closedAt: Micros | null;
  /** A `question_closed` took it. */
  taken: boolean;
  overtaken: boolean;
  given: QuestionState | null;
  key: QuestionKey | null;
  /** What was last given out of it as a reason, which is made but once. */
  asking: Reason<'question'> | null;
  decided: Reason<'decided'> | null;
  /** Changed since it was last put into the lists of its book. */
  stale: boolean;
  /** In the list of open ones, and as what in the list of ended ones. */
  listed: boolean;
  ending: QuestionEnding | null;
}

/** It gave itself until a moment that has gone by. */
export function hasExpired(question: Question, now: Micros): boolean {
  return question.expiresAt !== null && question.expiresAt < now;
}

/** As it is shown at a time; the same object for as long as nothing in it changed. */
export function giveQuestion(question: Question, now: Micros): QuestionState {
  const { event, given } = question;
  const state = question.state === 'open' && hasExpired(question, now) ? 'expired' : question.state;
  if (
    given !== null &&
    given.state === state &&
    given.reason === question.reason &&
    given.answer === question.answer &&
    given.overtaken === question.overtaken
  ) {
    return given;
  }
  question.given = {
    key: giveKey(question),
    id: event.id ?? null,
    text: event.text,
    round: event.round === undefined ? null : Number(event.round),
    blocks: event.blocks,
    state,
    reason: question.reason,
    answer: question.answer,
    overtaken: question.overtaken,
    options: event.options,
    askedAt: giveAskedAt(question),
    expiresAt: giveExpiresAt(question),
  };
  return question.given;
}

/** null past year 9999. */
export function giveAskedAt(question: Question): string | null {
  const { askedAt } = giveKey(question);
  return askedAt === '' ? null : askedAt;
}

export function giveExpiresAt(question: Question): string | null {
  if (question.expiresAt === null) return null;
  return question.given === null ? isoMillis(question.expiresAt) : question.given.expiresAt;
}

export function giveKey(question: Question): QuestionKey {
  question.key ??= {
    id: question.event.id ?? null,
    askedAt: isoMillis(question.mark.at) ?? '',
    offset: question.offset,
  };
  return question.key;
}
