import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExtension } from '../editor/build.ts';
import { ROOT } from '../editor/places.ts';
import { run } from '../editor/run.ts';

const PROGRAM = `import { loops, tasks } from '../../dist/protocol.mjs';
const snapshot = await loops.read('.loops/nightly', { now: new Date() });
export const cost: number = snapshot.costUsd;
export const wrong: string = snapshot.costUsd;
const done = await tasks.open('ws').complete('id', null, 'me', { seen: '', over: '' });
export const copies: string[] = done.ok ? done.value.alsoIn : [];
`;

describe('the types of dist/protocol.mjs', () => {
  let folder = '';
  before(async () => {
    await buildExtension();
    await mkdir(join(ROOT, 'out'), { recursive: true });
    folder = await mkdtemp(join(ROOT, 'out', 'types-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('tell another program what a snapshot holds', async () => {
    await writeFile(join(folder, 'program.mts'), PROGRAM);
    const flags = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
    ];
    const { output } = await run(
      process.execPath,
      [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '--ignoreConfig', ...flags, 'program.mts'],
      { cwd: folder },
    );
    const errors = output.split('\n').filter((line) => line.includes('error'));
    assert.equal(errors.length, 1, output);
    assert.match(errors[0] ?? '', /^program\.mts\(4,14\): error TS2322/);
  });
});
