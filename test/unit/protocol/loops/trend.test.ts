import assert from 'node:assert/strict';
import { isMet, trendOf } from '../../../../src/protocol/loops/trend.ts';
import { cost, HOUR, type LoopBuilder, loop, metric } from '../../../fakes/loopBuilder.ts';

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

function trend(built: LoopBuilder) {
  return trendOf(built.after().rounds);
}

describe('the trend', () => {
  it('is of nothing before a round has ended', () => {
    const { ended, openMaterial, lately } = trend(loop().round(1));
    assert.deepEqual([ended, openMaterial, lately.rounds], [0, [], 0]);
  });

  it('tells the material findings of the last rounds, and since when they did not fall', () => {
    assert.deepEqual(trend(rounds(9, 7, 4, 4)).openMaterial, [9, 7, 4, 4]);
    assert.deepEqual(trend(rounds(9, 8, 7, 6, 5, 4, 3)).openMaterial, [8, 7, 6, 5, 4, 3]);
    const still = (...counts: number[]) => trend(rounds(...counts)).withoutFall;
    assert.deepEqual([still(9, 7, 4, 4), still(4, 4, 4), still(4, 5, 4), still(4)], [2, 3, 1, 1]);
  });

  it('counts the rounds that ended, also where older ones are not looked at', () => {
    assert.equal(trend(rounds(...Array<number>(40).fill(1)).round(41)).ended, 40);
    assert.equal(trend(rounds(1, 1).round(3)).ended, 2);
  });

  it('tells what the last three rounds cost, and in how many hours', () => {
    const { rounds: count, costUsd, hours } = trend(rounds(1, 1, 1, 1)).lately;
    assert.deepEqual([count, costUsd], [3, 9]);
    assert.ok(Math.abs(hours - 1.5) < 0.01);
  });

  it('is looked for once for each state of the rounds', () => {
    const { rounds: all } = rounds(1, 1).after();
    assert.equal(trendOf(all), trendOf(all));
  });
});

describe('a metric', () => {
  it('is met on its target, or beyond it where a direction is better', () => {
    const met = (value: number | null, better?: 'higher' | 'lower') =>
      isMet(metric('score', value, { target: 5, ...(better === undefined ? {} : { better }) }));
    assert.deepEqual(
      [met(5), met(6), met(6, 'higher'), met(6, 'lower'), met(null)],
      [true, false, true, false, false],
    );
    assert.equal(isMet(metric('score', 5)), false);
  });
});
