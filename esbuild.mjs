/** Builds what ships: node esbuild.mjs [--watch] [--production]. */
import { build, context } from 'esbuild';

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

const entries = [
  {
    ...shared,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.js',
    format: 'cjs',
    external: ['vscode'],
  },
  { ...shared, entryPoints: ['src/protocol/index.ts'], outfile: 'dist/protocol.mjs', format: 'esm' },
];

if (watch) {
  for (const entry of entries) await (await context(entry)).watch();
} else {
  await Promise.all(entries.map((entry) => build(entry)));
}
