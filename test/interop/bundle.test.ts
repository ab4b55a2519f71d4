import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '../editor/build.ts';
import { ROOT } from '../editor/places.ts';
import { run } from '../editor/run.ts';
import { addEvents, at, makeLoop, started } from '../fakes/loopFolder.ts';

const PROGRAM = `import { loops } from './protocol.mjs';
const snapshot = await loops.read(process.argv[2], { key: null });
console.log(JSON.stringify([snapshot.status, snapshot.rounds[0].runs[0].summary.length, snapshot.problems.length]));
`;

describe('dist/protocol.mjs', () => {
  let folder = '';
  before(async () => {
    await buildExtension();
    folder = await mkdtemp(join(tmpdir(), 'quarterdeck-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('reads a loop alone in a folder, also lines that its worker parses', async () => {
    await copyFile(join(ROOT, 'dist', 'protocol.mjs'), join(folder, 'protocol.mjs'));
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const loop = await makeLoop(folder, [started]);
    const summary = '漢'.repeat(700_000);
    await addEvents(loop, [
      { ts: at(5), event: 'step_finished', round: 1, step: 'build', summary },
      { ts: at(6), event: 'round_finished', round: 1, verdict: 'done' },
    ]);
    const { output } = await run(process.execPath, [join(folder, 'program.mjs'), loop], { cwd: folder });
    assert.equal(output.trim(), '["done",700000,0]');
  });
});
