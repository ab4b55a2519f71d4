/** The pages of the panels: dist/webviews/NAME.js and .css for each webviews/NAME/main.tsx, and what these load later. */
import * as fs from 'node:fs';
import * as path from 'node:path';

const ROOT = import.meta.dirname;

/** Folders of the panels that there are: each has a main.tsx. */
export function panelFolders() {
  return fs
    .globSync('webviews/*/main.tsx', { cwd: ROOT })
    .map((file) => path.dirname(file))
    .sort();
}

/** One build a panel, so that nothing is shared between files: a page loads its own script and waits for no other. */
export function webviewBuilds({
  production = false,
  outdir = 'dist/webviews',
  folders = panelFolders(),
} = {}) {
  return folders.map((folder) => webviewBuild(folder, path.basename(folder), production, outdir));
}

function webviewBuild(folder, name, production, outdir) {
  return {
    absWorkingDir: ROOT,
    entryPoints: [
      { in: `${folder}/main.tsx`, out: name },
      // Loaded by `import()` once the page stands.
      ...fs
        .globSync(`${folder}/later/*.ts`, { cwd: ROOT })
        .sort()
        .map((file) => ({ in: file, out: `${name}-${path.basename(file, '.ts')}` })),
    ],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'chrome134',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    external: ['./codicon.ttf'],
    minify: production,
    sourcemap: production ? false : 'inline',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    chunkNames: `${name}-shared-[hash]`,
  };
}

/** The font of the icons, beside the styles that name it. */
export function copyFont(outdir = 'dist/webviews') {
  fs.mkdirSync(path.join(ROOT, outdir), { recursive: true });
  fs.copyFileSync(
    path.join(ROOT, 'node_modules', '@vscode', 'codicons', 'dist', 'codicon.ttf'),
    path.join(ROOT, outdir, 'codicon.ttf'),
  );
}
