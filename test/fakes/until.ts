import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds; less than the time limit of a test, so that what was waited for is what its failure says. */
const LONGEST = 20_000;
/** Milliseconds between two looks: few for what comes at once, more for what takes its time. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [2, 100];

/**
 * Looks until `look` neither throws nor gives false, and gives what it gave then. After `ms` it throws, with `what` as what
 * never came and the last error as its cause. Every kind of test waits with this.
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  ms: number = LONGEST,
): Promise<Exclude<T, false>> {
  const end = Date.now() + ms;
  for (let wait = SHORTEST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    let cause: unknown;
    try {
      const found = await look();
      if (found !== false) return found as Exclude<T, false>;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`this never came: ${what}${because(cause)}`, { cause });
    await pause(wait);
  }
}

function because(cause: unknown): string {
  return cause instanceof Error ? ` (${cause.message})` : '';
}

/**
 * Waits until nothing that was begun in this process is under way: no file call, no immediate, no chain of promises. After it
 * a test may say what did not happen. Timers and what a watcher has yet to tell do not count.
 */
export async function idle(): Promise<void> {
  do {
    await new Promise((resolve) => setImmediate(resolve));
  } while (process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq|Immediate)/.test(name)));
}
