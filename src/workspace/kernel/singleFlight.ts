import type { Disposable } from '../../protocol/lib/disposables.ts';

interface Waiting {
  job: () => Promise<void>;
  done: Promise<void>;
  resolve: () => void;
}

function waiting(job: () => Promise<void>): Waiting {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { job, done: promise, resolve };
}

/**
 * Runs at most `limit` jobs at a time, and of one key one at a time: calls made while it runs share the next. Between two
 * jobs the event loop gets its turn, so that many short jobs do not add up to a long halt.
 */
export class SingleFlight implements Disposable {
  readonly #limit: number;
  readonly #onError: (error: unknown) => void;
  readonly #onIdle: () => void;
  readonly #urgent = new Map<string, Waiting>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #running = new Set<string>();
  #closed = false;

  /** `onError` gets what a job throws, `onIdle` is called when the last job has ended. */
  constructor(limit: number, onError: (error: unknown) => void, onIdle: () => void = () => undefined) {
    this.#limit = limit;
    this.#onError = onError;
    this.#onIdle = onIdle;
  }

  /** How many jobs run or wait. */
  get size(): number {
    return this.#running.size + this.#waiting.size + this.#urgent.size;
  }

  /** A job of this key runs or waits. */
  has(key: string): boolean {
    return this.#running.has(key) || this.#waiting.has(key) || this.#urgent.has(key);
  }

  /**
   * Settles when a job of this key that began after this call has ended; never rejects. Calls that come before it
   * begins share it, and the last one's job is the one that runs. `urgent` ones go before all others.
   */
  push(key: string, job: () => Promise<void>, urgent = false): Promise<void> {
    if (this.#closed) {
      return Promise.resolve();
    }
    const entry = this.#urgent.get(key) ?? this.#waiting.get(key) ?? waiting(job);
    entry.job = job;
    if (urgent) {
      this.#waiting.delete(key);
      this.#urgent.set(key, entry);
    } else if (!this.#urgent.has(key)) {
      this.#waiting.set(key, entry);
    }
    this.#start();
    return entry.done;
  }

  /** Nothing more begins; what waits settles at once. */
  dispose(): void {
    this.#closed = true;
    for (const entry of [...this.#urgent.values(), ...this.#waiting.values()]) {
      entry.resolve();
    }
    this.#urgent.clear();
    this.#waiting.clear();
  }

  #start(): void {
    while (this.#running.size < this.#limit) {
      const next = this.#take(this.#urgent) ?? this.#take(this.#waiting);
      if (next === undefined) {
        return;
      }
      this.#running.add(next.key);
      void this.#run(next.key, next.entry);
    }
  }

  #take(from: Map<string, Waiting>): { key: string; entry: Waiting } | undefined {
    for (const [key, entry] of from) {
      if (!this.#running.has(key)) {
        from.delete(key);
        return { key, entry };
      }
    }
    return undefined;
  }

  async #run(key: string, entry: Waiting): Promise<void> {
    try {
      await entry.job();
    } catch (error) {
      this.#onError(error);
    }
    this.#running.delete(key);
    entry.resolve();
    if (this.#closed) {
      return;
    }
    if (this.size === 0) {
      this.#onIdle();
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
    this.#start();
  }
}
