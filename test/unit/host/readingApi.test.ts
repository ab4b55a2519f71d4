import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { readingApi } from '../../../src/host/readingApi.ts';
import { tempFolder } from '../../fakes/tempFolder.ts';

describe('what other extensions get', () => {
  const temp = tempFolder();

  it('reads tasks, and gives no way to write them', async () => {
    const folder = join(temp(), 'ops');
    cpSync(join(import.meta.dirname, '../../fixtures/tasks/workspace'), folder, { recursive: true });
    const reader = readingApi.tasks.open(folder);
    assert.deepEqual(Object.keys(reader).toSorted(), ['get', 'list', 'scan', 'stats']);
    const stats = await reader.stats();
    const { tasks } = await reader.scan();
    assert.equal(
      tasks.length,
      Object.values(stats).reduce((sum, count) => sum + count, 0),
    );
    const [first = ''] = await reader.list('inbox');
    assert.equal((await reader.get(first))?.foundIn, 'inbox');
  });

  it('has loops without reply and stop', () => {
    assert.equal(readingApi.apiVersion, 1);
    assert.ok(!('reply' in readingApi.loops) && !('stop' in readingApi.loops));
  });
});
