/**
 * From the first line of the bundle to the end of `activate`, in a real editor: the median of seven windows on a folder
 * with a loop. The bundle is the one that ships; a copy of it is made to write down both moments.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../editor/browser.ts';
import { stageExtension } from '../editor/extension.ts';
import { ensureEditor } from '../editor/install.ts';
import { startServer } from '../editor/server.ts';
import { agentLoop } from '../stories/agentLoop.ts';
import { Workbench } from '../stories/workbench.ts';
import { median, report } from './measure.ts';

const WINDOWS = 7;

const scratch = await mkdtemp(join(tmpdir(), 'quarterdeck-activation-'));
const times = join(scratch, 'times');
const folder = join(scratch, 'work');
const extensions = await stageExtension();
const bundle = join(extensions.extension, 'dist', 'extension.js');
await writeFile(
  bundle,
  `const quarterdeckStart = performance.now();
${await readFile(bundle, 'utf8')}
const quarterdeckExports = module.exports;
const quarterdeckLoaded = performance.now();
module.exports = { ...quarterdeckExports, activate(context) {
  const quarterdeckCalled = performance.now();
  const api = quarterdeckExports.activate(context);
  require('node:fs').appendFileSync(${JSON.stringify(times)}, [quarterdeckStart, quarterdeckLoaded, quarterdeckCalled, performance.now()].join(' ') + '\\n');
  return api;
} };
`,
);
await agentLoop(folder, 'nightly');
const server = await startServer(await ensureEditor('newest'), { extensions: extensions.folder });
const browser = await openBrowser();
try {
  for (let index = 0; index < WINDOWS; index++) {
    const window = await Workbench.open(browser, server, { open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await window.close();
  }
  const taken = (await readFile(times, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  if (taken.length !== WINDOWS) throw new Error(`${taken.length} activations in ${WINDOWS} windows`);
  const between = (from: number, to: number): number =>
    median(taken.map((moments) => (moments[to] ?? Number.NaN) - (moments[from] ?? Number.NaN)));
  report('activation, first line to end of activate, median of 7', between(0, 3), 'ms');
  report('activation, of that loading the bundle', between(0, 1), 'ms');
  report('activation, of that activate itself', between(2, 3), 'ms');
} finally {
  await browser.close();
  await server.stop();
  await extensions.remove();
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}
