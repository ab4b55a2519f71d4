import assert from 'node:assert/strict';
import { Throttle } from '../../../../src/workspace/kernel/throttle.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';

const SOON = Number.NEGATIVE_INFINITY;

describe('Throttle', () => {
  let clock: FakeClock;
  let runs: number[];

  beforeEach(() => {
    clock = new FakeClock(0);
    runs = [];
  });

  function pacer(gather: number, between: number): Throttle {
    return new Throttle(clock, { gather, between }, () => runs.push(clock.now()));
  }

  it('runs at once where nothing is gathered, else once for all that comes meanwhile', () => {
    pacer(0, 50).soon(SOON);
    assert.deepEqual(runs, [0]);
    const gathering = pacer(5, 50);
    gathering.soon(SOON);
    clock.advance(3);
    gathering.soon(SOON);
    clock.advance(100);
    assert.deepEqual(runs, [0, 5]);
  });

  it('runs at most every so often from the end of what was done, and counts from now while it is done', async () => {
    const each = pacer(0, 50);
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = each.around(promise);
    clock.advance(80);
    each.soon(SOON);
    clock.advance(49);
    assert.deepEqual(runs, []);
    clock.advance(1);
    assert.deepEqual(runs, [130]);
    resolve();
    await done;
    each.soon(SOON);
    clock.advance(100);
    assert.deepEqual(runs, [130, 180]);
  });

  it('waits for the earliest moment that is asked for, and no longer than the most urgent call', () => {
    const each = pacer(5, 0);
    each.soon(5000);
    clock.advance(100);
    assert.deepEqual(runs, []);
    each.soon(SOON);
    clock.advance(10_000);
    assert.deepEqual(runs, [105]);
  });

  it('does not wait for a clock that was set back', async () => {
    const each = pacer(0, 50);
    await each.around(Promise.resolve());
    clock.jump(-3_600_000);
    each.soon(SOON);
    clock.advance(50);
    assert.equal(runs.length, 1);
  });

  it('runs no more after its end', () => {
    const each = pacer(5, 0);
    each.soon(SOON);
    each.dispose();
    each.soon(SOON);
    clock.advance(100);
    assert.deepEqual([runs, clock.pending], [[], 0]);
  });
});
