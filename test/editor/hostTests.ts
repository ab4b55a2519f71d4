/**
 * Runs test/host/**\/*.test.ts inside the extension host of a real VS Code:
 * node test/editor/hostTests.ts [newest|floor|desktop] [--grep TEXT]
 */

import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, parseArgs } from 'node:util';
import { build } from 'esbuild';
import { openBrowser } from './browser.ts';
import { buildExtension } from './build.ts';
import { type Counts, writeCounts } from './counts.ts';
import { exitOnSignals } from './endings.ts';
import { TEST_LINE } from './inHost.ts';
import { type EditorName, ensureEditor } from './install.ts';
import { ARTIFACTS, ROOT } from './places.ts';
import { startServer } from './server.ts';

const LONGEST = 300_000;

/** Bundles every host test into one module whose `run` starts mocha; the result lands beside it. */
export async function bundleHostTests(folder: string, grep?: string): Promise<string> {
  const files = globSync('test/host/**/*.test.ts', { cwd: ROOT }).sort();
  const loads = files.map((file) => `  require(${JSON.stringify(`${ROOT}/${file}`)});`).join('\n');
  const contents = `
import { runInHost } from ${JSON.stringify(`${ROOT}/test/editor/inHost.ts`)};
export const run = () => runInHost(() => {\n${loads}\n}, __dirname, ${JSON.stringify(grep ?? null)});`;
  const outfile = join(folder, 'index.cjs');
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    // mocha finds its own parts by path.
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return outfile;
}

async function inCodeServer(name: EditorName, tests: string): Promise<void> {
  const editor = await ensureEditor(name);
  const scratch = await mkdtemp(join(tmpdir(), 'quarterdeck-host-'));
  const workspace = join(scratch, 'workspace');
  await mkdir(workspace);
  const server = await startServer(editor, { smoke: true });
  const browser = await openBrowser();
  try {
    const remote = (path: string): string => `vscode-remote://127.0.0.1:${server.port}${path}`;
    const payload = JSON.stringify([
      ['extensionDevelopmentPath', remote(ROOT)],
      ['extensionTestsPath', remote(tests)],
      ['skipWelcome', 'true'],
    ]);
    const page = await browser.newPage();
    const log: string[] = [];
    let over = (_code: number): void => undefined;
    const ended = new Promise<number>((resolve) => {
      over = resolve;
    });
    // VS Code calls these with what the extension host prints and with how its tests ended.
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      const text = format(...args);
      if (text.startsWith(TEST_LINE)) console.log(text.slice(TEST_LINE.length));
      else log.push(`${type}: ${text}\n`);
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => over(code));
    const query = new URLSearchParams({ folder: workspace, payload });
    await page.goto(`${server.origin}/?${query}`, { waitUntil: 'domcontentloaded', timeout: 60_000 });
    const timeout = setTimeout(() => over(124), LONGEST);
    const code = await ended;
    clearTimeout(timeout);
    await mkdir(ARTIFACTS, { recursive: true });
    await page.screenshot({ path: join(ARTIFACTS, `host-${name}.png`) });
    await writeFile(join(ARTIFACTS, `host-${name}.log`), log.join(''));
    if (code === 124) console.log(`no end after ${LONGEST / 1000} s:\n${server.log().slice(-4000)}`);
  } finally {
    await browser.close();
    await server.stop();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The desktop, downloaded by VS Code's own test runner: for machines that may, such as those of the workflows. */
async function inDesktop(version: string, tests: string): Promise<void> {
  const { runTests } = await import('@vscode/test-electron');
  const scratch = await mkdtemp(join(tmpdir(), 'quarterdeck-host-'));
  const workspace = join(scratch, 'workspace');
  const home = join(scratch, 'home');
  await mkdir(workspace);
  await mkdir(home);
  try {
    await runTests({
      version,
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: tests,
      launchArgs: [workspace, '--disable-extensions', '--disable-workspace-trust'],
      extensionTestsEnv: { LOOPCAPTAIN_INBOX_KEY: join(home, 'inbox.key') },
    });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (import.meta.main) {
  exitOnSignals();
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string' }, version: { type: 'string', default: 'stable' } },
  });
  const name = positionals[0] ?? 'newest';
  const folder = join(ROOT, 'out', `host-${name}`);
  await rm(folder, { recursive: true, force: true });
  await buildExtension();
  const tests = await bundleHostTests(folder, values.grep);
  if (name === 'desktop') await inDesktop(values.version, tests);
  else await inCodeServer(name === 'floor' ? 'floor' : 'newest', tests);
  const counts = JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')) as Counts;
  const path = process.env['QUARTERDECK_COUNTS'];
  if (path) await writeCounts(path, counts);
  console.log(`${counts.passed} passed, ${counts.failed} failed in ${name}`);
  process.exit(counts.failed > 0 ? 1 : 0);
}
