/**
 * `npm run bench`, or the parts that are named (`npm run bench -- reading`): each part in a process of its own, each
 * measure one line of JSON. A part is a file of this folder that ends in `.bench.ts`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const asked = process.argv.slice(2);
const parts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
let failed = false;
for (const part of parts.sort()) {
  if (asked.length > 0 && !asked.some((name) => part.startsWith(name))) continue;
  const args = ['--expose-gc', join(import.meta.dirname, part)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) {
    failed = true;
    console.error(`${part} failed`);
  }
}
process.exit(failed ? 1 : 0);
