import assert from 'node:assert/strict';
import { LateBox } from '../../../../src/ui/commands/lateBox.ts';

describe('a box that takes its text late', () => {
  it('gives nothing where it holds the text already, so that nothing typed is overwritten', () => {
    const box = new LateBox();
    assert.equal(box.give(''), null);
    assert.deepEqual(box.heard('2'), { typed: '2', give: null });
    assert.equal(box.give('2'), null);
  });

  it('adds the keys that were struck before a draft arrived to the draft', () => {
    const box = new LateBox();
    assert.equal(box.give('half an ans'), 'half an ans');
    assert.deepEqual(box.heard('w'), { typed: null, give: null });
    assert.deepEqual(box.heard('we'), { typed: null, give: null });
    assert.deepEqual(box.heard('half an ans'), { typed: 'half an answe', give: 'half an answe' });
    // Struck over the draft, before the whole arrived.
    assert.deepEqual(box.heard('half an ansr'), { typed: null, give: null });
    assert.deepEqual(box.heard('half an answe'), { typed: 'half an answer', give: 'half an answer' });
    assert.deepEqual(box.heard('half an answer'), { typed: null, give: null });
    assert.deepEqual(box.heard('half an answer!'), { typed: 'half an answer!', give: null });
  });

  it('says nothing of a draft that arrived as it was given', () => {
    const box = new LateBox();
    box.give('draft');
    assert.deepEqual(box.heard('draft'), { typed: null, give: null });
    assert.deepEqual(box.heard(''), { typed: '', give: null });
  });
});
