import { ROOT } from './places.ts';
import { mustRun } from './run.ts';

/** Builds dist/ as it ships; not again where `npm test` has built it for all its parts, which read it side by side. */
export async function buildExtension(): Promise<void> {
  if (process.env['QUARTERDECK_BUILT'] === ROOT) return;
  await mustRun(process.execPath, ['esbuild.mjs', '--production'], { cwd: ROOT });
}
