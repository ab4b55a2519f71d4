import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { idle, until } from '../fakes/until.ts';

describe('until', () => {
  it('gives what is found once it neither throws nor is false', async () => {
    const looks = [() => false as const, () => assert.fail('not yet'), () => ({ id: 'x' })];
    const found = await until('the thing', () => looks.shift()?.() ?? assert.fail('looked on'));
    assert.deepEqual(found, { id: 'x' });
  });

  it('takes undefined, as of an assertion that holds, for found', async () => {
    await until('an assertion', () => assert.ok(true), 0);
  });

  it('says in the end what never came, and why', async () => {
    const cause = new Error('3 is not 4');
    await assert.rejects(
      until('the fourth', () => Promise.reject(cause), 5),
      (error) =>
        error instanceof Error &&
        error.message === 'this never came: the fourth (3 is not 4)' &&
        error.cause === cause,
    );
    await assert.rejects(
      until('the fifth', () => false, 5),
      /^Error: this never came: the fifth$/,
    );
  });
});

describe('idle', () => {
  it('comes after all that was begun: file calls one after the other, promises and immediates', async () => {
    const done: string[] = [];
    const work = async (): Promise<void> => {
      for (let index = 0; index < 50; index += 1) {
        const handle = await fs.open(import.meta.filename);
        await handle.read(Buffer.alloc(1000));
        await handle.close();
        await fs.readdir('.');
      }
      await new Promise((resolve) => setImmediate(resolve));
      done.push('work');
    };
    void work();
    await idle();
    assert.deepEqual(done, ['work']);
  });
});
