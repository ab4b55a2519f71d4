import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';

/** A look at all that is known, so often that with the reading it is at most 10 s late whatever the watcher does. */
const lookEvery = 9_500;
/** Every so many looks is a longer one: about once a minute. */
const minuteEvery = 6;
/** A look that is later than this did not run late: the machine slept. */
const sleepAfter = 120_000;

export interface PollListener {
  /** `minute`: about one has passed since that was true last. Left out while the look before still runs. Never rejects. */
  look(minute: boolean): Promise<void>;
  /** The moment armed has come. */
  due(now: number): void;
  /** The clock jumped by about so many milliseconds. Told before `look` and `due`. */
  slept(ms: number): void;
}

/** All that a source does because of time alone. */
export class PollTimer implements Disposable {
  readonly #clock: Clock;
  readonly #listener: PollListener;
  #next: Disposable;
  #count = 0;
  #looking = false;
  #seenAt: number;
  #due: Disposable | null = null;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, listener: PollListener) {
    this.#clock = clock;
    this.#listener = listener;
    this.#seenAt = clock.now();
    this.#next = clock.setTimeout(() => this.#onLook(), lookEvery);
  }

  /** A look is under way. */
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
    this.#next.dispose();
    this.#due?.dispose();
  }

  #onLook(): void {
    this.#next = this.#clock.setTimeout(() => this.#onLook(), lookEvery);
    this.#noticeSleep();
    if (this.#looking) {
      return;
    }
    this.#looking = true;
    this.#count += 1;
    void this.#listener.look(this.#count % minuteEvery === 0).finally(() => {
      this.#looking = false;
    });
  }

  #noticeSleep(): void {
    const now = this.#clock.now();
    const slept = now - this.#seenAt - lookEvery;
    this.#seenAt = now;
    if (slept > sleepAfter) {
      this.#listener.slept(slept);
    }
  }
}
