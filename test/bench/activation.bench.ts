/**
 * How long the extension holds its host when a window opens, in a real editor: the median of seven windows on a folder with
 * a loop. The bundle is the one that ships; a copy of it is made to write down the moments.
 *
 * What has the limit is our own work: the bundle from its first line to its last, and `activate` from its call to its
 * return. Between the two the host asks the window for the extension's storage, and meanwhile loads and starts the other
 * extensions; the editor counts no time of that as ours, and an extension beside ours that does nothing waits as long: it is
 * the baseline of the whole. Reading and compiling the bundle come before its first line: they are in what the editor counts
 * as loading, by its own marks.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXTENSION_ID } from '../../src/contract.ts';
import { openBrowser } from '../editor/browser.ts';
import { stageExtension } from '../editor/extension.ts';
import { ensureEditor } from '../editor/install.ts';
import { startServer } from '../editor/server.ts';
import { agentLoop } from '../stories/agentLoop.ts';
import { Workbench } from '../stories/workbench.ts';
import { median, report } from './measure.ts';

const WINDOWS = 7;
const NOTHING = { publisher: 'quarterdeck', name: 'nothing', version: '0.0.1' };
const NOTHING_ID = `${NOTHING.publisher}.${NOTHING.name}`;
/** How long an extension may take to start after the rows of ours are there, in milliseconds. */
const LONGEST = 30_000;

/** Milliseconds on the clock of one host, but for `counted`: what the editor counts as loading, null where it does not say. */
interface Activation {
  id: string;
  start: number;
  loaded: number;
  called: number;
  ended: number;
  counted: number | null;
}

const scratch = await mkdtemp(join(tmpdir(), 'quarterdeck-activation-'));
const times = join(scratch, 'times');
const folder = join(scratch, 'work');

/** The script of an extension, which then adds a line to `times` when it has started. */
const watched = (id: string, script: string): string => `const quarterdeckStart = performance.now();
${script}
const quarterdeckExports = module.exports;
const quarterdeckLoaded = performance.now();
module.exports = { ...quarterdeckExports, activate(context) {
  const called = performance.now();
  const api = quarterdeckExports.activate(context);
  const ended = performance.now();
  const marks = globalThis.MonacoPerformanceMarks?.getMarks() ?? [];
  const at = (name) => marks.find((mark) => mark.name === 'code/extHost/' + name + '/${id}')?.startTime;
  const counted = at('didLoadExtensionCode') - at('willLoadExtensionCode');
  const line = { id: '${id}', start: quarterdeckStart, loaded: quarterdeckLoaded, called, ended, counted };
  require('node:fs').appendFileSync(${JSON.stringify(times)}, JSON.stringify(line) + '\\n');
  return api;
} };
`;

async function activations(): Promise<Activation[]> {
  const lines = (await readFile(times, 'utf8').catch(() => '')).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Activation);
}

/** The same of each of so many windows, once both extensions have started in all of them. */
async function ofBoth(windows: number): Promise<{ ours: Activation[]; nothings: Activation[] }> {
  for (let waited = 0; waited < LONGEST; waited += 50) {
    const all = await activations();
    const ours = all.filter(({ id }) => id === EXTENSION_ID);
    const nothings = all.filter(({ id }) => id === NOTHING_ID);
    if (ours.length === windows && nothings.length === windows) return { ours, nothings };
    await sleep(50);
  }
  throw new Error(`an extension did not start in window ${windows}`);
}

const extensions = await stageExtension();
const bundle = join(extensions.extension, 'dist', 'extension.js');
await writeFile(bundle, watched(EXTENSION_ID, await readFile(bundle, 'utf8')));
const nothing = join(extensions.folder, `${NOTHING_ID}-${NOTHING.version}`);
await mkdir(nothing);
const manifest = JSON.parse(await readFile(join(extensions.extension, 'package.json'), 'utf8')) as object;
await writeFile(
  join(nothing, 'package.json'),
  JSON.stringify({
    ...manifest,
    ...NOTHING,
    main: 'extension.js',
    l10n: undefined,
    contributes: {},
    activationEvents: ['onStartupFinished'],
  }),
);
await writeFile(join(nothing, 'extension.js'), watched(NOTHING_ID, 'exports.activate = () => undefined;'));
await agentLoop(folder, 'nightly');
const server = await startServer(await ensureEditor('newest'), { extensions: extensions.folder });
const browser = await openBrowser();
try {
  for (let index = 0; index < WINDOWS; index++) {
    const window = await Workbench.open(browser, server, { open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await ofBoth(index + 1);
    await window.close();
  }
  const { ours, nothings } = await ofBoth(WINDOWS);
  const typical = (all: readonly Activation[], of: (one: Activation) => number): number =>
    median(all.map(of));
  const loading = ({ start, loaded }: Activation): number => loaded - start;
  const activating = ({ called, ended }: Activation): number => ended - called;
  const whole = ({ start, ended }: Activation): number => ended - start;
  report(
    'activation, loading the bundle and activate',
    typical(ours, (one) => loading(one) + activating(one)),
    'ms',
    { limit: 20 },
  );
  report('activation, of that loading the bundle', typical(ours, loading), 'ms');
  report('activation, of that activate itself', typical(ours, activating), 'ms');
  report(
    'activation, loading as the editor counts it, reading and compiling too',
    typical(ours, ({ counted }) => counted ?? Number.NaN),
    'ms',
  );
  report(
    'activation, first line to end of activate with the waiting between, beside doing nothing',
    typical(ours, whole),
    'ms',
    { baseline: typical(nothings, whole) },
  );
} finally {
  await browser.close();
  await server.stop();
  await extensions.remove();
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}
