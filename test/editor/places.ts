import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');
/** Editors that tests run in: downloaded once, kept between runs, never committed. */
export const CACHE = join(ROOT, '.vscode-test');
/** Pictures and logs of the last runs. */
export const ARTIFACTS = join(ROOT, 'artifacts');
