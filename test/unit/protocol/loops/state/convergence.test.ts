import assert from 'node:assert/strict';
import type { LoopSnapshot } from '../../../../../src/protocol/loops/loopSnapshot.ts';
import type { NoProgress } from '../../../../../src/protocol/loops/state/convergence.ts';
import { cost, type LoopBuilder, loop, metric, roundOf } from '../../../../fakes/loopBuilder.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);

/** Ended rounds with so many material findings each. */
function rounds(...counts: number[]): LoopBuilder {
  return counts.reduce(
    (built, count, index) =>
      built
        .round(index + 1)
        .finding(...ids(count))
        .end(),
    loop(),
  );
}

function found(snapshot: LoopSnapshot): NoProgress | undefined {
  const reason = snapshot.needsALook.find(({ code }) => code === 'no-progress');
  return reason?.args as NoProgress | undefined;
}

function ways(snapshot: LoopSnapshot): NoProgress['ways'] {
  return found(snapshot)?.ways ?? [];
}

describe('a round counts what is open', () => {
  it('when its round_finished is read, of all steps and rounds', () => {
    const built = loop()
      .round(1)
      .finding('1', '2', '3!')
      .findings({ label: 'a' }, '4')
      .close('2')
      .end()
      .round(2)
      .close('1')
      .close('4');
    const snapshot = built.after();
    assert.deepEqual([roundOf(snapshot, 1).openMaterial, roundOf(snapshot, 1).openMinor], [2, 1]);
    assert.deepEqual([roundOf(snapshot, 2).openMaterial, roundOf(snapshot, 2).openMinor], [0, 1]);
  });

  it('now, where it has no end or was reopened', () => {
    const built = loop().round(1).round(2).finding('1').end().in(3).finding('1', '2');
    assert.deepEqual(
      built.after().rounds.map((round) => round.openMaterial),
      [2, 1, 2],
    );
    assert.equal(roundOf(built.round(2).after(), 2).openMaterial, 2);
  });
});

describe('there is no progress', () => {
  it('when open material findings never fell over three ended rounds and are not 0', () => {
    assert.deepEqual(ways(rounds(4, 4, 4).after()), ['findings']);
    assert.deepEqual(ways(rounds(3, 4, 5).after()), ['findings']);
    assert.deepEqual(ways(rounds(9, 9, 4, 4, 4).after()), ['findings']);
    assert.deepEqual(ways(rounds(4, 4).after()), []);
    assert.deepEqual(ways(rounds(5, 4, 4).after()), []);
    assert.deepEqual(ways(rounds(4, 5, 4).after()), []);
    assert.deepEqual(ways(rounds(0, 0, 0).after()), []);
  });

  it('told with the rounds, their counts and cost', () => {
    const built = rounds(4, 4)
      .round(3)
      .finding(...ids(4))
      .end('continue', { cost: cost(6.3) });
    assert.deepEqual(found(built.after()), {
      ways: ['findings'],
      rounds: [1, 2, 3],
      openMaterial: [4, 4, 4],
      costUsd: 6.3,
      again: [],
    });
  });

  it('whatever a round without an end says', () => {
    assert.deepEqual(ways(rounds(4, 4, 4).round(4).finding().after()), ['findings']);
  });

  const withMetric = (values: (number | null)[], fields: Parameters<typeof metric>[2]) =>
    values.reduce<LoopBuilder>(
      (built, value, index) =>
        built
          .round(index + 1)
          .finding('1')
          .end('continue', { metrics: [metric('score', value, fields)] }),
      loop(),
    );

  it('not when a metric came nearer to its target', () => {
    assert.deepEqual(ways(withMetric([1, 1, 2], { target: 5, better: 'higher' }).after()), []);
    assert.deepEqual(ways(withMetric([1, 2, 1], { target: 5, better: 'higher' }).after()), []);
    assert.deepEqual(ways(withMetric([9, 8, 8], { target: 5, better: 'lower' }).after()), []);
    assert.deepEqual(ways(withMetric([9, 8, 8], { target: 5 }).after()), []);
  });

  it('when it stood, went away, is past its target, or has none', () => {
    assert.deepEqual(ways(withMetric([2, 2, 1], { target: 5, better: 'higher' }).after()), ['findings']);
    assert.deepEqual(ways(withMetric([9, 8, 7], { target: 5, better: 'higher' }).after()), ['findings']);
    assert.deepEqual(ways(withMetric([1, 2, 3], {}).after()), ['findings']);
    assert.deepEqual(ways(withMetric([null, 2, null], { target: 5 }).after()), ['findings']);
  });

  it('when the last two ended rounds were both discarded', () => {
    const built = loop().round(1).end('continue', { outcome: 'discarded' });
    assert.deepEqual(ways(built.after()), []);
    built.round(2).end('continue', { outcome: 'discarded' });
    assert.deepEqual(ways(built.after()), ['discarded']);
    assert.deepEqual(ways(built.round(3).end('continue', { outcome: 'kept' }).after()), []);
  });

  const listing =
    (text: string, step = 'facts') =>
    (built: LoopBuilder) =>
      built.finish(step, { findings: [{ id: '1', text, severity: 'minor' }] });

  it('when what was closed as fixed is listed again by its step', () => {
    const built = listing('No source for “claim 4”.')(loop().round(1)).close('1', { resolution: 'fixed' });
    assert.deepEqual(ways(built.after()), []);
    listing("no  SOURCE for 'claim 17'.")(built.round(2));
    assert.deepEqual(ways(built.after()), ['again']);
    assert.deepEqual(found(built.after())?.again, [
      { round: 2, step: 'facts', label: '', id: '1', text: "no  SOURCE for 'claim 17'." },
    ]);
  });

  it('not when it was closed otherwise, reads otherwise or comes from another step', () => {
    const fixed = () => listing('Too long')(loop().round(1)).close('1', { resolution: 'fixed' }).round(2);
    assert.deepEqual(ways(listing('Too short')(fixed()).after()), []);
    assert.deepEqual(ways(listing('Too long', 'reader')(fixed()).after()), []);
    const accepted = listing('Too long')(loop().round(1)).close('1', { resolution: 'accepted' }).round(2);
    assert.deepEqual(ways(listing('Too long')(accepted).after()), []);
    const twice = listing('Too long')(loop().round(1))
      .close('1', { resolution: 'fixed' })
      .close('1')
      .round(2);
    assert.deepEqual(ways(listing('Too long')(twice).after()), [], 'the last closing decides');
  });

  it('by what came back in the last three ended rounds only', () => {
    const built = listing('Too long')(loop().round(1)).close('1', { resolution: 'fixed' }).end();
    listing('Too long')(built.round(2)).close('1', { resolution: 'fixed' }).end();
    for (const round of [3, 4]) built.round(round).finish('facts').end();
    assert.deepEqual(ways(built.after()), ['again']);
    assert.deepEqual(ways(built.round(5).finish('facts').end().after()), []);
  });
});
