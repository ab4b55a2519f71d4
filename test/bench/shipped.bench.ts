/** What a person downloads, and what of it a start and each panel load first; after a build of its own. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageVsix } from '../editor/extension.ts';
import { ROOT } from '../editor/places.ts';
import { BUDGETS, sizeAtStart } from '../editor/shipped.ts';
import { report } from './measure.ts';

const scratch = await mkdtemp(join(tmpdir(), 'quarterdeck-shipped-'));
try {
  const vsix = join(scratch, 'quarterdeck.vsix');
  await packageVsix(vsix);
  report('VSIX', (await stat(vsix)).size, 'bytes', { limit: BUDGETS.vsix });
  report('loaded at the start', await sizeAtStart(), 'bytes', { limit: BUDGETS.start });
  const pages = join(ROOT, 'dist', 'webviews');
  for (const file of (await readdir(pages)).sort()) {
    if (!file.endsWith('.js')) continue;
    report(`script ${file}`, (await stat(join(pages, file))).size, 'bytes', { limit: BUDGETS.panel });
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
