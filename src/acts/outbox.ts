/** The one place that sends: lines into loops' inboxes, and the answers that tasks wait for. */
import type { Disposable } from '../protocol/lib/disposables.ts';
import { Emitter } from '../protocol/lib/emitter.ts';
import type { Log } from '../protocol/lib/log.ts';
import { ok, type Refusal, type Result, refuse } from '../protocol/lib/result.ts';
import type { Written } from '../protocol/loops/appendSigned.ts';
import type { InboxEntry } from '../protocol/loops/inboxEntry.ts';
import type { InboxWriter } from '../protocol/loops/inboxWriter.ts';
import type { Reply } from '../protocol/loops/loopOptions.ts';
import type { Writable } from '../workspace/kernel/writable.ts';
import type { ReadModel } from '../workspace/model.ts';
import type { Wait } from '../workspace/needsYou.ts';
import { unanswerable } from '../workspace/tasks/taskAbilities.ts';
import { type FeedbackTarget, versionAnswered } from './answer/answerTarget.ts';
import type { TaskWriter } from './tasks/actOnTasks.ts';

export interface OutboxPorts {
  inbox: Pick<InboxWriter, 'reply' | 'stop'>;
  /** The key to sign with, made where there is none yet. Only called once writing is known to be allowed. */
  signingKey: () => Promise<Result<Uint8Array>>;
  trusted: () => boolean;
  model: Pick<ReadModel, 'loop' | 'workspace'>;
  /** Of the loops: it looks at once at what was written. */
  store: { poke(path: string): void };
  tasks: TaskWriter;
  log: Log;
}

/** What is on disk. */
export type Sent = SentLine | SentFeedback;

/** One line of a loop's inbox. */
export interface SentLine {
  kind: 'answer' | 'note' | 'stop';
  entry: InboxEntry;
  loopKey: string;
  /** Another answer to the same question stood there after ours was written. */
  twice: boolean;
}

/** A task that waits again, with its answer. */
export interface SentFeedback {
  kind: 'feedback';
  asker: string;
  twice: false;
}

/** Everything is checked before anything is written. Refusals: those of `InboxWriter`, and `restricted`, `outside`, `read-only`, `unreadable`, `gone`. */
export class Outbox implements Disposable {
  readonly #ports: OutboxPorts;
  readonly #sent = new Emitter<Sent>();
  readonly onDidSend = this.#sent.event;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  /** Why nothing may be written for this loop or task workspace, null where it may. */
  mayWrite(place: { writable: Writable } | undefined): Refusal | null {
    const open = this.#open(place);
    return open.ok ? null : open;
  }

  /** What keeps the ask from being answered, before anything is typed; null where nothing does. */
  mayAnswer(wait: Wait): Refusal | null {
    const { model } = this.#ports;
    if (wait.kind !== 'feedback') return this.mayWrite(model.loop(wait.loop.key));
    return this.mayWrite(model.workspace(wait.workspace.key)) ?? unanswerable(wait.workspace, wait.row);
  }

  reply(kind: 'answer' | 'note', loop: { key: string }, request: Reply): Promise<Result<SentLine>> {
    return this.#write(kind, loop, (folder, key) => this.#ports.inbox.reply(folder, request, { key }));
  }

  /** @param id made when the person was asked, and the same over retries */
  stop(loop: { key: string }, id: string): Promise<Result<SentLine>> {
    return this.#write('stop', loop, (folder, key) => this.#ports.inbox.stop(folder, { key, id }));
  }

  async #write(
    kind: SentLine['kind'],
    meant: { key: string },
    append: (folder: string, key: Uint8Array) => Promise<Written>,
  ): Promise<Result<SentLine>> {
    const { model, store, log } = this.#ports;
    const loop = this.#open(model.loop(meant.key));
    if (!loop.ok) return loop;
    const key = await this.#ports.signingKey();
    if (!key.ok) return key;
    const { folder } = loop.value;
    const written = await append(folder, key.value);
    store.poke(folder);
    if (!written.ok) {
      log.info(`${kind} to ${meant.key} was refused: ${written.code}`);
      return written;
    }
    log.info(`${kind} ${written.value.id} to ${meant.key} is on disk`);
    const twice = written.twice ?? false;
    return this.#told({ kind, entry: written.value, loopKey: meant.key, twice });
  }

  async respond(target: FeedbackTarget, text: string): Promise<Result<SentFeedback>> {
    const { model, tasks, log } = this.#ports;
    const workspace = this.#open(model.workspace(target.workspace.key));
    if (!workspace.ok) return workspace;
    const seen = versionAnswered(workspace.value, target);
    if (!seen.ok) return seen;
    const written = await tasks.act(target.workspace.key, (folder) =>
      folder.respondFeedback(target.row.id, text, { seen: seen.value }),
    );
    if (!written.ok) {
      log.info(`feedback to ${target.key} was refused: ${written.code}`);
      return written;
    }
    log.info(`feedback to ${target.key} is on disk`);
    return this.#told({ kind: 'feedback', asker: target.asker, twice: false });
  }

  #open<P extends { writable: Writable }>(place: P | undefined): Result<P> {
    if (!this.#ports.trusted()) return refuse('restricted', 'This workspace is not trusted.');
    if (place === undefined) return refuse('gone', 'It is no longer there.');
    if (place.writable.ok) return ok(place);
    return refuse(place.writable.code, 'This can only be read from here.', place.writable.args);
  }

  #told<S extends Sent>(sent: S): Result<S> {
    this.#sent.fire(sent);
    return ok(sent);
  }

  dispose(): void {
    this.#sent.dispose();
  }
}
