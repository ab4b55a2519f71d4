import assert from 'node:assert/strict';
import { rootsOf } from '../../../src/host/roots.ts';
import { age, minutesLeft } from '../../../src/text/ageWords.ts';
import { duration } from '../../../src/text/timeWords.ts';
import { cost, costOfCap, costOfCapLong, dollars, tokens } from '../../../src/ui/kit/words/costWords.ts';

const spent = (usd: number, count = 0, estimated = false) => ({ usd, tokens: count, estimated });

describe('costs in words', () => {
  it('are dollars and cents, "~" where estimated', () => {
    assert.equal(dollars(31.2, false), '$31.20');
    assert.equal(dollars(0.93, true), '~$0.93');
    assert.equal(dollars(25, false), '$25');
    assert.equal(dollars(0.004, false), '$0.004');
    assert.equal(dollars(0.999, false), '$1.00');
  });

  it('are tokens where nobody told dollars, and never "$0"', () => {
    assert.equal(cost(spent(0, 1_200_000)), '1.2M tok');
    assert.equal(cost(spent(3.1, 1_200_000)), '$3.10 + 1.2M tok');
    assert.equal(cost(spent(0)), '');
    assert.equal(costOfCapLong(spent(0), 5), '');
  });

  it('are said against a cap', () => {
    assert.equal(costOfCap(spent(31.2), 25), '$31.20/25');
    assert.equal(costOfCapLong(spent(0.93, 0, true), 5), '~$0.93 of $5');
    assert.equal(costOfCap(spent(3), null), '$3');
  });

  it('have short numbers of tokens', () => {
    assert.deepEqual([980, 12_000, 999_499, 1_200_000, 45_000_000, 2e9].map(tokens), [
      '980 tok',
      '12K tok',
      '999K tok',
      '1.2M tok',
      '45M tok',
      '2B tok',
    ]);
  });
});

describe('ages in words', () => {
  it('are as short as a row needs', () => {
    assert.deepEqual([0, 9999, 25_000, 6 * 60_000, 2 * 3_600_000, 3 * 86_400_000].map(age), [
      'now',
      'now',
      '20 s',
      '6 m',
      '2 h',
      '3 d',
    ]);
  });

  it('count the last ten minutes down in two characters', () => {
    assert.equal(minutesLeft(3.5 * 60_000, 0), '3m');
    assert.equal(duration(3.5 * 60_000), '3 min');
    assert.equal(minutesLeft(9.9 * 60_000, 0), '9m');
    assert.equal(minutesLeft(1, 0), '1m');
    assert.equal(minutesLeft(0, 0), undefined);
    assert.equal(minutesLeft(10 * 60_000, 0), undefined);
    assert.equal(minutesLeft(-120_000, 0), undefined);
    assert.equal(minutesLeft(null, 0), undefined);
  });
});

describe('the setting of folders', () => {
  it('takes absolute paths and ~, each once, and nothing else that a file may hold', () => {
    assert.deepEqual(rootsOf(['/a', '~/b', '/a/', 'rel', 5, null, '~', '/x\0y'], '/home/me'), [
      '/a',
      '/home/me/b',
      '/home/me',
    ]);
    assert.deepEqual(rootsOf('nope', '/home/me'), []);
  });
});
