import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  anyOf,
  BAD,
  flag,
  list,
  nothing,
  nullable,
  object,
  oneOf,
  text,
  whole,
} from '../../../../src/ui/panels/checkMessage.ts';

describe('the checkers of what a panel sends', () => {
  const checker = object({
    name: text(5),
    count: whole(0, 9),
    on: flag,
    how: oneOf('up', 'down'),
    may: nullable(text(3)),
    many: list(whole(0, 9), 2),
  });
  const good = { name: 'abc', count: 3, on: true, how: 'up', may: null, many: [1, 2] };

  it('take what was declared', () => {
    assert.deepEqual(checker(good), good);
    assert.equal(nothing(null), null);
    assert.deepEqual(anyOf(nothing, object({ a: flag }))({ a: true }), { a: true });
  });

  it('refuse what is too long, too many, missing, of another kind, or more than was asked for', () => {
    for (const change of [
      { name: 'abcdef' },
      { count: 10 },
      { count: 1.5 },
      { count: Number.NaN },
      { on: 1 },
      { how: 'sideways' },
      { may: undefined },
      { many: [1, 2, 3] },
      { many: [1, 'x'] },
      { more: 1 },
    ])
      assert.equal(checker({ ...good, ...change }), BAD, JSON.stringify(change));
    const { name: _, ...less } = good;
    assert.equal(checker(less), BAD);
    assert.equal(checker({ ...less, __proto__: { name: 'abc' }, x: 1 }), BAD);
    assert.equal(nothing(undefined), BAD);
  });

  it('never throw, and give nothing that was not declared', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (value) => {
        const made = checker(value);
        if (made !== BAD) assert.deepEqual(Object.keys(made).sort(), Object.keys(good).sort());
      }),
    );
  });
});
