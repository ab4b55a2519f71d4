/**
 * `npm test`: everything, or the parts that are named (`npm test -- unit stories-floor`). Two parts run side by side, since
 * each waits much of its time; `--one-by-one` runs one at a time and shows its output as it comes. A part that fails hides
 * no other; the last line is the sum over all parts.
 */
import { globSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from './editor/browser.ts';
import { buildExtension } from './editor/build.ts';
import { addCounts, type Counts, lastLines, noCounts, oneFailure, readCounts } from './editor/counts.ts';
import { packageVsix } from './editor/extension.ts';
import { type EditorName, ensureEditor } from './editor/install.ts';
import { ARTIFACTS, ROOT } from './editor/places.ts';
import { run } from './editor/run.ts';
import { ensurePython, findPeers } from './interop/python.ts';

interface Part {
  name: string;
  /** What it needs from elsewhere, installed or built before any part runs: its words are told as they come. */
  prepare?(): Promise<unknown>;
  /** `tell` takes the output. */
  run(tell: (text: string) => void): Promise<Counts>;
}

const OUT = join(ROOT, 'out');
const VSIX = join(OUT, 'quarterdeck.vsix');
const MOCHA = ['test/editor/runMocha.ts', '--slow', '2000'];

/** Runs a script that counts its tests. */
function counted(
  name: string,
  args: readonly string[],
  env: () => NodeJS.ProcessEnv = () => ({}),
): Part['run'] {
  return async (tell) => {
    const path = join(OUT, 'counts', `${name}.json`);
    await rm(path, { force: true });
    const { code } = await run(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env(), QUARTERDECK_COUNTS: path },
      tell,
    });
    return readCounts(path, code);
  };
}

/** Programs that pass or fail as a whole. */
function programs(list: readonly (readonly [string, ...string[]])[]): Part['run'] {
  return async (tell) => {
    const counts = noCounts();
    for (const [name, ...args] of list) {
      const { code, output } = await run(name, args, { cwd: ROOT });
      if (code === 0) counts.passed++;
      else {
        counts.failed++;
        counts.failures.push(`${name} ${args.join(' ')}`);
        tell(output);
      }
    }
    return counts;
  };
}

let built: Promise<void> | undefined;

/** Once for all parts: side by side one would read what another just writes. */
async function buildOnce(): Promise<void> {
  built ??= buildExtension();
  await built;
  process.env['QUARTERDECK_BUILT'] = ROOT;
}

function interop(): Part {
  const peers = findPeers();
  const env: NodeJS.ProcessEnv = {};
  const args = [...MOCHA, '--timeout', '120000', 'test/interop/**/*.test.ts'];
  const runTests = counted('interop', args, () => env);
  return {
    name: 'interop',
    async prepare() {
      await buildOnce();
      if (peers === null) return;
      env['QUARTERDECK_PYTHON'] = await ensurePython();
      env['QUARTERDECK_PEERS'] = peers;
    },
    async run(tell) {
      const counts = await runTests(tell);
      if (peers === null)
        counts.notes.push(
          `the peer's files were not there: ${counts.passed} interop tests ran against our own verifier only`,
        );
      return counts;
    },
  };
}

function host(editor: EditorName): Part {
  const name = `host-${editor}`;
  return {
    name,
    async prepare() {
      await buildOnce();
      await findChromium();
      await ensureEditor(editor);
    },
    run: counted(name, ['test/editor/hostTests.ts', editor]),
  };
}

let packed: Promise<void> | undefined;

function stories(editor: EditorName): Part {
  const name = `stories-${editor}`;
  const args = [...MOCHA, '--timeout', '120000', '--retries', '1', 'test/stories/**/*.test.ts'];
  return {
    name,
    async prepare() {
      await findChromium();
      await ensureEditor(editor);
      packed ??= packageVsix(VSIX);
      await packed;
    },
    run: counted(name, args, () => ({ QUARTERDECK_EDITOR: editor, QUARTERDECK_VSIX: VSIX })),
  };
}

const node = process.execPath;
const PARTS: readonly Part[] = [
  {
    name: 'types-and-lint',
    run: programs([
      [node, 'node_modules/typescript/bin/tsc'],
      [node, 'node_modules/typescript/bin/tsc', '-p', 'webviews'],
      [node, 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
      [node, 'node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet'],
    ]),
  },
  {
    name: 'unit',
    prepare: buildOnce,
    run: counted('unit', [...MOCHA, '--reporter', 'dot', 'test/unit/**/*.test.ts']),
  },
  {
    name: 'webview',
    prepare: findChromium,
    run: counted('webview', [...MOCHA, '--timeout', '60000', 'test/webview/**/*.test.ts']),
  },
  interop(),
  host('newest'),
  host('floor'),
  stories('newest'),
  stories('floor'),
];

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { 'one-by-one': { type: 'boolean', default: false } },
});
const unknown = asked.filter((name) => !PARTS.some((part) => part.name.startsWith(name)));
if (unknown.length > 0) {
  console.error(
    `no such part: ${unknown.join(', ')} (there are ${PARTS.map((part) => part.name).join(', ')})`,
  );
  process.exit(2);
}
await mkdir(OUT, { recursive: true });
await rm(ARTIFACTS, { recursive: true, force: true });
const parts = PARTS.filter(({ name }) => {
  // Panels come with later work: their tests are a part once there are some.
  if (name === 'webview' && globSync('test/webview/**/*.test.ts', { cwd: ROOT }).length === 0) return false;
  return asked.length === 0 || asked.some((start) => name.startsWith(start));
});

const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1000)} s`;
const began = Date.now();
const unready = new Map<Part, Counts>();
const failing = (error: unknown): Counts => {
  const words = error instanceof Error ? error.message : String(error);
  console.log(words);
  return oneFailure(words.split('\n')[0] ?? '');
};
for (const part of parts) await part.prepare?.().catch((error: unknown) => unready.set(part, failing(error)));

const lines = new Map<string, string>();
const total = noCounts();
const width = values['one-by-one'] || parts.length === 1 ? 1 : 2;

/** Runs one part; beside another its output is shown once it has ended, as one block. */
async function runPart(part: Part): Promise<void> {
  const since = Date.now();
  console.log(width === 1 ? `\n== ${part.name}` : `-- ${part.name} runs`);
  const output: string[] = [];
  const tell = (text: string): void => {
    if (width === 1) process.stdout.write(text);
    else output.push(text);
  };
  const counts = unready.get(part) ?? (await part.run(tell).catch(failing));
  if (width > 1) console.log(`\n== ${part.name}\n${output.join('')}`);
  lines.set(
    part.name,
    `${part.name.padEnd(16)} ${counts.passed} passed, ${counts.failed} failed  (${seconds(since)})`,
  );
  addCounts(total, part.name, counts);
}

// Side by side the longest begin, which stand last: the short ones fill what they leave.
const waiting = width === 1 ? [...parts] : parts.toReversed();
const lane = async (): Promise<void> => {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await runPart(part);
};
await Promise.all(Array.from({ length: width }, lane));

console.log(`\n${parts.map((part) => lines.get(part.name)).join('\n')}\nall in ${seconds(began)}`);
console.log(lastLines(total).join('\n'));
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
