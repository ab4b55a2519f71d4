import assert from 'node:assert/strict';
import { cost, HOUR, loop, MINUTE, metric, roundOf, SECOND, START } from '../../../../fakes/loopBuilder.ts';

const iso = (micros: number) => new Date(micros / 1000).toISOString();

describe('rounds', () => {
  it('exist once any event names them', () => {
    const snapshot = loop()
      .ask('q', { round: 7 })
      .in(5)
      .close('1')
      .in(6)
      .start()
      .event({
        event: 'check',
        ts: 0,
        round: 4,
        item: '',
        kind: '',
        result: 'pass',
        who: '',
        finding: '',
      })
      .after();
    assert.deepEqual(
      snapshot.rounds.map((round) => round.round),
      [4, 5, 6, 7],
    );
  });

  it('come in the order of their numbers, told apart exactly and given as the nearest number', () => {
    const snapshot = loop()
      .round(9_007_199_254_740_993n)
      .round(9_007_199_254_740_992)
      .round(2)
      .round(10n ** 400n)
      .after();
    assert.deepEqual(
      snapshot.rounds.map((round) => [round.round, round.startedAt]),
      [
        [2, iso(START + 2 * SECOND)],
        [9_007_199_254_740_992, iso(START + SECOND)],
        [9_007_199_254_740_992, iso(START)],
        [Number.POSITIVE_INFINITY, iso(START + 3 * SECOND)],
      ],
    );
  });

  it('start with their first event and end with their round_finished, at the time it happened', () => {
    const snapshot = loop()
      .ask('q', { round: 1, at: START - HOUR })
      .round(1, { at: START - 2 * HOUR })
      .end('continue', { at: START + 7 * SECOND })
      .after();
    const round = roundOf(snapshot, 1);
    assert.equal(round.startedAt, iso(START - HOUR));
    assert.equal(round.endedAt, iso(START + 7 * SECOND));
  });

  it('are reopened by round_started, without end, verdict and cost of their own', () => {
    const open = loop()
      .round(1)
      .finish('build', { cost: cost(1) })
      .end('done', { cost: cost(5), stop_reason: 'goal_met', outcome: 'kept' })
      .round(1)
      .after();
    const round = roundOf(open, 1);
    assert.deepEqual(
      [round.verdict, round.endedAt, round.costUsd, round.stopReason, round.outcome],
      [null, null, 1, null, null],
    );
    assert.equal(open.status, 'running');
  });

  it('are reopened by nothing else', () => {
    const snapshot = loop().round(1).end('done').start().finish().close('1').ask('q', { round: 1 }).after();
    assert.equal(roundOf(snapshot, 1).verdict, 'done');
  });

  it('take verdict, end, cost and counts from a later round_finished', () => {
    const snapshot = loop()
      .round(1)
      .finding('1')
      .end('continue', { cost: cost(1) })
      .finding('1', '2', '3!')
      .end('wait', { cost: cost(2) })
      .after();
    const round = roundOf(snapshot, 1);
    assert.deepEqual(
      [round.verdict, round.endedAt, round.costUsd, round.openMaterial, round.openMinor],
      ['wait', iso(START + 4 * SECOND), 2, 2, 1],
    );
  });
});

describe('runs', () => {
  it('are opened by step_started and ended newest first', () => {
    const [round] = loop().round(1).start().start().finish('build', { summary: 'one' }).after().rounds;
    assert.deepEqual(
      round?.runs.map((run) => [run.status, run.summary, run.startedAt]),
      [
        ['running', '', iso(START + SECOND)],
        ['ok', 'one', iso(START + 2 * SECOND)],
      ],
    );
  });

  it('of another round, step or label are not ended', () => {
    const snapshot = loop()
      .round(1)
      .start('build', { label: 'a' })
      .finish('build')
      .finish('facts', { label: 'a' })
      .in(2)
      .finish('build', { label: 'a' })
      .after();
    assert.deepEqual(
      roundOf(snapshot, 1).runs.map((run) => [run.step, run.label, run.status]),
      [
        ['build', 'a', 'running'],
        ['build', '', 'ok'],
        ['facts', 'a', 'ok'],
      ],
    );
  });

  it('may be a step_finished alone', () => {
    const [round] = loop().round(1).finish().after().rounds;
    assert.deepEqual(
      round?.runs.map((run) => [run.startedAt, run.finishedAt]),
      [[null, iso(START + SECOND)]],
    );
  });

  it('count by the newest open one of a step, else by the one that finished last', () => {
    const built = loop().round(1).start().start().finish().finish();
    const counting = () => roundOf(built.after(), 1).runs.map((run) => run.counts);
    assert.deepEqual(counting(), [true, false], 'the older one finished last');
    built.start();
    assert.deepEqual(counting(), [false, false, true]);
  });

  it('all cost, also those that a later one replaced', () => {
    const snapshot = loop()
      .round(1)
      .finish('build', {
        cost: cost(1, { tokens_in: 1, tokens_out: 2, tokens_cache_read: 3, tokens_cache_write: 4 }),
      })
      .finish('build', { status: 'failed', cost: cost(2) })
      .after();
    assert.deepEqual([snapshot.costUsd, snapshot.tokens, roundOf(snapshot, 1).tokens], [3, 10, 10]);
  });
});

describe('cost and runtime', () => {
  it('take a round by its own cost where it is given, even without dollars', () => {
    const snapshot = loop()
      .round(1)
      .finish('build', { cost: cost(3, { estimated: true }) })
      .end('continue', { cost: cost(0, { tokens_in: 9 }) })
      .round(2)
      .finish('build', { cost: cost(4) })
      .after();
    assert.deepEqual([snapshot.costUsd, snapshot.tokens, snapshot.costEstimated], [4, 9, false]);
    assert.equal(snapshot.unpricedTokens, 9);
  });

  it('are estimated where a counted part is', () => {
    const snapshot = loop()
      .round(1)
      .finish('build', { cost: cost(3, { estimated: true }) })
      .round(2)
      .after();
    assert.equal(snapshot.costEstimated, true);
    assert.deepEqual(
      snapshot.rounds.map((round) => round.costEstimated),
      [true, false],
    );
  });

  it('count what is not a number as 0', () => {
    const snapshot = loop()
      .round(1)
      .finish('build', { cost: cost(null, { tokens_in: Number.POSITIVE_INFINITY, tokens_out: 2 }) })
      .finish('build', { cost: cost(Number.NaN) })
      .finish('build', { cost: cost(0.5) })
      .after();
    assert.deepEqual([snapshot.costUsd, snapshot.tokens], [0.5, 2]);
  });

  it('run from the start of a round to its end, or to the last sign of it', () => {
    const snapshot = loop()
      .round(1)
      .later(MINUTE)
      .end()
      .later(HOUR)
      .round(2)
      .later(2 * MINUTE)
      .ask('q', { round: 2 })
      .later(HOUR)
      .beat()
      .after();
    assert.equal(snapshot.runtimeSeconds, 180);
  });

  it('never go below zero for a round', () => {
    const snapshot = loop()
      .round(1)
      .end('continue', { at: START - HOUR })
      .round(2)
      .later(MINUTE)
      .end()
      .after();
    assert.equal(snapshot.runtimeSeconds, 60);
  });
});

describe('a round’s metrics', () => {
  it('are those of its end, and by name the last of its runs where that has none', () => {
    const snapshot = loop()
      .round(1)
      .finish('build', { metrics: [metric('words', 1), metric('score', 1)] })
      .finish('build', { metrics: [metric('words', 2)] })
      .end('continue', { metrics: [metric('score', 5)] })
      .after();
    assert.deepEqual(
      roundOf(snapshot, 1).metrics.map(({ name, value }) => [name, value]),
      [
        ['score', 5],
        ['words', 2],
      ],
    );
  });
});

describe('what was said last', () => {
  it('has the greatest time at which something happened as the last sign', () => {
    const snapshot = loop()
      .beat({ at: START + HOUR })
      .beat()
      .beat({ at: START - HOUR })
      .after();
    assert.equal(snapshot.lastSign, iso(START + HOUR));
  });

  it('is null past year 9999', () => {
    const far = Date.UTC(9999, 11, 31, 23, 59, 59) * 1000;
    const snapshot = loop()
      .ask('q', { timeout_s: 10n ** 30n })
      .event({ event: 'heartbeat', ts: 0, text: '' }, far + 2 * SECOND)
      .after();
    assert.equal(snapshot.lastSign, null);
    assert.equal(snapshot.questions[0]?.expiresAt, null);
    assert.equal(snapshot.questions[0]?.state, 'open');
  });
});
