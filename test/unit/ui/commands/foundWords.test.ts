import assert from 'node:assert/strict';
import { foundCount, foundDetail, foundLine } from '../../../../src/ui/commands/tasks/foundWords.ts';
import { type FoundTask, searchTasks } from '../../../../src/workspace/tasks/searchTasks.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { claimed, makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('the rows of a found task', () => {
  const root = tempFolder();

  it('say title, folder, agent and day, and the line that matched', async () => {
    const at = '2026-11-24T12:00:00.000001+00:00';
    const text = taskText('x', {
      title: 'Write the report',
      result: { text: 'first line\nall invoices are paid' },
      updated_at: at,
      history: [claimed('scribe', at), { status: 'done', at }],
    });
    const folder = makeWorkspace(root(), { 'done/x.json': text, 'inbox/y.json': taskText('y') });
    const workspace = await readTasks(folder, openFor(root(), folder));
    const found: FoundTask[] = [];
    for await (const lot of searchTasks([workspace], 'invoices scribe')) found.push(...lot);
    const [only] = found;
    assert.ok(only);
    assert.equal(found.length, 1);
    const now = Date.parse('2026-11-30T12:00:00Z');
    assert.equal(foundLine(only, now, false), 'Write the report · done · scribe · Tue 24 Nov');
    assert.match(foundLine(only, now, true), / · ws$/);
    assert.ok(foundDetail(only));
    assert.match(foundDetail(only) ?? '', /invoices are paid|scribe/);
    assert.equal(foundDetail({ ...only, field: 'title' }), undefined);
  });

  it('are counted', () => {
    assert.equal(foundCount(1, false), 'Find Task · 1 found');
    assert.equal(foundCount(200, true), 'Find Task · the newest 200: more words find fewer');
  });
});
