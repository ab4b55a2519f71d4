import assert from 'node:assert/strict';
import { Heartbeat } from '../../../../src/workspace/kernel/pollTimer.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { idle } from '../../../fakes/until.ts';

describe('Heartbeat', () => {
  let clock: FakeClock;
  let told: string[];
  let beats: number[];
  let looking: Promise<void>;
  let heart: Heartbeat;

  beforeEach(() => {
    clock = new FakeClock(0);
    told = [];
    beats = [];
    looking = Promise.resolve();
    heart = new Heartbeat(clock, {
      beat: (count) => {
        told.push(`beat ${count}`);
        beats.push(clock.now());
        return looking;
      },
      due: (now) => told.push(`due ${now}`),
      slept: (ms) => told.push(`slept ${ms}`),
    });
  });

  afterEach(() => heart.dispose());

  it('beats more often than every ten seconds', async () => {
    await clock.run(60_000);
    assert.equal(beats.length, 6);
    assert.ok(beats.every((at, index) => at - (beats[index - 1] ?? 0) < 10_000));
  });

  it('leaves a beat out while the one before is looked after', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    looking = promise;
    await clock.run(60_000);
    assert.equal(beats.length, 1);
    assert.equal(heart.looking, true);
    resolve();
    await idle();
    await clock.run(10_000);
    assert.equal(beats.length, 2);
  });

  it('tells the earliest moment that was armed, once', () => {
    heart.arm(5000);
    heart.arm(3000);
    heart.arm(4000);
    heart.arm(Number.POSITIVE_INFINITY);
    clock.advance(6000);
    assert.deepEqual(told, ['due 3000']);
  });

  it('knows sleep from lateness, and tells it first', async () => {
    heart.arm(3000);
    clock.jump(130_000);
    clock.advance(0);
    assert.deepEqual(told, ['slept 120500', 'due 130000', 'beat 1']);
    told.length = 0;
    await idle();
    clock.jump(60_000);
    clock.advance(0);
    assert.deepEqual(told, ['beat 2']);
  });

  it('is silent after its end', () => {
    heart.arm(3000);
    heart.dispose();
    clock.advance(100_000);
    assert.deepEqual(told, []);
    assert.equal(clock.pending, 0);
  });
});
