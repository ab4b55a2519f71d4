import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import { countingRun } from './countingRun.ts';

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
  const counts = await countingRun(mocha);
  await writeFile(join(folder, 'result.json'), JSON.stringify(counts));
  if (counts.failed > 0) throw new Error(`${counts.failed} tests failed`);
}
