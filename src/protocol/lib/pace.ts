/**
 * Keeps reading polite: however many files are read at once, the thread is given back after a slice of a few
 * milliseconds, and only so many reads are under way that their buffers stay small.
 */
import { performance } from 'node:perf_hooks';

const SLICE_MS = 8;

export class Pace {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #started = 0;
  #inTurn = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs `task` once fewer than the given number of others are under way. */
  async limited<T>(task: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#most) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#busy += 1;
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  /** True once this turn of the event loop has worked for a whole slice, by whomever. Ask before each small batch. */
  due(): boolean {
    const now = performance.now();
    if (!this.#inTurn) {
      this.#inTurn = true;
      this.#started = now;
      setImmediate(() => {
        this.#inTurn = false;
      });
      return false;
    }
    return now - this.#started > SLICE_MS;
  }

  /** Lets everything else have its turn. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** One event loop, one pace: what all readers of a process share unless a test gives its own. */
export const processPace = new Pace(4);
