/** Time by parameter: whoever waits or stamps is given a clock, so that a test can turn it. */
import type { Disposable } from './disposables.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(run: () => void, ms: number): Disposable;
}

/** The machine's own time. Its timers never keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
    timer.unref();
    return { dispose: () => clearTimeout(timer) };
  },
};
