import assert from 'node:assert/strict';
import { capShares, trend } from '../../../../src/protocol/loops/trend.ts';
import { cost, HOUR, type LoopBuilder, loop, MINUTE, metric } from '../../../fakes/loopBuilder.ts';

function rounds(...counts: number[]): LoopBuilder {
  return counts.reduce((built, count, index) => {
    const ids = Array.from({ length: count }, (_, at) => `${at}`);
    return built
      .round(index + 1)
      .finding(...ids)
      .later(HOUR / 2)
      .end('continue', { cost: cost(index + 1) });
  }, loop());
}

describe('the trend', () => {
  it('is none before a round has ended', () => {
    assert.equal(trend(loop().round(1).after()), null);
  });

  it('tells the material findings of the last rounds, and since when they did not fall', () => {
    const found = trend(rounds(9, 7, 4, 4).after());
    assert.deepEqual(
      found?.rounds.map(({ round, openMaterial }) => [round, openMaterial]),
      [
        [2, 7],
        [3, 4],
        [4, 4],
      ],
    );
    assert.equal(found?.withoutFall, 1);
    assert.equal(trend(rounds(4, 4, 4).after())?.withoutFall, 2);
    assert.equal(trend(rounds(4, 4, 4, 4, 4).after())?.withoutFall, 3, 'of the rounds told');
    assert.equal(trend(rounds(4).after())?.withoutFall, 0);
  });

  it('tells what the rounds cost, and what an hour of them does', () => {
    const found = trend(rounds(1, 1, 1, 1).after());
    assert.equal(found?.costUsd, 9);
    assert.ok(Math.abs((found?.usdPerHour ?? 0) - 9 / 1.5) < 0.01);
  });

  it('tells metrics with a target: their values and whether the last is nearer', () => {
    const built = loop();
    for (const [index, value] of [1, null, 3].entries()) {
      const metrics = [
        metric('score', value, { target: 5, better: 'higher', unit: '%' }),
        metric('words', 3),
      ];
      built.round(index + 1).end('continue', { metrics });
    }
    assert.deepEqual(trend(built.after())?.metrics, [
      {
        name: 'score',
        unit: '%',
        better: 'higher',
        target: 5,
        values: [1, null, 3],
        nearer: true,
        met: false,
      },
    ]);
  });
});

describe('the share of each cap', () => {
  it('is largest first', () => {
    const built = loop().caps({ cost_cap_usd: 10, round_cap: 4, runtime_cap_minutes: 60 }).round(3);
    const snapshot = built
      .later(6 * MINUTE)
      .end('continue', { cost: cost(5) })
      .after();
    assert.deepEqual(capShares(snapshot), [
      { cap: 'rounds', share: 0.75 },
      { cap: 'cost', share: 0.5 },
      { cap: 'runtime', share: 0.1 },
    ]);
  });

  it('is none where there is no cap, or one of Infinity', () => {
    assert.deepEqual(capShares(loop().caps({ cost_cap_usd: null }).round(1).after()), []);
  });
});
