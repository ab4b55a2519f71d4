import type Mocha from 'mocha';
import { type Counts, noCounts } from './counts.ts';
import { notes } from './note.ts';

/** Runs what this mocha has loaded, to its end, and counts it. */
export function countingRun(mocha: Mocha): Promise<Counts> {
  const counts: Counts = { ...noCounts(), notes };
  const firstErrors = new Map<string, string>();
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve(counts));
    runner.on('retry', (test: Mocha.Test, error: unknown) => {
      firstErrors.set(test.fullTitle(), inFull(error));
    });
    runner.on('pass', (test: Mocha.Test) => {
      counts.passed++;
      const name = test.fullTitle();
      const error = firstErrors.get(name);
      if (error !== undefined) counts.secondTries.push({ name, error });
    });
    runner.on('fail', (test: Mocha.Test, error: unknown) => {
      counts.failed++;
      const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
      counts.failures.push(`${test.fullTitle()}: ${line}`);
    });
  });
}

/** Message and stack, and what stood behind it. */
function inFull(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack?.includes(error.message) ? error.stack : `${error.message}\n${error.stack ?? ''}`;
  return error.cause === undefined ? text.trimEnd() : `${text.trimEnd()}\ncaused by ${inFull(error.cause)}`;
}
