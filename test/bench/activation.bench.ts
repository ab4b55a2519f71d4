/**
 * How long the extension holds its host when a window opens, in a real editor: the median of seven windows on a folder with
 * a loop. The bundle is the one that ships; a copy of it is made to write down the moments.
 *
 * What has the limit is our own work: the bundle from its first line to its last, and `activate` from its call to its
 * return. Between the two we wait while the host asks the window for our storage, loads and starts other extensions and
 * looks for ports: beside that stands how long an extension of the editor's own waited that was loaded just before ours.
 * Reading and compiling the bundle come before its first line: they are in what the editor counts as loading.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION_ID } from '../../src/contract.ts';
import { openBrowser } from '../editor/browser.ts';
import { stageExtension } from '../editor/extension.ts';
import { ensureEditor } from '../editor/install.ts';
import { startServer } from '../editor/server.ts';
import { agentLoop } from '../stories/agentLoop.ts';
import { Workbench } from '../stories/workbench.ts';
import { median, report } from './measure.ts';

const WINDOWS = 7;

/** Our moments in milliseconds on the clock of one host, and the host's own marks in milliseconds since 1970. */
interface Activation {
  start: number;
  loaded: number;
  called: number;
  ended: number;
  marks: { name: string; startTime: number }[];
}

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
  const called = performance.now();
  const api = quarterdeckExports.activate(context);
  const ended = performance.now();
  const marks = globalThis.MonacoPerformanceMarks?.getMarks() ?? [];
  const line = { start: quarterdeckStart, loaded: quarterdeckLoaded, called, ended, marks };
  require('node:fs').appendFileSync(${JSON.stringify(times)}, JSON.stringify(line) + '\\n');
  return api;
} };
`,
);
await agentLoop(folder, 'nightly');
const server = await startServer(await ensureEditor('newest'), { extensions: extensions.folder });
const browser = await openBrowser();

/** Milliseconds since 1970 of what the host did with an extension; NaN where it did not mark it. */
function marked({ marks }: Activation, what: string, id: string): number {
  return marks.find(({ name }) => name === `code/extHost/${what}/${id}`)?.startTime ?? Number.NaN;
}

/** How long the extension waited for its start that was loaded last before ours, by the host's marks. */
function waitOfAnother(one: Activation): number {
  const ours = marked(one, 'willLoadExtensionCode', EXTENSION_ID);
  const before = one.marks
    .filter(
      ({ name, startTime }) => name.startsWith('code/extHost/didLoadExtensionCode/') && startTime <= ours,
    )
    .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
    .at(-1);
  if (before === undefined) return Number.NaN;
  return marked(one, 'willActivateExtension', before) - marked(one, 'didLoadExtensionCode', before);
}

try {
  for (let index = 0; index < WINDOWS; index++) {
    const window = await Workbench.open(browser, server, { open: folder });
    await window.openContainer();
    await window.rowIs('Loops', 'nightly');
    await window.close();
  }
  const all = (await readFile(times, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Activation);
  if (all.length !== WINDOWS) throw new Error(`${all.length} activations in ${WINDOWS} windows`);
  const typical = (of: (one: Activation) => number): number => median(all.map(of));
  const loading = ({ start, loaded }: Activation): number => loaded - start;
  const activating = ({ called, ended }: Activation): number => ended - called;
  report(
    'activation, loading the bundle and activate, median of 7',
    typical((one) => loading(one) + activating(one)),
    'ms',
    { limit: 20 },
  );
  report('activation, of that loading the bundle', typical(loading), 'ms');
  report('activation, of that activate itself', typical(activating), 'ms');
  report(
    'activation, waiting between the two, beside another extension',
    typical(({ loaded, called }) => called - loaded),
    'ms',
    {
      baseline: typical(waitOfAnother),
    },
  );
  report(
    'activation, loading with reading and compiling, as the editor counts it',
    typical(
      (one) =>
        marked(one, 'didLoadExtensionCode', EXTENSION_ID) -
        marked(one, 'willLoadExtensionCode', EXTENSION_ID),
    ),
    'ms',
  );
} finally {
  await browser.close();
  await server.stop();
  await extensions.remove();
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}
