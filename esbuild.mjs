/** Builds what ships: node esbuild.mjs [--watch] [--production]. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { build, context, transform } from 'esbuild';
import { copyFont, webviewBuilds } from './esbuild.webviews.mjs';
import { manifestJsonSchema } from './src/protocol/loops/manifestSchema.ts';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  minify: production,
  sourcemap: !production,
  logLevel: 'info',
};

/**
 * What starts the parsing worker from its source file is replaced: in the protocol module, which is one file with
 * nothing beside it, by a module that holds the worker's own bundle as text; in the extension, whose size is that of what
 * every start must load, by one that starts the bundle from a file of its own.
 */
const bundleWorker = (outfile) => ({
  name: 'bundle-worker',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]protocol[\\/]loops[\\/]startParser\.ts$/ }, async ({ path: file }) => {
      const folder = path.dirname(file);
      const worker = await build({
        ...shared,
        sourcemap: false,
        entryPoints: [path.join(folder, 'parseWorker.ts')],
        format: 'cjs',
        write: false,
        metafile: true,
        logLevel: 'warning',
      });
      const { text } = worker.outputFiles[0];
      if (outfile !== null) {
        fs.mkdirSync(path.dirname(outfile), { recursive: true });
        fs.writeFileSync(outfile, text);
      }
      const source =
        outfile === null
          ? JSON.stringify(text)
          : `path.join(__dirname, ${JSON.stringify(path.basename(outfile))})`;
      return {
        contents: `
          import * as path from 'node:path';
          import { Worker } from 'node:worker_threads';
          import { WORKER_LIMITS } from './workerLimits.ts';
          export function startParser() {
            return new Worker(${source}, { eval: ${outfile === null}, execArgv: [], resourceLimits: WORKER_LIMITS });
          }`,
        loader: 'js',
        resolveDir: folder,
        watchFiles: Object.keys(worker.metafile.inputs).map((input) => path.resolve(input)),
      };
    });
  },
});

/**
 * What is imported only by `import()` gets files of its own, dist/chunk-*.js, loaded when it is first needed; all that
 * every start loads is one file. esbuild splits only ES modules, and cuts those as small as they are shared: the parts of
 * the start are put together again, as the other kind, and what comes later asks that file for them by their names.
 */
const splitCommonJs = {
  name: 'split-common-js',
  setup(builder) {
    const options = builder.initialOptions;
    Object.assign(options, { format: 'esm', splitting: true, write: false, metafile: true });
    options.chunkNames = 'chunk-[name]-[hash]';
    if (options.sourcemap) options.sourcemap = 'inline';
    builder.onEnd(async ({ outputFiles = [], metafile, errors }) => {
      if (errors.length > 0) return;
      for (const name of fs.readdirSync(options.outdir).filter((each) => each.startsWith('chunk-')))
        fs.rmSync(path.join(options.outdir, name));
      const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
      const entry = 'extension.js';
      const { atStart, shared } = partsOf(metafile, entry);
      const write = (name, text) => fs.writeFileSync(path.join(options.outdir, name), text);
      const fromStart = (code) =>
        [...shared.keys()].reduce(
          (all, name) =>
            all.replaceAll(`require("./${name}")`, `require("./${entry}").parts[${JSON.stringify(name)}]()`),
          code,
        );
      write(entry, fromStart(await oneFile(texts, entry, atStart, shared, options.sourcemap)));
      for (const [name, text] of texts) {
        if (atStart.has(name)) continue;
        const { code } = await transform(text, {
          ...asCommonJs,
          banner: REQUIRE_ONCE,
          sourcemap: options.sourcemap ? 'inline' : false,
        });
        write(name, fromStart(code));
      }
    });
  },
};

const asCommonJs = {
  format: 'cjs',
  platform: 'node',
  target: shared.target,
  minify: production,
  // So that a module loaded later shares what is loaded already.
  supported: { 'dynamic-import': false },
};

/**
 * Each module of ours asks for what it uses of Node and the editor, and in the extension host every question goes a long
 * way: in each file a name is asked for once. Declares nothing that could stand in the way of a name of ours.
 */
const REQUIRE_ONCE = 'require = ((ask, known) => (name) => (known[name] ??= ask(name)))(require, {});';

/**
 * Of the files that came out: those that the entry needs at once, and which of them are asked for by others too, each with
 * the names that it exports.
 */
function partsOf({ outputs }, entry) {
  const imports = Object.entries(outputs).flatMap(([file, output]) =>
    output.imports
      .filter(({ external }) => external !== true)
      .map(({ path: from, kind }) => ({
        by: path.basename(file),
        from: path.basename(from),
        atOnce: kind === 'import-statement',
      })),
  );
  const atStart = new Set([entry]);
  for (const name of atStart)
    for (const { by, from, atOnce } of imports) if (by === name && atOnce) atStart.add(from);
  const asked = imports.filter(({ by, from, atOnce }) => atStart.has(from) && !(atStart.has(by) && atOnce));
  const exported = new Map(
    Object.entries(outputs).map(([file, output]) => [path.basename(file), output.exports]),
  );
  return { atStart, shared: new Map(asked.map(({ from }) => [from, exported.get(from)])) };
}

async function oneFile(texts, entry, atStart, shared, sourcemap) {
  const names = [...shared].flatMap(([file, exports]) => exports.map((name) => ({ file, name })));
  const local = new Map(names.map((each, index) => [each, `part${index}`]));
  const imports = names.map((each) => `import { ${each.name} as ${local.get(each)} } from './${each.file}';`);
  // Made when it is asked for: at the start nobody does.
  const parts = [...shared.keys()].map((file) => {
    const own = names.filter((each) => each.file === file);
    const getters = own.map((each) => `get ${each.name}() { return ${local.get(each)}; }`);
    return `${JSON.stringify(file)}: () => ({ ${getters.join(', ')} })`;
  });
  const { outputFiles } = await build({
    ...asCommonJs,
    stdin: {
      contents: [
        `export * from './${entry}';`,
        ...imports,
        `export const parts = { ${parts.join(',\n')} };`,
      ].join('\n'),
      loader: 'js',
    },
    banner: { js: REQUIRE_ONCE },
    bundle: true,
    write: false,
    outfile: entry,
    sourcemap: sourcemap ? 'inline' : false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'parts-of-the-start',
        setup(builder) {
          builder.onResolve({ filter: /.*/ }, ({ path: from, kind }) => {
            const name = path.basename(from);
            const isPart = from.startsWith('./') && atStart.has(name) && kind !== 'dynamic-import';
            return isPart ? { path: name, namespace: 'start' } : { path: from, external: true };
          });
          builder.onLoad({ filter: /.*/, namespace: 'start' }, ({ path: name }) => ({
            contents: texts.get(name),
            loader: 'js',
          }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

const entries = [
  {
    ...shared,
    entryPoints: ['src/extension.ts'],
    outdir: 'dist',
    external: ['vscode'],
    plugins: [bundleWorker('dist/parseWorker.js'), splitCommonJs],
  },
  {
    ...shared,
    entryPoints: ['src/protocol/index.ts'],
    outfile: 'dist/protocol.mjs',
    format: 'esm',
    plugins: [bundleWorker(null)],
  },
  ...webviewBuilds({ production }),
];

/** Writes the types of the protocol module as one file that needs no other. */
function writeDeclarations(entry, outfile) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarterdeck-types-'));
  try {
    const compiler = path.resolve('node_modules/typescript/bin/tsc');
    const options = [
      '--ignoreConfig',
      '--declaration',
      '--emitDeclarationOnly',
      '--allowImportingTsExtensions',
    ];
    const target = ['--target', 'ES2023', '--lib', 'ES2024', '--module', 'NodeNext', '--types', 'node'];
    execFileSync(
      process.execPath,
      [compiler, entry, ...options, ...target, '--skipLibCheck', '--outDir', folder],
      {
        stdio: 'inherit',
      },
    );
    const seen = new Map();
    collect(path.join(folder, path.basename(entry).replace(/\.ts$/, '.d.ts')), seen, true);
    fs.writeFileSync(outfile, `${[...seen.values()].reverse().join('\n')}\nexport {};\n`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Adds a declaration file and those it imports from, each without its imports. */
function collect(file, seen, isEntry) {
  if (seen.has(file)) return;
  seen.set(file, '');
  const text = fs.readFileSync(file, 'utf8');
  const imports = /^(?:import|export) [^;]*? from '(\.[^']+)\.ts';\n/gm;
  // Only the entry's values exist in the bundle; of the others the types alone are of use.
  const own = text.replace(imports, '');
  seen.set(file, isEntry ? own : own.replace(/^export declare (const|function|class) /gm, 'declare $1 '));
  for (const [, from] of text.matchAll(imports)) {
    collect(path.resolve(path.dirname(file), `${from}.d.ts`), seen, false);
  }
}

fs.mkdirSync('dist', { recursive: true });
fs.writeFileSync('dist/loop.schema.json', `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`);

copyFont();

if (watch) {
  for (const entry of entries) await (await context(entry)).watch();
} else {
  await Promise.all(entries.map((entry) => build(entry)));
  writeDeclarations('src/protocol/index.ts', 'dist/protocol.d.ts');
  // For who imports the file by its path: TypeScript looks for the types of .mjs here.
  fs.copyFileSync('dist/protocol.d.ts', 'dist/protocol.d.mts');
}
