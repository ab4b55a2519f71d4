/** The person's two lines, a reply and a stop, into loops' inboxes. */
import * as path from 'node:path';
import { errnoOf, unreachedBy } from '../files/errno.ts';
import { nodeFiles } from '../files/filesPort.ts';
import { type LockPorts, lockPath } from '../files/lock.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { answerText, checkNote, checkQuestion } from './answerRules.ts';
import { Attempts, type Sending, sendLine, type Written } from './appendSigned.ts';
import { checkDraft, type Draft } from './entryDraft.ts';
import { answerId, newEntryId } from './entryId.ts';
import type { Reply, WriteOptions } from './loopOptions.ts';
import { LoopReader } from './reader.ts';

export interface WriterPorts extends Partial<LockPorts> {
  /** The reader of a folder that is open anyway: what it has read is not read again. */
  readerOf?: (folder: string) => LoopReader | undefined;
}

interface Queue {
  waiting: number;
  last: Promise<unknown>;
  reader: LoopReader;
}

/**
 * Writes each line exactly once: under a lock that other windows keep to, after both files were read to their end, and
 * read back before it counts as sent. One a process, or what it does not know to be written is forgotten.
 */
export class InboxWriter {
  readonly #ports: LockPorts;
  readonly #readerOf: (folder: string) => LoopReader | undefined;
  readonly #attempts = new Attempts();
  /** Those who write into one folder go one after the other and share a reader, which reads on. */
  readonly #queues = new Map<string, Queue>();

  constructor(ports: WriterPorts = {}) {
    const { readerOf = () => undefined, files = nodeFiles, ...lock } = ports;
    this.#ports = { ...lock, files };
    this.#readerOf = readerOf;
  }

  /**
   * Sends an answer (`to` names its question) or a note. Refused: `answered` `withdrawn` `expired` `asked-again`
   * `not-newest` `would-answer` `gone` `unreadable` `bad-key` `link` `invalid-text` `too-large` `busy`, and `io` with
   * {errno, call}. After `io` the same call may be made again: at most one line acts.
   */
  async reply(folder: string, request: Reply, options: WriteOptions): Promise<Written> {
    const { to, choice, round, sending = 0, answers = false } = request;
    const given: Draft = { kind: 'reply', text: request.text };
    if (choice !== undefined) given.choice = choice;
    if (round !== undefined) given.round = round;
    if (to !== null && to.id !== null) given.question = to.id;
    const refused = checkDraft(given, options.key, to === null ? request.id : undefined);
    if (refused) return refused;
    const id = request.id ?? newEntryId();
    return this.#inTurn(folder, options, {
      id: (loopId) => (to === null ? id : answerId(loopId, to, sending)),
      to,
      check: (snapshot) =>
        to === null
          ? checkNote(snapshot, answers)
          : checkQuestion(snapshot, to, { answers, sending, choice }),
      draft: (snapshot) => ({ ...given, text: answerText(snapshot, to, given) }),
    });
  }

  /** Asks the loop to stop. Refused as a reply is, but for what questions make of it. */
  async stop(folder: string, options: WriteOptions & { id?: string }): Promise<Written> {
    const given: Draft = { kind: 'stop', text: '' };
    const refused = checkDraft(given, options.key, options.id);
    if (refused) return refused;
    const id = options.id ?? newEntryId();
    return this.#inTurn(folder, options, { id: () => id, to: null, check: () => null, draft: () => given });
  }

  async #inTurn(folder: string, options: WriteOptions, sending: Sending): Promise<Written> {
    const where = path.resolve(folder);
    const real = await this.#realPath(where);
    if (!real.ok) return real;
    const { key } = options;
    const name = `${lockPath(real.value, this.#ports)}\n${where}\n${Buffer.from(key).toString('hex')}`;
    const queue = this.#queues.get(name) ?? {
      waiting: 0,
      last: Promise.resolve(),
      reader: this.#openReader(where, key),
    };
    this.#queues.set(name, queue);
    queue.waiting += 1;
    const now = () => options.now ?? new Date(this.#ports.now?.() ?? Date.now());
    const line = { key, now, real: real.value, reader: queue.reader, attempts: this.#attempts };
    const turn = queue.last.then(() => sendLine(line, sending, this.#ports));
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) {
        this.#queues.delete(name);
        queue.reader.close();
      }
    }
  }

  #openReader(folder: string, key: Uint8Array): LoopReader {
    const open = this.#readerOf(folder);
    if (open?.checksWith(key) === true) return open.share();
    return new LoopReader(folder, { key }, { files: this.#ports.files });
  }

  async #realPath(folder: string): Promise<Result<string>> {
    try {
      return ok(await retryBusy(() => this.#ports.files.realpath(folder)));
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      const code = unreachedBy(errno);
      if (code === 'missing') return refuse('gone', 'The loop’s folder is gone.');
      return refuse(code, 'The loop’s folder cannot be read.', { errno });
    }
  }
}
