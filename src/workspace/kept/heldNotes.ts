import { type LockPorts, takeLock } from '../../protocol/files/lock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import { ok, type Refusal, type Result, refuse } from '../../protocol/lib/result.ts';
import { newEntryId } from '../../protocol/loops/entryId.ts';
import { type SmallFilePorts, SmallFiles } from '../kernel/smallFiles.ts';
import type { WatchedLoop } from '../loops/watchedLoop.ts';
import { mayGoOut } from './heldNoteRule.ts';

/** A note that goes out once the loop would not take it as its answer. */
export interface HeldNote {
  /** Also the id of the entry that it becomes, so that it can never count twice. */
  id: string;
  loopKey: string;
  folder: string;
  loopId: string;
  text: string;
  /** Milliseconds since 1970. */
  keptAt: number;
  /** Why the last try to send it failed; null while it only waits. */
  failed: Refusal | null;
}

export interface HeldNotePorts extends SmallFilePorts {
  /** The loop as its files are now: what is shown may be some seconds old, and the moment to send is not. */
  fresh: (loopKey: string) => Promise<WatchedLoop | undefined>;
  /** Signs and appends a note without a question: `loops.reply` with this id. */
  send: (loop: WatchedLoop, text: string, id: string) => Promise<Result<unknown>>;
  /** Where locks lie, for tests. */
  lock?: Partial<LockPorts>;
}

/** After a failure it is tried again no sooner, unless the person asks. */
const againAfter = 30_000;
/** And where a question came in between, which the next reading shows. */
const againAfterQuestion = 1000;

/** Notes that wait for their loop to go on: a small file each, sent once by whichever window sees the moment first. */
export class HeldNoteStore implements Disposable {
  /** Notes kept before are known. */
  readonly ready: Promise<void>;
  readonly onDidChange: (listener: () => void) => Disposable;
  /** A note went out, sent by this window. */
  readonly onDidSend: (listener: (note: HeldNote) => void) => Disposable;
  readonly #ports: HeldNotePorts;
  readonly #files: SmallFiles<HeldNote>;
  readonly #changes: Emitter<void>;
  readonly #sent: Emitter<HeldNote>;
  #loops: ReadonlyMap<string, WatchedLoop> = new Map();
  readonly #sending = new Map<string, Promise<void>>();
  /** When a note that failed may be tried again. */
  readonly #notBefore = new Map<string, number>();
  #timer: Disposable | null = null;
  #disposed = false;

  constructor(ports: HeldNotePorts) {
    this.#ports = ports;
    const failed = (error: unknown): void => ports.log.error('A listener of the notes failed.', error);
    this.#changes = new Emitter(failed);
    this.#sent = new Emitter(failed);
    this.onDidChange = this.#changes.event;
    this.onDidSend = this.#sent.event;
    this.#files = new SmallFiles(ports, noteOf);
    this.#files.onDidChange(() => {
      this.#changes.fire();
      this.#release();
    });
    this.ready = this.#files.ready.then(() => this.#release());
  }

  /** Oldest first; of one loop, or all. */
  list(loopKey?: string): HeldNote[] {
    return this.#files
      .entries()
      .map(([, note]) => note)
      .filter((note) => loopKey === undefined || note.loopKey === loopKey)
      .sort((a, b) => a.keptAt - b.keptAt || (a.id < b.id ? -1 : 1));
  }

  /** Refused only where it can't be written down: then it is not kept. */
  async keep(loop: WatchedLoop, text: string): Promise<Result<HeldNote>> {
    const note: HeldNote = {
      id: newEntryId(),
      loopKey: loop.key,
      folder: loop.folder,
      loopId: loop.id,
      text,
      keptAt: this.#ports.clock.now(),
      failed: null,
    };
    const written = await this.#files.put(note.id, note);
    if (!written.ok) {
      await this.#files.delete(note.id);
      return written;
    }
    this.#changes.fire();
    this.#release();
    return ok(note);
  }

  /** The person does not want it sent any more, or sent it as an answer. */
  async drop(id: string): Promise<void> {
    await this.#sending.get(id);
    if (this.#files.get(id) !== undefined) {
      await this.#delete(id);
    }
  }

  /** Tries those that failed again now. */
  retry(): void {
    this.#notBefore.clear();
    this.#release();
  }

  /** Call on every change of the store, and at the start: sends what may go out now. */
  loopsChanged(loops: readonly WatchedLoop[]): void {
    this.#loops = new Map(loops.map((loop) => [loop.key, loop]));
    this.#release();
  }

  /** Settles when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) {
      await Promise.all(this.#sending.values());
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#files.dispose();
    this.#changes.dispose();
    this.#sent.dispose();
  }

  #release(): void {
    if (this.#disposed) {
      return;
    }
    const now = this.#ports.clock.now();
    const first = new Map<string, HeldNote>();
    for (const note of this.list()) {
      // One at a time of each loop, so that they are read in the order in which they were written.
      if (!first.has(note.loopKey)) {
        first.set(note.loopKey, note);
      }
    }
    for (const [key, note] of first) {
      const loop = this.#loops.get(key);
      if (loop?.snapshot.inbox.some((entry) => entry.id === note.id && entry.trusted !== false)) {
        // Sent by a window that ended before it could say so.
        void this.#delete(note.id);
        continue;
      }
      const wait = (this.#notBefore.get(note.id) ?? now) - now;
      if (loop?.writable.ok !== true || this.#sending.has(note.id) || !mayGoOut(loop.snapshot)) {
        continue;
      }
      if (wait > 0) {
        this.#timer?.dispose();
        this.#timer = this.#ports.clock.setTimeout(() => this.#release(), wait);
        continue;
      }
      const sending = this.#send(note, loop)
        .catch((error: unknown) => this.#ports.log.error('A held note could not be sent.', error))
        .finally(() => {
          this.#sending.delete(note.id);
          this.#release();
        });
      this.#sending.set(note.id, sending);
    }
  }

  async #send(note: HeldNote, loop: WatchedLoop): Promise<void> {
    const { files, lock: lockPorts } = this.#ports;
    this.#notBefore.set(note.id, this.#ports.clock.now() + againAfter);
    const lock = await takeLock(this.#files.fileOf(note.id), { ...lockPorts, files });
    if (!lock.ok) {
      await this.#fail(note, lock);
      return;
    }
    try {
      await this.#files.reload();
      if (this.#files.get(note.id) === undefined) {
        // Another window sent it, or the person dropped it there.
        this.#changes.fire();
        return;
      }
      const now = await this.#ports.fresh(loop.key);
      if (now?.writable.ok !== true || !mayGoOut(now.snapshot)) {
        this.#notBefore.set(note.id, this.#ports.clock.now() + againAfterQuestion);
        return;
      }
      const sent = await this.#ports.send(now, note.text, note.id);
      if (sent.ok) {
        await this.#delete(note.id);
        this.#sent.fire(note);
      } else if (sent.code === 'would-answer') {
        this.#notBefore.set(note.id, this.#ports.clock.now() + againAfterQuestion);
      } else {
        await this.#fail(note, sent);
      }
    } finally {
      await lock.value.release();
    }
  }

  async #fail(note: HeldNote, why: Refusal): Promise<void> {
    const failed = refuse(why.code, why.message, why.args);
    const written = await this.#files.put(note.id, { ...note, failed });
    if (!written.ok) {
      this.#ports.log.error('Why a note was not sent could not be written down.', written.message);
    }
    this.#changes.fire();
  }

  async #delete(id: string): Promise<void> {
    const deleted = await this.#files.delete(id);
    if (!deleted.ok) {
      this.#ports.log.error('A note could not be deleted.', deleted.message);
    }
    this.#notBefore.delete(id);
    this.#changes.fire();
  }
}

function noteOf(value: unknown): HeldNote | null {
  const { id, loopKey, folder, loopId, text, keptAt, failed } = (value ?? {}) as Record<
    keyof HeldNote,
    unknown
  >;
  if (
    typeof id !== 'string' ||
    typeof loopKey !== 'string' ||
    typeof folder !== 'string' ||
    typeof loopId !== 'string' ||
    typeof text !== 'string' ||
    typeof keptAt !== 'number'
  ) {
    return null;
  }
  return { id, loopKey, folder, loopId, text, keptAt, failed: refusalOf(failed) };
}

function refusalOf(value: unknown): Refusal | null {
  const { code, args, message } = (value ?? {}) as Record<keyof Refusal, unknown>;
  return typeof code === 'string' && typeof message === 'string' && typeof args === 'object' && args !== null
    ? refuse(code, message, args as Record<string, unknown>)
    : null;
}
