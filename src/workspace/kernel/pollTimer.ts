import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';

/** A stat of all that is known, so often that with the reading it is at most 10 s late whatever the watcher does. */
const beatEvery = 9_500;
/** A beat that is later than this did not run late: the machine slept. */
const sleepAfter = 120_000;

export interface HeartbeatListener {
  /** Count from 1. A beat is left out while the one before is still looked after. Never rejects. */
  beat(count: number): Promise<void>;
  /** The moment armed has come. */
  due(now: number): void;
  /** The clock jumped by about so many milliseconds. Told before `beat` and `due`. */
  slept(ms: number): void;
}

/** All that the store does because of time alone. */
export class Heartbeat implements Disposable {
  readonly #clock: Clock;
  readonly #listener: HeartbeatListener;
  #beat: Disposable;
  #count = 0;
  #looking = false;
  #seenAt: number;
  #due: Disposable | null = null;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, listener: HeartbeatListener) {
    this.#clock = clock;
    this.#listener = listener;
    this.#seenAt = clock.now();
    this.#beat = clock.setTimeout(() => this.#onBeat(), beatEvery);
  }

  /** A beat is being looked after. */
  get looking(): boolean {
    return this.#looking;
  }

  /** Calls `due` at this moment (milliseconds since 1970), or earlier if another was armed for earlier. */
  arm(at: number): void {
    if (at >= this.#dueAt) {
      return;
    }
    this.#due?.dispose();
    this.#dueAt = at;
    this.#due = this.#clock.setTimeout(() => {
      this.#noticeSleep();
      this.#due = null;
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#listener.due(this.#clock.now());
    }, at - this.#clock.now());
  }

  dispose(): void {
    this.#beat.dispose();
    this.#due?.dispose();
  }

  #onBeat(): void {
    this.#beat = this.#clock.setTimeout(() => this.#onBeat(), beatEvery);
    this.#noticeSleep();
    if (this.#looking) {
      return;
    }
    this.#looking = true;
    this.#count += 1;
    void this.#listener.beat(this.#count).finally(() => {
      this.#looking = false;
    });
  }

  #noticeSleep(): void {
    const now = this.#clock.now();
    const slept = now - this.#seenAt - beatEvery;
    this.#seenAt = now;
    if (slept > sleepAfter) {
      this.#listener.slept(slept);
    }
  }
}
