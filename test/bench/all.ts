/**
 * `npm run bench`, or the parts that are named (`npm run bench -- reading`): each part in a process of its own, each
 * measure one line of JSON, at the end all of them as a table with their limits. A part is a file of this folder that ends
 * in `.bench.ts`. A limit that does not hold is shown and fails nothing; a part that throws does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Measure } from './measure.ts';
import { summary } from './summary.ts';

/** Runs a part and shows its output as it comes; the measures among it go to `measures`. Gives the exit code. */
async function runPart(part: string, measures: Measure[]): Promise<number | null> {
  const args = ['--expose-gc', join(import.meta.dirname, part)];
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'inherit'] });
  const closed = once(child, 'close') as Promise<[number | null]>;
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    if (line.startsWith('{')) measures.push(JSON.parse(line) as Measure);
  }
  const [status] = await closed;
  return status;
}

const load = (): number => loadavg()[0] ?? Number.NaN;

const asked = process.argv.slice(2);
const parts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
const measures: Measure[] = [];
const failed: string[] = [];
const before = load();
for (const part of parts.sort()) {
  if (asked.length > 0 && !asked.some((name) => part.startsWith(name))) continue;
  if ((await runPart(part, measures)) !== 0) {
    failed.push(part);
    console.error(`${part} failed`);
  }
}
console.log(`\n${summary(measures, { cores: availableParallelism(), before, after: load() }, failed)}`);
process.exitCode = failed.length > 0 ? 1 : 0;
