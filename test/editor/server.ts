import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Editor } from './install.ts';

export interface ServerOptions {
  /** The folder whose subfolders are the extensions; without it the server has none of ours. */
  extensions?: string;
  /** For tests inside the extension host: the page may name an extension and its tests. No toasts on the newest. */
  smoke?: boolean;
  /** Ask before trusting a folder, as the desktop does. Off: every folder is trusted. */
  trust?: boolean;
  /** What the address must carry; for people. Without it anyone on this machine may connect. */
  token?: string;
  /** The home folder of the editor's side (keys, shells). Without it a fresh one that `stop` removes. */
  home?: string;
  env?: Readonly<Record<string, string>>;
  /** Settings of the machine, as in its settings.json. */
  settings?: Readonly<Record<string, unknown>>;
  /** Where server data is kept; without it a fresh folder that `stop` removes. */
  data?: string;
  port?: number;
  /** With the few built-in extensions that a story shows something of: all of them take seconds of each window. */
  lean?: boolean;
}

export interface Server {
  /** VS Code's own version. */
  version: string;
  port: number;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  home: string;
  /** Empties the home folder and takes away what extensions keep, as for a new person. Throws where either is given. */
  forget(): Promise<void>;
  /** What the server printed so far. */
  log(): string;
  /** Resolves when the server has ended. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** What keeps a test's window quiet; nothing in it touches what the extension shows. */
const QUIET: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'update.showReleaseNotes': false,
  'git.openRepositoryInParentFolders': 'never',
  // Drawn as text in the page, so that a story can read it.
  'terminal.integrated.gpuAcceleration': 'off',
};

/** Starts a VS Code server on 127.0.0.1 and a free port; resolves when it listens. */
export async function startServer(editor: Editor, options: ServerOptions = {}): Promise<Server> {
  const fresh = await mkdtemp(join(tmpdir(), 'quarterdeck-editor-'));
  const data = options.data ?? join(fresh, 'data');
  const home = options.home ?? join(fresh, 'home');
  await mkdir(home, { recursive: true });
  const settingsPath = join(data, 'data', 'Machine', 'settings.json');
  await writeSettings(settingsPath, { ...QUIET, ...options.settings });
  const extensions = options.extensions ?? join(fresh, 'extensions');
  await mkdir(extensions, { recursive: true });

  const args = [editor.main, '--host', '127.0.0.1', '--port', String(options.port ?? 0)];
  args.push('--accept-server-license-terms', '--telemetry-level', 'off', '--server-data-dir', data);
  args.push('--extensions-dir', extensions);
  if (options.token === undefined) args.push('--without-connection-token');
  else args.push('--connection-token', options.token);
  if (options.lean)
    args.push('--builtin-extensions-dir', await leanExtensions(editor, join(fresh, 'built-in')));
  if (options.smoke) args.push('--enable-smoke-test-driver');
  if (!options.trust) args.push('--disable-workspace-trust');

  const child = spawn(editor.node, args, {
    env: serverEnvironment(home, options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, so that stopping it also ends the extension hosts and terminals that it started.
    detached: process.platform !== 'win32',
  });
  const output: string[] = [];
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const killGroup = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const onExit = (): void => killGroup('SIGKILL');
  process.once('exit', onExit);

  const stop = async (): Promise<void> => {
    process.removeListener('exit', onExit);
    killGroup('SIGTERM');
    const hard = setTimeout(() => killGroup('SIGKILL'), 3_000);
    await ended;
    clearTimeout(hard);
    await rm(fresh, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };

  const port = await new Promise<number>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output.push(chunk.toString('utf8'));
      const found = /Extension host agent listening on (\d+)/.exec(output.join(''));
      if (found) resolve(Number(found[1]));
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    void ended.then((code) => reject(new Error(`the server ended with ${code}:\n${output.join('')}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });

  return {
    version: editor.version,
    port,
    origin: `http://127.0.0.1:${port}`,
    home,
    ended,
    log: () => output.join(''),
    async forget() {
      if (options.home !== undefined || options.data !== undefined)
        throw new Error('only what this server made for itself is taken away');
      const kept = ['globalStorage', 'workspaceStorage'].map((name) => join(data, 'data', 'User', name));
      for (const folder of [home, ...kept]) await empty(folder);
    },
    stop,
  };
}

/** None of them runs code. */
const LEAN = ['theme-defaults', 'json', 'cpp', 'typescript-basics'];

/** A folder with links to the few of the editor's own extensions. */
async function leanExtensions(editor: Editor, folder: string): Promise<string> {
  const all = join(dirname(dirname(editor.main)), 'extensions');
  await mkdir(folder);
  for (const name of LEAN) await symlink(join(all, name), join(folder, name), 'junction');
  return folder;
}

async function empty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function writeSettings(path: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const text = JSON.stringify(settings, null, 2);
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text);
}

function serverEnvironment(home: string, extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [key, value] of Object.entries(process.env)) {
    // Nothing of the npm run, of an editor around us, or of the person's own keys and folders.
    if (/^(npm_|VSCODE_|XDG_|LOOPCAPTAIN_|NODE_OPTIONS$|ELECTRON_|FORCE_COLOR|INIT_CWD)/i.test(key)) continue;
    env[key] = value;
  }
  return { ...env, HOME: home, USERPROFILE: home, SHELL: '/bin/bash', ...extra };
}
