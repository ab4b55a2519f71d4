import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce';
import { buildExtension } from './build.ts';
import { ROOT } from './places.ts';
import { unzip } from './unzip.ts';

/** A folder as `--extensions-dir` wants it, with our extension in it. */
export interface Extensions {
  folder: string;
  /** The extension's own folder in it. */
  extension: string;
  remove(): Promise<void>;
}

async function place(): Promise<{ folder: string; extension: string; remove: () => Promise<void> }> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    publisher: string;
    name: string;
    version: string;
  };
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-extensions-'));
  const extension = join(folder, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  return { folder, extension, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Makes the VSIX at `path`; `vscode:prepublish` builds first. */
export async function packageVsix(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await createVSIX({
    cwd: ROOT,
    packagePath: path,
    // Everything is bundled; there is no public repository to resolve the README's links against.
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
}

/** What ships, as it ships: the files of the VSIX. */
export async function unpackVsix(vsix: string): Promise<Extensions> {
  const target = await place();
  const prefix = 'extension/';
  for (const file of unzip(await readFile(vsix))) {
    if (!file.name.startsWith(prefix)) continue;
    const path = join(target.extension, file.name.slice(prefix.length));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.data);
  }
  return target;
}

/** The same files without packing, for a quick look: built and copied. */
export async function stageExtension(): Promise<Extensions> {
  await buildExtension();
  const target = await place();
  for (const file of await listFiles({ cwd: ROOT, packageManager: PackageManager.None })) {
    const path = join(target.extension, file);
    await mkdir(dirname(path), { recursive: true });
    await cp(join(ROOT, file), path);
  }
  return target;
}
