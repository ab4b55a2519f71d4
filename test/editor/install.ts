/**
 * A real VS Code without the desktop's download: code-server from npm, of which only the VS Code server inside is used.
 * By hand: `node test/editor/install.ts [newest|floor]`.
 */
import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { needPackages, which } from './debian.ts';
import { withLock } from './lock.ts';
import { CACHE } from './places.ts';
import { mustRun, run } from './run.ts';

export type EditorName = 'newest' | 'floor';
export const EDITOR_NAMES: readonly EditorName[] = ['newest', 'floor'];

export interface Editor {
  name: EditorName;
  /** VS Code's own version. */
  version: string;
  /** The Node binary that it runs under. */
  node: string;
  /** `server-main.js`. */
  main: string;
}

interface Recipe {
  codeServer: string;
  node: string;
  /** Parts with native code: built one by one, since the server runs without any but the terminal's. */
  native: readonly string[];
}

const RECIPES: Record<EditorName, Recipe> = {
  newest: {
    codeServer: '4.139.1',
    node: '24',
    native: [
      'node-pty',
      '@vscode/spdlog',
      '@parcel/watcher',
      '@vscode/native-watchdog',
      '@vscode/fs-copyfile',
      '@vscode/deviceid',
      '@vscode/sqlite3',
      'kerberos',
    ],
  },
  floor: {
    codeServer: '4.103.2',
    node: '22',
    native: [
      'node-pty',
      '@vscode/spdlog',
      '@parcel/watcher',
      'native-watchdog',
      '@vscode/deviceid',
      'kerberos',
    ],
  },
};

/** Raised when the steps below change, so that what older steps installed is gone over again. */
const STEPS = 1;
const BUILD_PACKAGES = [
  'build-essential',
  'python3',
  'pkg-config',
  'libkrb5-dev',
  'libsecret-1-dev',
  'libx11-dev',
  'libxkbfile-dev',
];

/** Installs the editor where it is missing or half there (minutes the first time), else answers at once. */
export async function ensureEditor(name: EditorName): Promise<Editor> {
  const ready = await installed(name);
  if (ready !== null) return ready;
  return withLock(join(CACHE, 'install.lock'), async () => {
    const meanwhile = await installed(name);
    if (meanwhile !== null) return meanwhile;
    const { codeServer } = RECIPES[name];
    console.log(
      `installing code-server ${codeServer} into .vscode-test/${name} (about 600 MB, kept between runs)`,
    );
    const started = Date.now();
    try {
      await install(name);
    } catch (error) {
      // What an interrupted install left can be past mending: once more from nothing.
      console.log(`trying again from nothing: ${error instanceof Error ? error.message : String(error)}`);
      await rm(join(CACHE, name), { recursive: true, force: true });
      await install(name);
    }
    console.log(`installed in ${Math.round((Date.now() - started) / 1000)} s`);
    const done = await installed(name);
    if (done === null) throw new Error(`code-server ${codeServer} was installed but is not there`);
    return done;
  });
}

interface Marker {
  steps: number;
  codeServer: string;
  version: string;
  node: string;
}

async function installed(name: EditorName): Promise<Editor | null> {
  const folder = join(CACHE, name);
  try {
    const marker = JSON.parse(await readFile(join(folder, 'installed.json'), 'utf8')) as Marker;
    if (marker.steps !== STEPS || marker.codeServer !== RECIPES[name].codeServer) return null;
    const node = join(folder, marker.node);
    const main = join(vscodeFolder(name), 'out', 'server-main.js');
    await stat(node);
    await stat(main);
    return { name, version: marker.version, node, main };
  } catch {
    // Missing, torn or of another version: all mean the same here.
    return null;
  }
}

function vscodeFolder(name: EditorName): string {
  return join(CACHE, name, 'node_modules', 'code-server', 'lib', 'vscode');
}

async function install(name: EditorName): Promise<void> {
  const recipe = RECIPES[name];
  const folder = join(CACHE, name);
  const problem = await needPackages(BUILD_PACKAGES, 'building the native parts of code-server');
  if (problem !== null)
    console.log(`${problem}\n(going on without: the editor runs with fewer native parts)`);
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'installed.json'), { force: true });
  // The Node binaries are plain npm packages, so no install script has to run for them.
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const binaries = `node-${platform}-${process.arch}`;
  const manifest = {
    private: true,
    dependencies: { 'code-server': recipe.codeServer, [binaries]: recipe.node },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  console.log(`  1 of 4: code-server and Node ${recipe.node} from npm`);
  // code-server asks for its own Node in "engines"; its scripts are left out, so the Node that runs npm does not matter.
  await npm(process.execPath, folder, ['install', ...quiet]);
  const nodePath = join('node_modules', binaries, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const node = join(folder, nodePath);

  const vscode = vscodeFolder(name);
  console.log('  2 of 4: what its VS Code needs, from npm');
  await npm(node, vscode, ['install', '--omit=dev', ...quiet]);
  console.log('  3 of 4: what the built-in extensions need, from npm');
  await npm(node, join(vscode, 'extensions'), ['install', '--omit=dev', ...quiet]);
  console.log(`  4 of 4: building its native parts (${recipe.native.join(', ')})`);
  for (const part of recipe.native) {
    if (!(await isThere(join(vscode, 'node_modules', part)))) continue;
    const built = await runNpm(node, vscode, ['rebuild', part, '--loglevel=error']);
    if (built.code !== 0 && !(await loads(node, vscode, part)))
      console.log(`${part} could not be built: ${built.output.trim().split('\n').slice(-1).join('')}`);
  }
  if (!(await loads(node, vscode, 'node-pty')))
    console.log('node-pty does not load: terminals will not open in this editor');
  if (name === 'floor') await finishFloor(vscode);
  await link('code-linux.sh', join(vscode, 'bin', 'remote-cli', 'code-server'));
  const version = (await mustRun(node, [join(vscode, 'out', 'server-main.js'), '--version']))
    .trim()
    .split('\n')[0];
  const marker: Marker = {
    steps: STEPS,
    codeServer: recipe.codeServer,
    version: version ?? '',
    node: nodePath,
  };
  await writeFile(join(folder, 'installed.json'), JSON.stringify(marker, null, 2));
}

/** 1.103 looks for its ripgrep where an install step would have fetched it from elsewhere. */
async function finishFloor(vscode: string): Promise<void> {
  let ripgrep = await which('rg');
  if (ripgrep === null) {
    const problem = await needPackages(['ripgrep'], 'searching files in VS Code 1.103');
    if (problem !== null) throw new Error(problem);
    ripgrep = await which('rg');
    if (ripgrep === null) throw new Error('searching files in VS Code 1.103 needs ripgrep (rg) on the PATH');
  }
  const bin = join(vscode, 'node_modules', '@vscode', 'ripgrep', 'bin');
  await mkdir(bin, { recursive: true });
  await link(ripgrep, join(bin, process.platform === 'win32' ? 'rg.exe' : 'rg'));
  await link(join(vscode, 'node_modules'), join(vscode, 'node_modules.asar'));
}

async function link(target: string, path: string): Promise<void> {
  await rm(path, { force: true, recursive: true });
  await mkdir(dirname(path), { recursive: true });
  if (process.platform === 'win32') await cp(target, path, { recursive: true }).catch(() => undefined);
  else await symlink(target, path);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function loads(node: string, folder: string, part: string): Promise<boolean> {
  const code = `import(${JSON.stringify(part)}).catch(() => process.exit(1))`;
  return (await run(node, ['--input-type=module', '-e', code], { cwd: folder })).code === 0;
}

async function npm(node: string, cwd: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runNpm(node, cwd, args);
  if (code !== 0)
    throw new Error(`npm ${args.join(' ')} in ${cwd} ended with ${code}:\n${output.slice(-3000)}`);
}

/** npm under the Node that the packages are for: native parts are built for the Node that runs npm. */
async function runNpm(
  node: string,
  cwd: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const env: NodeJS.ProcessEnv = { PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
  for (const [key, value] of Object.entries(process.env)) {
    // What the npm that started us was told does not hold for this one (it would install into our own folder).
    if (
      key.toUpperCase() !== 'PATH' &&
      !/^npm_(lifecycle|package|command|config_local_prefix|config_prefix)/i.test(key)
    )
      env[key] = value;
  }
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('npm-cli.js')) return run(node, [cli, ...args], { cwd, env });
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd, env });
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  for (const name of EDITOR_NAMES) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const editor = await ensureEditor(name);
    console.log(`${name}: VS Code ${editor.version}, ${editor.main}`);
  }
}
