/** The ids of the person's lines. */
import { createHash, randomBytes } from 'node:crypto';
import type { QuestionKey } from './loopSnapshot.ts';

/** An id for a note or a stop. */
export function newEntryId(): string {
  return `qd-${randomBytes(12).toString('hex')}`;
}

/** The id of an answer: the same for the same question and sending wherever it is made. */
export function answerId(loopId: string, to: QuestionKey, sending: number): string {
  return idFrom(JSON.stringify([loopId, to.id, to.askedAt, to.offset, sending]));
}

/** An id that everybody makes who makes one of the same text. */
export function idFrom(text: string): string {
  return `qd-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}
