/**
 * `npm start [-- --folder DIR] [--browser] [--floor] [--port N]`: a real editor with the extension as it ships. In the desktop's VS
 * Code where there is one, else in the browser on 127.0.0.1, with a token in the printed address. Without a folder it opens
 * on a live demo in a folder of its own, which goes away at the end.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExtension } from './build.ts';
import { which } from './debian.ts';
import { makeDemo } from './demo.ts';
import { stageExtension } from './extension.ts';
import { ensureEditor } from './install.ts';
import { ROOT } from './places.ts';
import { run } from './run.ts';
import { startServer } from './server.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    browser: { type: 'boolean', default: false },
    floor: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
  },
});

/** Undone at the end, the newest first. */
const leftovers: (() => Promise<void>)[] = [];

async function clean(): Promise<void> {
  for (const leave of leftovers.splice(0).reverse()) await leave();
}

/** The desktop's `code`, if it is one that takes an extension under development: 1.103 or newer, not a remote's. */
async function findDesktop(): Promise<string | null> {
  const path = await which('code');
  if (path === null || process.getuid?.() === 0 || process.env['VSCODE_IPC_HOOK_CLI'] !== undefined)
    return null;
  const { code, output } = await run(path, ['--version']);
  const found = /^1\.(\d+)\./.exec(output);
  return code === 0 && found !== null && Number(found[1]) >= 103 ? path : null;
}

function show(demo: ChildProcess): void {
  const print = (chunk: Buffer): void => {
    process.stdout.write(chunk.toString('utf8').replace(/^(?=.)/gm, 'demo: '));
  };
  demo.stdout?.on('data', print);
  demo.stderr?.on('data', print);
  leftovers.push(async () => {
    demo.kill();
  });
}

async function start(): Promise<void> {
  let folder: string;
  let demo: Awaited<ReturnType<typeof makeDemo>> | null = null;
  if (values.folder === undefined) {
    const parent = await mkdtemp(join(tmpdir(), 'quarterdeck-demo-'));
    leftovers.push(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));
    folder = join(parent, 'harbour');
    demo = await makeDemo(folder);
  } else {
    folder = resolve(values.folder);
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  }
  const desktop = values.browser ? null : await findDesktop();
  const interrupted = new Promise<void>((done) => {
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
  if (desktop !== null) {
    console.log('building Quarterdeck');
    await buildExtension();
    console.log(`opening ${folder} in ${desktop}; close its window to end`);
    if (demo) show(demo.run(3));
    await Promise.race([
      run(desktop, ['--new-window', '--wait', `--extensionDevelopmentPath=${ROOT}`, folder]),
      interrupted,
    ]);
    return;
  }
  console.log('getting a VS Code for the browser: what is missing is installed first, and named here');
  const editor = await ensureEditor(values.floor ? 'floor' : 'newest');
  console.log('building Quarterdeck');
  const extensions = await stageExtension();
  leftovers.push(extensions.remove);
  const token = randomBytes(16).toString('hex');
  const key = process.env['LOOPCAPTAIN_INBOX_KEY'];
  const server = await startServer(editor, {
    extensions: extensions.folder,
    token,
    port: Number(values.port),
    // The person's own home: their key signs what they answer, as it would from any other editor.
    home: homedir(),
    // A folder of the person's own is asked about, as the desktop does; the demo is ours.
    trust: demo === null,
    ...(key === undefined ? {} : { env: { LOOPCAPTAIN_INBOX_KEY: key } }),
  });
  leftovers.push(() => server.stop());
  const query = new URLSearchParams({ tkn: token, folder });
  console.log(`\nVS Code ${editor.version} with Quarterdeck. Open in a browser on this machine:\n`);
  console.log(`  ${server.origin}/?${query}\n`);
  console.log('Ctrl+C here ends it.');
  if (demo) show(demo.run(3));
  await Promise.race([interrupted, server.ended]);
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await clean();
}
