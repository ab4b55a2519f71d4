import assert from 'node:assert/strict';
import { FakeModel } from '../../fakes/fakeModel.ts';
import { question, watched } from '../../fakes/snapshots.ts';

const asks = (id: string, text: string) =>
  watched(id, { questions: [question({ text })], status: 'waiting' });

describe('the read model', () => {
  it('works out what waits once for each change, and lazily', () => {
    const model = new FakeModel(asks('a', 'One?'), asks('b', 'Two?'));
    const { waits } = model.needs();
    assert.equal(model.waits(), waits);
    assert.equal(model.totals(), model.totals());
    model.list = [asks('a', 'One?')];
    assert.notEqual(model.waits(), waits);
    assert.deepEqual(
      model.waits().map(({ text }) => text),
      ['One?'],
    );
  });

  it('keeps what it worked out while the person types', () => {
    const model = new FakeModel(asks('a', 'One?'));
    const before = model.waits();
    model.tellDrafts('a|question');
    assert.equal(model.waits(), before);
  });

  it('is up to date before anybody hears of a change', () => {
    const model = new FakeModel(asks('a', 'One?'));
    const heard: number[] = [];
    assert.equal(model.waits().length, 1);
    model.onDidChange(() => heard.push(model.waits().length));
    model.list = [asks('a', 'One?'), asks('b', 'Two?')];
    assert.deepEqual(heard, [2]);
  });

  it('finds a wait that stands behind an equal one, and gives those of one loop each by itself', () => {
    const twice = question({ text: 'Same?' });
    const again = { ...twice, key: { ...twice.key, offset: twice.key.offset + 1 } };
    const loop = watched('a', { questions: [twice, again] });
    const model = new FakeModel(loop, asks('b', 'Other?'));
    const own = model.waitsOf(loop);
    assert.deepEqual(
      own.map(({ asker }) => asker),
      ['a', 'a'],
    );
    assert.equal(model.waits().length, 2);
    for (const { key } of own) assert.equal(model.wait(key)?.key, key);
    assert.equal(model.wait('nobody'), undefined);
  });
});
