import assert from 'node:assert/strict';
import { layoutOf } from '../../../../../webviews/findings/layout.ts';

describe('where rows and headings stand', () => {
  const groups = [
    { from: 0, count: 3 },
    { from: 3, count: 1 },
    { from: 4, count: 20 },
  ];

  it('is one below the other, each heading before its group', () => {
    const { height, heads, topOf } = layoutOf(24, groups, 50, 30);
    assert.equal(height, 24 * 50 + 3 * 30);
    assert.deepEqual(
      heads.map(({ at }) => at),
      [0, 180, 260],
    );
    assert.deepEqual([0, 2, 3, 4, 23].map(topOf), [30, 130, 210, 290, 1240]);
  });

  it('tells the row at every height, also on a heading and beyond the ends', () => {
    const { indexAt, topOf, height } = layoutOf(24, groups, 50, 30);
    for (let index = 0; index < 24; index += 1)
      for (const y of [0, 49]) assert.equal(indexAt(topOf(index) + y), index);
    assert.deepEqual([-5, 0, 185, 265, height, height + 999].map(indexAt), [0, 0, 3, 4, 23, 23]);
  });

  it('needs no groups', () => {
    const { height, indexAt, topOf } = layoutOf(20_000, [], 44, 30);
    assert.deepEqual([height, indexAt(44 * 7 + 3), topOf(19_999)], [880_000, 7, 879_956]);
    assert.equal(layoutOf(0, [], 44, 30).indexAt(10), 0);
  });
});
