/** `npm run package [-- FILE.vsix]`: builds and packs what ships. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packageVsix } from './extension.ts';
import { ROOT } from './places.ts';

const { name, version } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8')) as {
  name: string;
  version: string;
};
await packageVsix(resolve(process.argv[2] ?? `${ROOT}/${name}-${version}.vsix`));
