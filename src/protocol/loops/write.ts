/** The person's two lines: a reply and a stop, each written exactly once. */

import { type Result, refuse } from '../result.ts';
import type { InboxEntry, QuestionKey } from './model.ts';

export interface ReplyRequest {
  /** The question that is answered; null for a note. */
  to: QuestionKey | null;
  text: string;
  /** The id of the option taken. */
  choice?: string;
  round?: number;
  /** The person said that it is the answer: an expired question, or a note while one stands. */
  answers?: boolean;
  /** Counts up for a deliberate second answer to the same question. */
  sending?: number;
  /** Of a note: made when its box opened and kept over retries. */
  id?: string;
}

export interface WriteOptions {
  key: Uint8Array;
  now?: Date;
}

/** `twice`: after the append another answer to the same question stood there too. */
export type Written = Result<InboxEntry> & { twice?: boolean };

export async function reply(
  _folder: string,
  _request: ReplyRequest,
  _options: WriteOptions,
): Promise<Written> {
  return refuse('io', 'Not built yet.');
}

export async function stop(_folder: string, _options: WriteOptions & { id?: string }): Promise<Written> {
  return refuse('io', 'Not built yet.');
}

/** An id for a note or a stop. */
export function newEntryId(): string {
  return `qd-${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
