import assert from 'node:assert/strict';
import Mocha from 'mocha';
import { countingRun } from '../../editor/countingRun.ts';
import { addCounts, type Counts, lastLines, noCounts } from '../../editor/counts.ts';

/** Runs tests by name in a mocha of their own, each once more where it fails. */
function counted(tests: Readonly<Record<string, () => void>>): Promise<Counts> {
  const mocha = new Mocha({ retries: 1, reporter: class extends Mocha.reporters.Base {} });
  const suite = Mocha.Suite.create(mocha.suite, 'a part');
  for (const [name, run] of Object.entries(tests)) suite.addTest(new Mocha.Test(name, run));
  return countingRun(mocha);
}

describe('the counts of a test run', () => {
  it('tell what passed only at the second try, with the first error in full', async () => {
    let tries = 0;
    const counts = await counted({
      'passes at once': () => undefined,
      'passes when run again': () => {
        tries++;
        if (tries === 1) throw new Error('the row never came\nsecond line', { cause: new Error('no row') });
      },
      'fails twice': () => {
        throw new Error('too bad\nmore of it');
      },
    });
    assert.equal(tries, 2);
    assert.deepEqual([counts.passed, counts.failed], [2, 1]);
    assert.deepEqual(counts.failures, ['a part fails twice: too bad']);
    const [again, ...more] = counts.secondTries;
    assert.equal(more.length, 0);
    assert.equal(again?.name, 'a part passes when run again');
    assert.match(
      again?.error ?? '',
      /the row never came\nsecond line\n +at .*counts\.test\.ts.*caused by Error: no row/s,
    );
  });

  it('end with one line of sums, after all that a reader must know', () => {
    const sum = noCounts();
    addCounts(sum, 'unit', { ...noCounts(), passed: 3, notes: ['no peer'] });
    addCounts(sum, 'stories-floor', {
      passed: 2,
      failed: 1,
      failures: ['toasts come: no toast'],
      secondTries: [{ name: 'rows stay', error: 'Error: no row\n    at here' }],
      notes: ['no peer'],
    });
    assert.deepEqual(lastLines(sum), [
      '1 story passed only at the second try:',
      '  stories-floor: rows stay: Error: no row',
      '        at here',
      'failed: stories-floor: toasts come: no toast',
      'note: no peer',
      '5 passed, 1 failed',
    ]);
    addCounts(sum, 'stories-newest', { ...noCounts(), passed: 1, secondTries: [{ name: 'a', error: 'b' }] });
    assert.equal(lastLines(sum)[0], '2 stories passed only at the second try:');
    assert.deepEqual(lastLines({ ...noCounts(), passed: 1 }), ['1 passed, 0 failed']);
  });
});
