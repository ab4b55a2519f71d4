import assert from 'node:assert/strict';
import { filterRows } from '../../../../../src/ui/views/tasks/filterRows.ts';
import { filterText, parseFilter } from '../../../../../src/ui/views/tasks/filterText.ts';
import { FakeTaskWorkspace } from '../../../../fakes/fakeTasks.ts';
import { aRow } from '../../../../fakes/taskRowBuilder.ts';

describe('the filter of tasks as one types it', () => {
  it('takes words, a tag, an agent and "not done", in any order', () => {
    assert.deepEqual(parseFilter('not done  invoice #web agent:scribe export'), {
      text: 'invoice export',
      tag: 'web',
      agent: 'scribe',
      hideDone: true,
    });
    assert.deepEqual(parseFilter('not  doner'), {
      text: 'not doner',
      tag: null,
      agent: null,
      hideDone: false,
    });
    assert.equal(parseFilter('agent:').agent, null);
  });

  it('reads what it writes, names with spaces too', () => {
    for (const text of ['', 'a b #"two words" agent:"zoë the first" not done', '#x', 'agent:y'])
      assert.equal(filterText(parseFilter(text)), text);
  });

  it('offers what there is, with how many, and takes out again what is in it', async () => {
    const workspace = new FakeTaskWorkspace();
    await workspace.take([
      aRow({ id: 'a', tags: ['web'], assigned_to: 'scout' }),
      aRow({ id: 'b', tags: ['web', 'ops'] }),
      aRow({ id: 'c', folder: 'done' }),
    ]);
    const offered = (typed: string) =>
      filterRows(typed, [workspace.now])
        .filter(({ kind }) => kind !== 'separator')
        .map(({ label, description, next }) => [label, description, next]);
    assert.deepEqual(offered('x #we'), [
      ['Show', '0 of 3', null],
      ['hide done', '1', 'x #we not done '],
      ['#web', '2', 'x #web '],
    ]);
    assert.deepEqual(offered('#web '), [
      ['Show', '2 of 3', null],
      ['hide done', '1', '#web not done '],
      ['#web', '2 · in the filter; Enter takes it out', ''],
      ['#ops', '1', '#ops '],
      ['agent:scout', '1', '#web agent:scout '],
    ]);
  });
});
