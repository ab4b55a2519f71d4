import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';

/** In milliseconds. */
export interface Spacing {
  /** How long is waited for what comes with the first change. */
  gather: number;
  /** From the end of one run to the next. */
  between: number;
}

/** Does the same thing soon after each call, and at most every so often. */
export class Throttle implements Disposable {
  readonly #clock: Clock;
  readonly #pace: Spacing;
  readonly #run: () => void;
  #timer: Disposable | null = null;
  #timerAt = Number.POSITIVE_INFINITY;
  #endedAt = Number.NEGATIVE_INFINITY;
  #busy = false;
  #disposed = false;

  constructor(clock: Clock, pace: Spacing, run: () => void) {
    this.#clock = clock;
    this.#pace = pace;
    this.#run = run;
  }

  /** `earliest`: milliseconds since 1970. */
  soon(earliest: number): void {
    if (this.#disposed) return;
    const now = this.#clock.now();
    const last = this.#busy ? now : this.#endedAt;
    // A clock that was set back must not keep it waiting.
    const next = last > now ? now : last + this.#pace.between;
    const at = Math.max(now + this.#pace.gather, next, earliest);
    if (this.#timer !== null && this.#timerAt <= at) return;
    this.#cancel();
    if (at <= now) {
      this.#run();
      return;
    }
    this.#timerAt = at;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      this.#run();
    }, at - now);
  }

  /** What is done began and ended, whoever asked for it. */
  async around<T>(run: Promise<T>): Promise<T> {
    this.#busy = true;
    try {
      return await run;
    } finally {
      this.#busy = false;
      this.#endedAt = this.#clock.now();
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancel();
  }

  #cancel(): void {
    this.#timer?.dispose();
    this.#timer = null;
  }
}
