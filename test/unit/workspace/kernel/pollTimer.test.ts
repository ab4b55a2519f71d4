import assert from 'node:assert/strict';
import { PollTimer } from '../../../../src/workspace/kernel/pollTimer.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { idle } from '../../../fakes/until.ts';

describe('PollTimer', () => {
  let clock: FakeClock;
  let told: string[];
  let looks: number[];
  let looking: Promise<void>;
  let timer: PollTimer;

  beforeEach(() => {
    clock = new FakeClock(0);
    told = [];
    looks = [];
    looking = Promise.resolve();
    timer = new PollTimer(clock, {
      look: (minute) => {
        told.push(minute ? 'longer look' : 'look');
        looks.push(clock.now());
        return looking;
      },
      due: (now) => told.push(`due ${now}`),
      slept: (ms) => told.push(`slept ${ms}`),
    });
  });

  afterEach(() => timer.dispose());

  it('looks more often than every ten seconds, and once a minute for longer', async () => {
    await clock.run(60_000);
    assert.equal(looks.length, 6);
    assert.deepEqual(told.slice(-2), ['look', 'longer look']);
    assert.ok(looks.every((at, index) => at - (looks[index - 1] ?? 0) < 10_000));
  });

  it('leaves a look out while the one before still runs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    looking = promise;
    await clock.run(60_000);
    assert.equal(looks.length, 1);
    assert.equal(timer.looking, true);
    resolve();
    await idle();
    await clock.run(10_000);
    assert.equal(looks.length, 2);
  });

  it('tells the earliest moment that was armed, once', () => {
    timer.arm(5000);
    timer.arm(3000);
    timer.arm(4000);
    timer.arm(Number.POSITIVE_INFINITY);
    clock.advance(6000);
    assert.deepEqual(told, ['due 3000']);
  });

  it('knows sleep from lateness, and tells it first', async () => {
    timer.arm(3000);
    clock.jump(130_000);
    clock.advance(0);
    assert.deepEqual(told, ['slept 120500', 'due 130000', 'look']);
    told.length = 0;
    await idle();
    clock.jump(60_000);
    clock.advance(0);
    assert.deepEqual(told, ['look']);
  });

  it('is silent after its end', () => {
    timer.arm(3000);
    timer.dispose();
    clock.advance(100_000);
    assert.deepEqual(told, []);
    assert.equal(clock.pending, 0);
  });
});
