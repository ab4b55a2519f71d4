import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../editor/lock.ts';

describe('the lock of an install', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarterdeck-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('lets one in at a time and is gone afterwards', async () => {
    const path = join(folder, 'install.lock');
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      order.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} out`);
    };
    await Promise.all([withLock(path, work('one')), withLock(path, work('two'))]);
    assert.deepEqual(
      order.map((step) => step.split(' ')[1]),
      ['in', 'out', 'in', 'out'],
    );
    assert.equal(existsSync(path), false);
  });

  it('is taken over from a process that is gone, and is gone when the work throws', async () => {
    const path = join(folder, 'install.lock');
    const { pid } = spawnSync(process.execPath, ['--version']);
    await writeFile(path, String(pid));
    await assert.rejects(
      withLock(path, () => Promise.reject(new Error('no space'))),
      /no space/,
    );
    assert.equal(existsSync(path), false);
    assert.equal(await withLock(path, () => Promise.resolve(7)), 7);
  });
});
