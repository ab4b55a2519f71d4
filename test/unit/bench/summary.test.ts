import assert from 'node:assert/strict';
import { summary } from '../../bench/summary.ts';

const QUIET = { cores: 2, before: 0.1, after: 1.256 };

describe('the table that a bench run ends with', () => {
  it('tells of each measure its limit and whether it holds, of each limited ratio too', () => {
    const text = summary(
      [
        { name: 'a slice', value: 25, unit: 'ms', limit: 25 },
        { name: 'a long slice', value: 25.01, unit: 'ms', limit: 25 },
        { name: 'what has none', value: 7, unit: 'rows' },
        {
          name: 'a read',
          value: 300,
          unit: 'ms',
          baseline: 100,
          ratio: 3,
          limit: 400,
          ratioLimit: 2.5,
        },
        { name: 'against the peer', value: 90, unit: 'ms', baseline: 100, ratio: 0.9, ratioLimit: 1 },
        { name: 'compared only', value: 90, unit: 'ms', baseline: 100, ratio: 0.9 },
      ],
      QUIET,
      [],
    );
    assert.deepEqual(text.split('\n'), [
      'measure           value  unit        limit  holds',
      'a slice              25  ms             25  yes',
      'a long slice      25.01  ms             25  NO',
      'what has none         7  rows',
      'a read              300  ms            400  yes',
      'a read                3  × baseline    2.5  NO',
      'against the peer     90  ms',
      'against the peer    0.9  × baseline      1  yes',
      'compared only        90  ms',
      '',
      '3 of 5 limits hold',
      '2 cores, load average 0.10 before, 1.26 after',
    ]);
  });

  it('takes what came to no number as a limit that does not hold', () => {
    // NaN, once it was a line of JSON.
    const [nothing] = JSON.parse(`[{"name":"a paint","value":${JSON.stringify(Number.NaN)}}]`);
    const text = summary([{ ...nothing, unit: 'ms', limit: 100 }], QUIET, []);
    assert.match(text, /^a paint +none +ms +100 +NO$/m);
    assert.match(text, /^0 of 1 limits hold$/m);
  });

  it('names the parts that failed, so that what is missing is seen', () => {
    const text = summary([], QUIET, ['panels.bench.ts']);
    assert.match(text, /^panels\.bench\.ts failed: what it did not measure is missing above$/m);
  });
});
