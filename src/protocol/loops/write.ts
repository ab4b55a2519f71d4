/**
 * The person's two lines, a reply and a stop, each written exactly once: under a lock that other windows keep to, after
 * both files were read to their end, and read back before it counts as sent.
 */
import { randomBytes } from 'node:crypto';
import { nodeFiles } from '../files/filesPort.ts';
import type { LockPorts } from '../files/lock.ts';
import type { Result } from '../lib/result.ts';
import { answerId, answerText, checkNote, checkQuestion } from './answering.ts';
import { checkDraft, type Draft } from './entryDraft.ts';
import type { InboxEntry } from './inboxEntry.ts';
import type { QuestionKey } from './loopSnapshot.ts';
import { sendLine } from './sendLine.ts';

export interface ReplyRequest {
  /** The question that is answered; null for a note. */
  to: QuestionKey | null;
  /** Of an option alone: '' or its label. Words beside an option are sent as `LABEL. WORDS`. */
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

export type WritePorts = Partial<LockPorts>;

/** `twice`: after the append another answer to the same question stood there too. */
export type Written = Result<InboxEntry> & { twice?: boolean };

/**
 * Sends an answer (`to` names its question) or a note. Refused: `answered` `withdrawn` `expired` `asked-again`
 * `not-newest` `would-answer` `gone` `unreadable` `bad-key` `link` `invalid-text` `too-large` `busy`, and `io` with
 * {errno, call}. After `io` the same call may be made again: at most one line acts.
 */
export async function reply(
  folder: string,
  request: ReplyRequest,
  options: WriteOptions,
  ports: WritePorts = {},
): Promise<Written> {
  const { to, choice, round, sending = 0, answers = false } = request;
  const given: Draft = { kind: 'reply', text: request.text };
  if (choice !== undefined) given.choice = choice;
  if (round !== undefined) given.round = round;
  if (to !== null && to.id !== null) given.question = to.id;
  const refused = checkDraft(given, options.key, to === null ? request.id : undefined);
  if (refused) return refused;
  const id = request.id ?? newEntryId();
  return sendLine(folder, options, withFiles(ports), {
    id: (loopId) => (to === null ? id : answerId(loopId, to, sending)),
    to,
    check: (snapshot) =>
      to === null ? checkNote(snapshot, answers) : checkQuestion(snapshot, to, { answers, sending, choice }),
    draft: (snapshot) => ({ ...given, text: answerText(snapshot, to, given) }),
  });
}

/** Asks the loop to stop. Refused as a reply is, but for what questions make of it. */
export async function stop(
  folder: string,
  options: WriteOptions & { id?: string },
  ports: WritePorts = {},
): Promise<Written> {
  const given: Draft = { kind: 'stop', text: '' };
  const refused = checkDraft(given, options.key, options.id);
  if (refused) return refused;
  const id = options.id ?? newEntryId();
  return sendLine(folder, options, withFiles(ports), {
    id: () => id,
    to: null,
    check: () => null,
    draft: () => given,
  });
}

/** An id for a note or a stop. */
export function newEntryId(): string {
  return `qd-${randomBytes(12).toString('hex')}`;
}

function withFiles(ports: WritePorts): LockPorts {
  return { ...ports, files: ports.files ?? nodeFiles };
}
