/**
 * `npm run shipped`: writes THIRD_PARTY_NOTICES.md from what the bundles hold, and the list of files that ship. A unit test says when
 * either is out of date, so that nothing starts to ship unseen.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { listFiles, PackageManager } from '@vscode/vsce';
import { build } from 'esbuild';
import { webviewBuilds } from '../../esbuild.webviews.mjs';
import { buildExtension } from './build.ts';
import { ROOT } from './places.ts';

export const NOTICES = join(ROOT, 'THIRD_PARTY_NOTICES.md');

/** The stored list of the files that ship. */
export const PACKAGED = join(ROOT, 'test', 'packaged.json');

/** The most bytes that may ship, that of them a start and a panel may load, and that a picture of the README may have. */
export const BUDGETS = { vsix: 600_000, start: 300_000, panel: 120_000, picture: 100_000 };

/** Bytes that a zip archive takes for a file beside its data and twice its name. */
const ENTRIES = 76;

/**
 * The files that ship, by .vscodeignore: asked of vsce in a folder that holds links to what git tracks and to dist alone.
 * In the repository itself vsce looks at every file of the editors that the tests install, which takes half a minute.
 */
async function filesToShip(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-ships-'));
  try {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], {
      cwd: ROOT,
      maxBuffer: 2 ** 24,
    });
    const dist = await readdir(join(ROOT, 'dist'), { recursive: true, withFileTypes: true });
    const built = dist.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const tracked = stdout.split('\0').filter((name) => name !== '');
    for (const file of [...tracked.map((name) => join(ROOT, name)), ...built]) {
      if (!existsSync(file)) continue;
      const link = join(folder, relative(ROOT, file));
      await mkdir(dirname(link), { recursive: true });
      await symlink(file, link);
    }
    return await listFiles({ cwd: folder, packageManager: PackageManager.None });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files that ship as things are, by .vscodeignore; the chunks, whose names change with what they hold, as one. */
export async function shippedFiles(): Promise<string[]> {
  const files = await filesToShip();
  const names = files.map((file) => file.replaceAll('\\', '/').replace(/chunk-.*\.js$/, 'chunk-*.js'));
  return [...new Set(names)].sort();
}

/** What VS Code loads at the start: the extension and the chunks that it needs at once, as paths in dist. */
export async function loadedAtStart(): Promise<string[]> {
  const loaded = ['extension.js'];
  for (const file of loaded) {
    const text = await readFile(join(ROOT, 'dist', file), 'utf8');
    // What is loaded later stands as `Promise.resolve().then(() => … require(…))`.
    for (const [, from = ''] of text.matchAll(/(?<!=>(?:[\w$]+\()?)\brequire\("\.\/([^"]+)"\)/g))
      if (!loaded.includes(from)) loaded.push(from);
  }
  return loaded;
}

/** Bytes of all that VS Code loads at the start. */
export async function sizeAtStart(): Promise<number> {
  const sizes = (await loadedAtStart()).map(async (file) => (await stat(join(ROOT, 'dist', file))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Bytes of the VSIX, without making it: each file as the archive holds it, with its two entries in the archive. */
export async function packedSize(): Promise<number> {
  const files = await filesToShip();
  const sizes = files.map(async (file) => {
    const { length } = deflateRawSync(await readFile(join(ROOT, file)));
    return length + ENTRIES + 2 * Buffer.byteLength(`extension/${file}`);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The folders in node_modules of the packages that the bundles hold code of, and of the icons' font. */
async function bundledPackages(): Promise<string[]> {
  const extension = await build({
    entryPoints: ['src/extension.ts', 'src/protocol/index.ts'],
    absWorkingDir: ROOT,
    outdir: 'out/notices',
    bundle: true,
    platform: 'node',
    external: ['vscode'],
    metafile: true,
    write: false,
    minify: true,
    logLevel: 'error',
  });
  const pages = await Promise.all(
    webviewBuilds({ production: true, outdir: 'out/notices' }).map((options) =>
      build({ ...options, metafile: true, write: false }),
    ),
  );
  const folders = new Set<string>(['node_modules/@vscode/codicons']);
  const outputs = [extension, ...pages].flatMap(({ metafile }) => Object.values(metafile.outputs));
  for (const output of outputs) {
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
      const found = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
      if (found && bytesInOutput > 0) folders.add(found[0].slice(found[0].indexOf('node_modules/'), -1));
    }
  }
  return [...folders].sort();
}

/** The text that the file should have. */
export async function notices(): Promise<string> {
  const parts = [
    '# Third-party notices',
    'The extension is bundled with code of these packages. Written by `npm run shipped`; do not edit by hand.',
  ];
  for (const folder of await bundledPackages()) {
    const path = join(ROOT, folder);
    const { name, version, license, author } = JSON.parse(
      await readFile(join(path, 'package.json'), 'utf8'),
    ) as {
      name: string;
      version: string;
      license: string;
      author?: string | { name: string };
    };
    const file = (await readdir(path)).sort().find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
    let text: string;
    if (file !== undefined) text = (await readFile(join(path, file), 'utf8')).replaceAll('\r\n', '\n').trim();
    else if (license === 'MIT') {
      // Some packages name the license without its text, which is the same for all but for the holder.
      const holder = typeof author === 'string' ? author : author?.name;
      const ours = await readFile(join(ROOT, 'LICENSE'), 'utf8');
      text = ours.replace(/Copyright .*/, `Copyright (c) ${holder ?? `the authors of ${name}`}`).trim();
    } else throw new Error(`${name} ${version} has no license file: add its notice by hand`);
    parts.push(`## ${name} ${version} (${license})`, `\`\`\`text\n${text}\n\`\`\``);
  }
  return `${parts.join('\n\n')}\n`;
}

if (import.meta.main) {
  await buildExtension();
  await writeFile(NOTICES, await notices());
  await writeFile(PACKAGED, `${JSON.stringify(await shippedFiles(), null, 2)}\n`);
}
