import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { Option } from '../../protocol/lib/option.ts';
import { ok, type Refusal, type Result, refuse } from '../../protocol/lib/result.ts';
import type { InboxEntry, QuestionKey } from '../../protocol/loops/loopModel.ts';
import type { ReplyRequest, Written } from '../../protocol/loops/write.ts';
import type { TaskRecord, WrittenTask } from '../../protocol/tasks/taskModel.ts';
import type { Writable } from '../../workspace/kernel/writable.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import { type FeedbackWait, taskWaits } from '../../workspace/tasks/taskAttention.ts';
import type { TaskWorkspace } from '../../workspace/tasks/taskWorkspace.ts';
import { answerOf, feedbackText } from './answerOf.ts';
import type { Answer } from './answerText.ts';

/** What is answered: a `Wait`, or what an answer document remembers of one. */
export type AnswerTarget = LoopTarget | FeedbackTarget;

export interface LoopTarget {
  kind?: 'question' | 'verdict' | 'answer';
  /** The wait's. */
  key: string;
  loop: { key: string; id: string };
  /** null: the loop waits for a verdict. */
  question: { key: QuestionKey; options: readonly Option[] } | null;
}

/** What the person saw of a task that asks. */
export interface FeedbackTarget
  extends Pick<FeedbackWait, 'kind' | 'key' | 'asker' | 'text' | 'options' | 'draft'> {
  workspace: { key: string };
  /** `task`: as far as it is still known. */
  row: { id: string; version: string; task?: TaskRecord | null };
}

export interface AnsweringPorts {
  /** `loops.reply` and `loops.stop` of the protocol. */
  reply: (folder: string, request: ReplyRequest, options: { key: Uint8Array }) => Promise<Written>;
  stop: (folder: string, options: { key: Uint8Array; id?: string }) => Promise<Written>;
  /** The key to sign with, made where there is none yet. Only called once writing is known to be allowed. */
  signingKey: () => Promise<Result<Uint8Array>>;
  trusted: () => boolean;
  store: { get(key: string): WatchedLoop | undefined; poke(path: string): void };
  tasks: {
    get(key: string): TaskWorkspace | undefined;
    /** `tasks.respondFeedback` of the protocol. `seen`: the version of the file that the person saw. */
    respond(workspaceKey: string, id: string, response: string, seen: string): Promise<Result<WrittenTask>>;
  };
  drafts: { delete(key: string): Promise<void> };
  log: Log;
}

/** One answer that is on disk. */
export type Sent = SentLine | SentFeedback;

/** One line of a loop's inbox. */
export interface SentLine {
  kind: 'answer' | 'note' | 'stop';
  entry: InboxEntry;
  loopKey: string;
  /** Of the wait that it answered. */
  waitKey: string | null;
  /** Another answer to the same question stood there after ours was written. */
  twice: boolean;
}

/** A task that waits again, with its answer. */
export interface SentFeedback {
  kind: 'feedback';
  target: FeedbackTarget;
  waitKey: string;
  twice: false;
}

/** A wait without a question has no key that the protocol could make an id of. */
function waitEntryId(waitKey: string): string {
  return `qd-${createHash('sha256').update(waitKey).digest('hex').slice(0, 24)}`;
}

/**
 * The one place that sends. Everything is checked before a line is written; the draft goes only when the line is on
 * disk. Refusals: those of `loops.reply`, and `restricted`, `outside`, `read-only`, `unreadable`, `gone`, `empty`.
 */
export class Answering implements Disposable {
  readonly #ports: AnsweringPorts;
  readonly #sent = new Emitter<Sent>();
  readonly onDidSend = this.#sent.event;
  readonly #running = new Map<string, { answer: Answer; sending: Promise<Result<Sent>> }>();

  constructor(ports: AnsweringPorts) {
    this.#ports = ports;
  }

  /** `answers`: the person agreed to answer a question whose time has run out. */
  async answer(
    wait: AnswerTarget,
    answer: Answer,
    options: { answers?: boolean } = {},
  ): Promise<Result<Sent>> {
    // Enter struck twice is one answer; another answer to the same wait comes after the first, and is told so.
    const running = this.#running.get(wait.key);
    if (running?.answer.text === answer.text && running.answer.choice === answer.choice)
      return running.sending;
    const before = running?.sending ?? Promise.resolve();
    const sending = before.then(() => this.#answer(wait, answer, options));
    const entry = { answer, sending };
    this.#running.set(wait.key, entry);
    return sending.finally(() => {
      if (this.#running.get(wait.key) === entry) this.#running.delete(wait.key);
    });
  }

  async #answer(wait: AnswerTarget, answer: Answer, options: { answers?: boolean }): Promise<Result<Sent>> {
    if (wait.kind === 'feedback') return this.#respond(wait, answer);
    const line = answerOf(wait.question?.options ?? [], { text: answer.text.trim(), choice: answer.choice });
    if (line === null) return refuse('empty', 'There is nothing to send.');
    const request: ReplyRequest =
      wait.question === null
        ? { to: null, ...line, id: waitEntryId(wait.key) }
        : { to: wait.question.key, ...line, ...(options.answers === true ? { answers: true } : {}) };
    const sent = await this.#write('answer', wait.loop, wait.key, (folder, key) =>
      this.#ports.reply(folder, request, { key }),
    );
    if (sent.ok) await this.#ports.drafts.delete(wait.key);
    return sent;
  }

  async #respond(target: FeedbackTarget, answer: Answer): Promise<Result<Sent>> {
    const { tasks, drafts, log } = this.#ports;
    const text = feedbackText(target.options, { text: answer.text.trim(), choice: answer.choice });
    if (text === null) return refuse('empty', 'There is nothing to send.');
    const workspace = tasks.get(target.workspace.key);
    const refusal = this.mayWrite(workspace);
    if (workspace === undefined || refusal !== null) return refusal ?? goneRefusal();
    const now = taskWaits(workspace).find((wait) => wait.key === target.key);
    if (now !== undefined && !sameWords(now, target))
      return refuse('asked-again', 'The question is another one now.');
    // Of another version the answer is one only as far as what the person saw of the task still stands there.
    const seen =
      now !== undefined && isSameToAnswer(now.row, target.row) ? now.row.version : target.row.version;
    const written = await tasks.respond(workspace.key, target.row.id, text, seen);
    if (!written.ok) {
      log.info(`feedback to ${target.key} was refused: ${written.code}`);
      return written;
    }
    log.info(`feedback to ${target.key} is on disk`);
    const sent: SentFeedback = { kind: 'feedback', target, waitKey: target.key, twice: false };
    this.#sent.fire(sent);
    await drafts.delete(target.key);
    return ok(sent);
  }

  /** A note that answers nothing; `answers` where the person said that it may count as the answer. */
  async note(
    loop: WatchedLoop,
    text: string,
    id: string,
    options: { answers?: boolean } = {},
  ): Promise<Result<Sent>> {
    if (text.trim() === '') return refuse('empty', 'There is nothing to send.');
    const request: ReplyRequest = {
      to: null,
      text: text.trim(),
      id,
      ...(options.answers === true ? { answers: true } : {}),
    };
    return this.#write('note', loop, null, (folder, key) => this.#ports.reply(folder, request, { key }));
  }

  async stop(loop: WatchedLoop, id: string): Promise<Result<Sent>> {
    return this.#write('stop', loop, null, (folder, key) => this.#ports.stop(folder, { key, id }));
  }

  async #write(
    kind: SentLine['kind'],
    meant: { key: string },
    waitKey: string | null,
    append: (folder: string, key: Uint8Array) => Promise<Written>,
  ): Promise<Result<Sent>> {
    const { store, log } = this.#ports;
    const loop = store.get(meant.key);
    const refusal = this.mayWrite(loop);
    if (loop === undefined || refusal !== null) return refusal ?? goneRefusal();
    const key = await this.#ports.signingKey();
    if (!key.ok) return key;
    const written = await append(loop.folder, key.value);
    store.poke(loop.folder);
    if (!written.ok) {
      log.info(`${kind} to ${loop.key} was refused: ${written.code}`);
      return written;
    }
    log.info(`${kind} ${written.value.id} to ${loop.key} is on disk`);
    const sent: SentLine = {
      kind,
      entry: written.value,
      loopKey: loop.key,
      waitKey,
      twice: written.twice ?? false,
    };
    this.#sent.fire(sent);
    return ok(sent);
  }

  /** Why nothing may be written for this loop or task workspace, null where it may. */
  mayWrite(place: { writable: Writable } | undefined): Refusal | null {
    if (!this.#ports.trusted()) return refuse('restricted', 'This workspace is not trusted.');
    if (place === undefined) return goneRefusal();
    if (place.writable.ok) return null;
    return refuse(place.writable.code, 'This can only be read from here.', place.writable.args);
  }

  dispose(): void {
    this.#sent.dispose();
  }
}

function goneRefusal(): Refusal {
  return refuse('gone', 'It is no longer there.');
}

/** What else may change under a question. */
const UNIMPORTANT = new Set(['priority', 'tags', 'updated_at', 'max_retries']);

function isSameToAnswer(now: FeedbackTarget['row'], seen: FeedbackTarget['row']): boolean {
  if (now.version === seen.version) return true;
  const important = (task: TaskRecord) =>
    Object.fromEntries(Object.entries(task).filter(([name]) => !UNIMPORTANT.has(name)));
  if (now.task == null || seen.task == null) return false;
  return isDeepStrictEqual(important(now.task), important(seen.task));
}

export function sameWords(wait: FeedbackTarget, target: FeedbackTarget): boolean {
  const words = ({ text, options, draft }: FeedbackTarget) =>
    JSON.stringify([text, draft, options.map(({ id, label }) => [id, label])]);
  return words(wait) === words(target);
}
