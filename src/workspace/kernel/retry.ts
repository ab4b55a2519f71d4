import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';

/** In milliseconds: the first wait, and the longest. */
const first = 1000;
const longest = 60_000;

/** Tries again what failed: soon, then after twice that, and so on, until nothing fails any more. */
export class Retry implements Disposable {
  readonly #clock: Clock;
  readonly #run: () => void;
  #timer: Disposable | null = null;
  #wait = first;
  #disposed = false;

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Say after each try whether something fails. */
  note(fails: boolean): void {
    if (!fails) {
      this.#timer?.dispose();
      this.#timer = null;
      this.#wait = first;
      return;
    }
    if (this.#timer !== null || this.#disposed) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      this.#run();
    }, this.#wait);
    this.#wait = Math.min(longest, 2 * this.#wait);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
  }
}
