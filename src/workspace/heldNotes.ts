import type { Refusal, Result } from '../protocol/result.ts';
import { refuse } from '../protocol/result.ts';
import type { SmallFilePorts } from './drafts.ts';
import { Emitter } from './emitter.ts';
import type { Disposable } from './ports.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** A note that goes out once the loop would not take it as its answer. */
export interface HeldNote {
  /** Also the id of the entry that it becomes. */
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
  /** Signs and appends a note without a question: `loops.reply` with this id. */
  send: (loop: WatchedLoop, text: string, id: string) => Promise<Result<unknown>>;
}

export class HeldNoteStore implements Disposable {
  readonly ready: Promise<void> = Promise.resolve();
  readonly #changes = new Emitter<void>();
  readonly onDidChange = this.#changes.event;
  readonly #sent = new Emitter<HeldNote>();
  /** A note went out, sent by this window. */
  readonly onDidSend = this.#sent.event;

  constructor(_ports: HeldNotePorts) {
    // Follows.
  }

  /** Oldest first; of one loop, or all. */
  list(_loopKey?: string): HeldNote[] {
    return [];
  }

  async keep(_loop: WatchedLoop, _text: string): Promise<Result<HeldNote>> {
    return refuse('io', 'not yet');
  }

  async drop(_id: string): Promise<void> {
    // Follows.
  }

  /** Call on every change of the store: sends what may go out now. */
  loopsChanged(_loops: readonly WatchedLoop[]): void {
    // Follows.
  }

  dispose(): void {
    this.#changes.dispose();
    this.#sent.dispose();
  }
}
