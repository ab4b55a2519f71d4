/**
 * `npm test`: everything, or the parts that are named (`npm test -- unit stories-floor`). A part that fails hides no
 * other; the last line is the sum over all parts.
 */
import { globSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium } from './editor/browser.ts';
import { type Counts, readCounts } from './editor/counts.ts';
import { packageVsix } from './editor/extension.ts';
import { type EditorName, ensureEditor } from './editor/install.ts';
import { ARTIFACTS, ROOT } from './editor/places.ts';
import { run } from './editor/run.ts';
import { ensurePython, findPeers } from './interop/python.ts';

interface Part {
  name: string;
  run(): Promise<Counts>;
}

const OUT = join(ROOT, 'out');
const MOCHA = ['test/editor/runMocha.ts', '--slow', '2000'];

/** Runs a script that counts its tests. */
async function counted(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const path = join(OUT, 'counts', `${name}.json`);
  await rm(path, { force: true });
  const { code } = await run(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, QUARTERDECK_COUNTS: path },
    show: true,
  });
  return readCounts(path, name, code);
}

/** Programs that pass or fail as a whole. */
async function programs(list: readonly (readonly [string, ...string[]])[]): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, failures: [], notes: [] };
  for (const [name, ...args] of list) {
    const { code, output } = await run(name, args, { cwd: ROOT });
    if (code === 0) counts.passed++;
    else {
      counts.failed++;
      counts.failures.push(`${name} ${args.join(' ')}`);
      console.log(output);
    }
  }
  return counts;
}

async function interop(): Promise<Counts> {
  const peers = findPeers();
  const notes: string[] = [];
  const env: NodeJS.ProcessEnv = {};
  if (peers !== null) {
    env['QUARTERDECK_PYTHON'] = await ensurePython();
    env['QUARTERDECK_PEERS'] = peers;
  }
  const counts = await counted(
    'interop',
    [...MOCHA, '--timeout', '120000', 'test/interop/**/*.test.ts'],
    env,
  );
  if (peers === null)
    notes.push(
      `the peer's files were not there: ${counts.passed} interop tests ran against our own verifier only`,
    );
  return { ...counts, notes: [...counts.notes, ...notes] };
}

let vsix: Promise<string> | undefined;

async function packaged(): Promise<string> {
  const path = join(OUT, 'quarterdeck.vsix');
  await packageVsix(path);
  return path;
}

async function host(editor: EditorName): Promise<Counts> {
  await findChromium();
  await ensureEditor(editor);
  return counted(`host-${editor}`, ['test/editor/hostTests.ts', editor]);
}

async function stories(editor: EditorName): Promise<Counts> {
  await findChromium();
  await ensureEditor(editor);
  vsix ??= packaged();
  return counted(`stories-${editor}`, [...MOCHA, '--timeout', '120000', 'test/stories/**/*.test.ts'], {
    QUARTERDECK_EDITOR: editor,
    QUARTERDECK_VSIX: await vsix,
  });
}

const node = process.execPath;
const PARTS: readonly Part[] = [
  {
    name: 'types-and-lint',
    run: () =>
      programs([
        [node, 'node_modules/typescript/bin/tsc'],
        [node, 'node_modules/typescript/bin/tsc', '-p', 'webviews'],
        [node, 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
        [node, 'node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet'],
      ]),
  },
  { name: 'unit', run: () => counted('unit', [...MOCHA, '--reporter', 'dot', 'test/unit/**/*.test.ts']) },
  {
    name: 'webview',
    run: () => counted('webview', [...MOCHA, '--timeout', '60000', 'test/webview/**/*.test.ts']),
  },
  { name: 'interop', run: interop },
  { name: 'host-newest', run: () => host('newest') },
  { name: 'host-floor', run: () => host('floor') },
  { name: 'stories-newest', run: () => stories('newest') },
  { name: 'stories-floor', run: () => stories('floor') },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PARTS.some((part) => part.name.startsWith(name)));
if (unknown.length > 0) {
  console.error(
    `no such part: ${unknown.join(', ')} (there are ${PARTS.map((part) => part.name).join(', ')})`,
  );
  process.exit(2);
}
await mkdir(OUT, { recursive: true });
await rm(ARTIFACTS, { recursive: true, force: true });
const lines: string[] = [];
const total: Counts = { passed: 0, failed: 0, failures: [], notes: [] };
for (const part of PARTS) {
  if (asked.length > 0 && !asked.some((name) => part.name.startsWith(name))) continue;
  // Panels come with later work: their tests are a part once there are some.
  if (part.name === 'webview' && globSync('test/webview/**/*.test.ts', { cwd: ROOT }).length === 0) continue;
  console.log(`\n== ${part.name}`);
  const started = Date.now();
  const counts = await part.run().catch((error: unknown): Counts => {
    const words = error instanceof Error ? error.message : String(error);
    console.log(words);
    return { passed: 0, failed: 1, failures: [`${part.name}: ${words.split('\n')[0]}`], notes: [] };
  });
  const seconds = Math.round((Date.now() - started) / 1000);
  lines.push(`${part.name.padEnd(16)} ${counts.passed} passed, ${counts.failed} failed  (${seconds} s)`);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.failures.push(...counts.failures);
  total.notes.push(...counts.notes);
}
console.log(`\n${lines.join('\n')}`);
for (const failure of total.failures) console.log(`failed: ${failure}`);
for (const note of new Set(total.notes)) console.log(`note: ${note}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
