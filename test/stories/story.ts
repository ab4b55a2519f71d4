import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type Extensions, packageVsix, unpackVsix } from '../editor/extension.ts';
import { type EditorName, ensureEditor } from '../editor/install.ts';
import { note } from '../editor/note.ts';
import { ROOT } from '../editor/places.ts';
import { type Server, startServer } from '../editor/server.ts';
import { StoryBrowser } from './storyBrowser.ts';
import { type ServerKind, StoryServers } from './storyServers.ts';
import { type WindowOptions, Workbench } from './workbench.ts';

/** Which VS Code the stories of this process run in. */
export const EDITOR: EditorName = process.env['QUARTERDECK_EDITOR'] === 'floor' ? 'floor' : 'newest';

const shared = new StoryBrowser();
/** What is in the VSIX, unpacked once. */
let extensions: Promise<Extensions> | undefined;

const servers = new StoryServers(async (kind) => {
  extensions ??= packaged();
  const { folder } = await extensions;
  return startServer(await ensureEditor(EDITOR), { ...kind, extensions: folder });
}, died);

function died(text: string, log: string): void {
  console.log(`${text}:\n${log.slice(-4000)}`);
  note(text);
}

// Of the root suite: after all files.
after(async () => {
  await shared.close();
  await servers.close();
  await (await extensions)?.remove();
});

/**
 * A real editor with the packaged extension: a server for all stories that ask the same of it; fresh windows and folders for
 * each test, with no key, no drafts and nothing else that the extension keeps for a person.
 */
export interface Story {
  readonly server: Server;
  /** A new empty folder that goes away after the test; `name` is what the window shows. */
  folder(name?: string): Promise<string>;
  /** A new window; closed after the test. */
  window(options?: WindowOptions): Promise<Workbench>;
  /** The path of the signing key of the editor's side. */
  readonly keyPath: string;
  /** Writes that key, so that the editor need not make one, and returns its bytes. */
  writeKey(): Promise<Uint8Array>;
}

/** Called in a `describe`: sets up its editor. A test that fails leaves a picture of each window in artifacts/. */
export function useEditor(kind: ServerKind = {}): Story {
  let server: Server | undefined;
  let browser: Browser | undefined;
  const windows: Workbench[] = [];
  const folders: string[] = [];

  // The first one may have to pack the extension; any may find that the server has died under the test before.
  beforeEach(async function () {
    this.timeout(600_000);
    server = await servers.get(kind);
    browser = await shared.get();
  });

  afterEach(async function () {
    // A test that will be tried again has no state.
    const passed = this.currentTest?.state === 'passed';
    const title = (this.currentTest?.fullTitle() ?? '').replaceAll(/[^\w]+/g, '-').slice(0, 80);
    if (!passed) {
      for (const [index, window] of windows.entries()) {
        await window.picture(`failed-${EDITOR}-${title}-${index + 1}`).catch(console.log);
      }
    }
    // The newest first: the first window's browser context is the others' too.
    for (const window of windows.splice(0).reverse()) {
      if (!passed || !window.reusable) await window.close();
      else
        await shared.keep(window.page).catch(async (error: unknown) => {
          console.log('this window is not kept for the next test:', error);
          await window.close();
        });
    }
    for (const folder of folders.splice(0)) await remove(folder);
    await server?.forget();
  });

  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the editor has not started: use the story inside its tests');
    return part;
  };
  return {
    get server() {
      return there(server);
    },
    async folder(name = 'work') {
      const parent = await mkdtemp(join(tmpdir(), 'quarterdeck-story-'));
      folders.push(parent);
      const folder = join(parent, name);
      await mkdir(folder);
      return folder;
    },
    async window(window = {}) {
      const { context, width, height, scale } = window;
      const usual = [context, width, height, scale].every((option) => option === undefined);
      const page = usual ? shared.take() : undefined;
      const opened = await Workbench.open(there(browser), there(server), page ? { ...window, page } : window);
      windows.push(opened);
      return opened;
    },
    get keyPath() {
      return join(there(server).home, '.config', 'loopcaptain', 'inbox.key');
    },
    async writeKey() {
      const key = crypto.getRandomValues(new Uint8Array(32));
      const folder = join(there(server).home, '.config', 'loopcaptain');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, 'inbox.key'), Buffer.from(key).toString('hex'), { mode: 0o600 });
      return key;
    },
  };
}

/** The VSIX of this run (QUARTERDECK_VSIX), or one made now. */
async function packaged(): Promise<Extensions> {
  const ready = process.env['QUARTERDECK_VSIX'];
  if (ready) return unpackVsix(ready);
  const vsix = join(ROOT, 'out', `story-${process.pid}.vsix`);
  await packageVsix(vsix);
  try {
    return await unpackVsix(vsix);
  } finally {
    await rm(vsix, { force: true });
  }
}

/** The editor may still hold or make files in a folder that it just left. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
