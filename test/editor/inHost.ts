import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import type { Counts } from './counts.ts';
import { notes } from './note.ts';

/** Before each line that the tests print, to tell them from what VS Code prints. */
export const TEST_LINE = '[test] ';

/** Runs in the extension host: mocha over the bundled tests, results into `folder`/result.json. */
export async function runInHost(load: () => void, folder: string, grep: string | null): Promise<void> {
  // Imported here: what `require` gives for an ES module differs between the two hosts.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 30_000,
    color: false,
    reporter: 'spec',
    forbidPending: true,
    ...(grep === null ? {} : { fgrep: grep }),
  });
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => console.log(TEST_LINE + format(...args));
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  load();
  const counts: Counts = { passed: 0, failed: 0, failures: [], notes };
  const failed = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on('pass', () => {
      counts.passed++;
    });
    runner.on('fail', (test: Mocha.Test, error: Error) => {
      counts.failed++;
      counts.failures.push(`${test.fullTitle()}: ${(error.message ?? '').split('\n')[0]}`);
    });
  });
  await writeFile(join(folder, 'result.json'), JSON.stringify(counts));
  if (failed > 0) throw new Error(`${failed} tests failed`);
}
