import assert from 'node:assert/strict';
import { lazyRecord } from '../../../../src/protocol/lib/lazyRecord.ts';

describe('a lazy record', () => {
  it('makes a value when it is first asked for, once, and of no other key', () => {
    const made: string[] = [];
    const lengths = lazyRecord(['one', 'three'], (key) => {
      made.push(key);
      return key.length;
    });
    assert.deepEqual(Object.keys(lengths), ['one', 'three']);
    assert.equal(Object.hasOwn(lengths, 'two'), false);
    assert.deepEqual(made, []);
    assert.deepEqual([lengths.three, lengths.three], [5, 5]);
    assert.deepEqual(made, ['three']);
    assert.deepEqual({ ...lengths }, { one: 3, three: 5 });
  });
});
