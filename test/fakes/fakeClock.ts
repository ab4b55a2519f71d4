import type { Clock } from '../../src/protocol/lib/clock.ts';
import type { Disposable } from '../../src/protocol/lib/disposables.ts';
import { idle } from './until.ts';

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

/** Time that moves only when a test says so. */
export class FakeClock implements Clock {
  #now: number;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(now: number | string = '2026-03-02T09:00:00Z') {
    this.#now = typeof now === 'number' ? now : Date.parse(now);
  }

  now(): number {
    return this.#now;
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.size;
  }

  setTimeout(run: () => void, ms: number): Disposable {
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order++, run };
    this.#timers.add(timer);
    return { dispose: () => void this.#timers.delete(timer) };
  }

  /** Moves on by `ms`, running each timer at its moment, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }

  /** Moves on by `ms` in steps; after each, promises and real file calls come to their end. */
  async run(ms: number, step = 1000): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      this.advance(Math.min(step, left));
      await idle();
    }
  }

  /** The clock is set anew, as after sleep: timers run once it is their time. */
  jump(ms: number): void {
    this.#now += ms;
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (
        timer.at <= end &&
        (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order))
      ) {
        first = timer;
      }
    }
    return first;
  }
}
