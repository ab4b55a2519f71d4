/**
 * Looks at the extension in a real editor: builds it, opens a folder, does what a script says, takes a picture.
 *
 *   node test/editor/look.ts --folder DIR [--script FILE.ts] [--shot out.png] [--floor] [--trust] [--width N] [--height N]
 *                            [--setting name=json]... [--home DIR] [--env NAME=value]...
 *
 * FILE.ts exports `look(workbench, tools)`; `workbench` is the class of test/stories/workbench.ts, `tools` the type Tools
 * below. Without a script it opens our side bar. The picture is taken at the end, also after a failure.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { Workbench } from '../stories/workbench.ts';
import { openBrowser } from './browser.ts';
import { exitOnSignals } from './endings.ts';
import { stageExtension } from './extension.ts';
import { ensureEditor } from './install.ts';
import { type Server, startServer } from './server.ts';

export interface Tools {
  folder: string;
  server: Server;
  browser: Browser;
  shot(path: string): Promise<void>;
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    script: { type: 'string' },
    shot: { type: 'string', default: 'artifacts/look.png' },
    floor: { type: 'boolean', default: false },
    trust: { type: 'boolean', default: false },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    home: { type: 'string' },
    setting: { type: 'string', multiple: true, default: [] },
    env: { type: 'string', multiple: true, default: [] },
  },
});

function pairs(list: readonly string[]): [string, string][] {
  return list.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
}

exitOnSignals();
const folder = resolve(values.folder ?? (await mkdtemp(join(tmpdir(), 'quarterdeck-look-'))));
const editor = await ensureEditor(values.floor ? 'floor' : 'newest');
const extensions = await stageExtension();
const server = await startServer(editor, {
  extensions: extensions.folder,
  trust: values.trust,
  settings: Object.fromEntries(
    pairs(values.setting).map(([name, json]) => [name, JSON.parse(json) as unknown]),
  ),
  env: Object.fromEntries(pairs(values.env)),
  ...(values.home === undefined ? {} : { home: resolve(values.home) }),
});
const browser = await openBrowser();
try {
  const workbench = await Workbench.open(browser, server, {
    open: folder,
    width: Number(values.width),
    height: Number(values.height),
  });
  const shot = async (path: string): Promise<void> => {
    console.log(await workbench.picture(resolve(path)));
  };
  try {
    if (values.script === undefined) await workbench.openContainer();
    else {
      const script = (await import(pathToFileURL(resolve(values.script)).href)) as {
        look(workbench: Workbench, tools: Tools): Promise<void>;
      };
      await script.look(workbench, { folder, server, browser, shot });
    }
    // Things fade in: half a second later the window is at rest.
    await workbench.page.waitForTimeout(500);
  } finally {
    await shot(values.shot);
  }
} finally {
  await browser.close();
  await server.stop();
  await extensions.remove();
}
