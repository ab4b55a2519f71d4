import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { Marks } from '../../../../src/workspace/kept/toastMarks.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('Marks', () => {
  const temp = tempFolder();
  const folder = (): string => join(temp(), 'marks');
  const day = 24 * 3_600_000;

  async function open(clock = new FakeClock(Date.now())): Promise<Marks> {
    const marks = new Marks({ folder: folder(), files: nodeFiles, clock, log: new FakeLog() });
    await marks.ready;
    return marks;
  }

  it('are given to exactly one of many windows, once', async () => {
    const windows = await Promise.all(Array.from({ length: 8 }, () => open()));
    const claims = await Promise.all(windows.flatMap((marks) => [marks.claim('wait'), marks.claim('wait')]));
    assert.equal(claims.filter(Boolean).length, 1);
    assert.equal(await windows[0]?.claim('wait'), false);
  });

  it('are known after a reload', async () => {
    const before = await open();
    assert.equal(before.has('wait'), false);
    assert.equal(await before.claim('wait'), true);
    const after = await open();
    assert.equal(after.has('wait'), true);
    assert.equal(after.has('other'), false);
    assert.equal(await after.claim('wait'), false);
  });

  it('are forgotten after a month', async () => {
    await (await open()).claim('wait');
    assert.equal((await open(new FakeClock(Date.now() + 29 * day))).has('wait'), true);
    assert.equal((await open(new FakeClock(Date.now() + 31 * day))).has('wait'), false);
    assert.deepEqual(await fs.readdir(folder()), []);
  });

  it('let a toast come where no file can be made, once', async () => {
    const log = new FakeLog();
    await fs.writeFile(folder(), 'a file in its place');
    const marks = new Marks({ folder: folder(), files: nodeFiles, clock: new FakeClock(), log });
    await marks.ready;
    assert.equal(await marks.claim('wait'), true);
    assert.equal(await marks.claim('wait'), false);
    assert.equal(log.errors.length, 1);
  });
});
