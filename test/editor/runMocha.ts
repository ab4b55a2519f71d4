/**
 * Runs test files in mocha and keeps what came out: node test/editor/runMocha.ts [--timeout MS] [--slow MS] [--grep TEXT] GLOB...
 * With QUARTERDECK_COUNTS the counts go to that file; notes that tests gave (see note.ts) stand in them.
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { type Counts, writeCounts } from './counts.ts';
import { exitOnSignals } from './endings.ts';
import { notes } from './note.ts';
import { ROOT } from './places.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    timeout: { type: 'string', default: '20000' },
    slow: { type: 'string', default: '1000' },
    grep: { type: 'string' },
    reporter: { type: 'string', default: 'spec' },
  },
});

exitOnSignals();
const mocha = new Mocha({
  timeout: Number(values.timeout),
  slow: Number(values.slow),
  reporter: values.reporter,
  // A pending test would be a skipped one: it counts as failed.
  forbidPending: true,
  forbidOnly: process.env['CI'] !== undefined,
  ...(values.grep === undefined ? {} : { fgrep: values.grep }),
});
for (const pattern of positionals)
  for (const file of globSync(pattern, { cwd: ROOT }).sort()) mocha.addFile(`${ROOT}/${file}`);
await mocha.loadFilesAsync();
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
const path = process.env['QUARTERDECK_COUNTS'];
if (path) await writeCounts(path, counts);
process.exit(failed > 0 ? 1 : 0);
