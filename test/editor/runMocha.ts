/**
 * Runs test files in mocha and keeps what came out: node test/editor/runMocha.ts [--timeout MS] [--slow MS] [--retries N]
 * [--grep TEXT] GLOB... A test that fails is run so many times more, and the last lines say so.
 * With QUARTERDECK_COUNTS the counts go to that file; notes that tests gave (see note.ts) stand in them.
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { countingRun } from './countingRun.ts';
import { lastLines, writeCounts } from './counts.ts';
import { exitOnSignals } from './endings.ts';
import { ROOT } from './places.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    timeout: { type: 'string', default: '30000' },
    slow: { type: 'string', default: '1000' },
    retries: { type: 'string', default: '0' },
    grep: { type: 'string' },
    reporter: { type: 'string', default: 'spec' },
  },
});

exitOnSignals();
const mocha = new Mocha({
  timeout: Number(values.timeout),
  slow: Number(values.slow),
  retries: Number(values.retries),
  reporter: values.reporter,
  // A pending test would be a skipped one: it counts as failed.
  forbidPending: true,
  forbidOnly: process.env['CI'] !== undefined,
  ...(values.grep === undefined ? {} : { fgrep: values.grep }),
});
for (const pattern of positionals)
  for (const file of globSync(pattern, { cwd: ROOT }).sort()) mocha.addFile(`${ROOT}/${file}`);
await mocha.loadFilesAsync();
const counts = await countingRun(mocha);
const path = process.env['QUARTERDECK_COUNTS'];
if (path) await writeCounts(path, counts);
else console.log(lastLines(counts).join('\n'));
process.exit(counts.failed > 0 ? 1 : 0);
