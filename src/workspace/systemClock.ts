import type { Clock } from './ports.ts';

/** The machine's own time. Its timers never keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
    timer.unref();
    return { dispose: () => clearTimeout(timer) };
  },
};
