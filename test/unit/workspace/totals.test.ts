import assert from 'node:assert/strict';
import type { LoopSnapshot, LoopStatus } from '../../../src/protocol/loops/loopSnapshot.ts';
import { DayCosts, loopCost, startOfToday, totals } from '../../../src/workspace/totals.ts';
import { round, run, watched } from '../../fakes/snapshots.ts';

const dayStart = Date.parse('2026-03-01T00:00:00.000Z');

function today(values: Partial<LoopSnapshot>): ReturnType<DayCosts['of']> {
  return new DayCosts().of([watched('a', values)], dayStart);
}

describe('what today cost', () => {
  it('is that of the runs finished since midnight, over the end of a month too', () => {
    const runs = [
      run({ finishedAt: '2026-02-28T23:59:59.999Z', costUsd: 1 }),
      run({ finishedAt: '2026-03-01T00:00:00.000Z', costUsd: 2 }),
      run({ finishedAt: '2026-03-01T14:00:00.000Z', costUsd: 4 }),
      run({ finishedAt: '2026-03-02T01:00:00.000Z', costUsd: 8 }),
      run({ finishedAt: null, costUsd: 16 }),
    ];
    assert.equal(today({ rounds: [round({ costUsd: 31, runs })] }).usd, 6);
  });

  it("counts a round's own cost on the day of its end", () => {
    const runs = [run({ finishedAt: '2026-02-28T23:00:00.000Z', costUsd: 1 })];
    const ended = (endedAt: string) => round({ costUsd: 5, endedAt, runs });
    assert.equal(today({ rounds: [ended('2026-03-01T00:10:00.000Z')] }).usd, 5);
    assert.equal(today({ rounds: [ended('2026-02-28T23:50:00.000Z')] }).usd, 0);
  });

  it('is an estimate if a part of it is', () => {
    const runs = [run({ finishedAt: '2026-03-01T14:00:00.000Z', costUsd: 2 })];
    assert.equal(today({ rounds: [round({ costUsd: 2, costEstimated: true, runs })] }).estimated, true);
    assert.equal(today({ rounds: [round({ costUsd: 2, runs })] }).estimated, false);
  });

  it('is tokens where no dollars were reported', () => {
    const runs = [run({ finishedAt: '2026-03-01T14:00:00.000Z' })];
    assert.deepEqual(today({ rounds: [round({ tokens: 2000, unpricedTokens: 1200, runs })] }), {
      usd: 0,
      estimated: false,
      tokens: 1200,
    });
    const before = round({ unpricedTokens: 1200, endedAt: '2026-02-28T20:00:00.000Z' });
    assert.equal(today({ rounds: [before] }).tokens, 0);
  });

  it('reads rounds that are long over once only, and all anew where the log is another', () => {
    const reads: number[] = [];
    const make = (count: number, usd: number) => {
      const runs = [run({ finishedAt: '2026-03-01T14:00:00.000Z', costUsd: usd })];
      return new Proxy(
        Array.from({ length: count }, (_, index) => round({ round: index + 1, costUsd: usd, runs })),
        {
          get: (target, property, receiver) => {
            if (typeof property === 'string' && /^\d+$/.test(property)) {
              reads.push(Number(property));
            }
            return Reflect.get(target, property, receiver) as unknown;
          },
        },
      );
    };
    const costs = new DayCosts();
    const cost = (rounds: ReturnType<typeof make>) => costs.of([watched('much', { rounds })], dayStart).usd;
    assert.equal(cost(make(900, 1)), 900);
    reads.length = 0;
    assert.equal(cost(make(901, 1)), 901);
    assert.ok(Math.min(...reads) >= 699, `read on from ${Math.min(...reads)}`);
    assert.equal(cost(make(800, 2)), 1600);
    assert.equal(cost(make(950, 3)), 2850);
  });

  it('does not look through weeks of old rounds', () => {
    let read = 0;
    const old = { ...round({ endedAt: '2026-01-01T00:00:00.000Z' }) };
    const rounds = new Proxy(
      Array.from({ length: 10_000 }, () => old),
      {
        get: (target, property, receiver) => {
          read += 1;
          return Reflect.get(target, property, receiver) as unknown;
        },
      },
    );
    assert.equal(today({ rounds }).usd, 0);
    assert.ok(read < 100, `${read} reads`);
  });

  it('is added up anew when a round changes, and when the day does', () => {
    const runs = [run({ finishedAt: '2026-03-01T14:00:00.000Z', costUsd: 2 })];
    const rounds = [round({ costUsd: 2, runs })];
    const loop = watched('a', { rounds });
    const costs = new DayCosts();
    assert.equal(costs.of([loop, loop], dayStart).usd, 4);
    assert.equal(costs.of([loop], dayStart + 24 * 3_600_000).usd, 0);
    assert.equal(costs.of([loop], dayStart).usd, 2);
    const more = [...rounds, round({ round: 2, costUsd: 2, runs })];
    assert.equal(costs.of([watched('a', { rounds: more })], dayStart).usd, 4);
  });

  it('begins at midnight of the machine, also on a day of 23 or 25 hours', () => {
    const zone = process.env['TZ'];
    try {
      process.env['TZ'] = 'Europe/Berlin';
      assert.equal(
        startOfToday(Date.parse('2026-03-29T20:00:00+02:00')),
        Date.parse('2026-03-29T00:00:00+01:00'),
      );
      assert.equal(
        startOfToday(Date.parse('2026-10-25T20:00:00+01:00')),
        Date.parse('2026-10-25T00:00:00+02:00'),
      );
      process.env['TZ'] = 'America/Los_Angeles';
      assert.equal(startOfToday(Date.parse('2026-03-01T06:00:00Z')), Date.parse('2026-02-28T00:00:00-08:00'));
    } finally {
      if (zone === undefined) {
        delete process.env['TZ'];
      } else {
        process.env['TZ'] = zone;
      }
    }
  });
});

describe('totals', () => {
  it('count how many run', () => {
    const statuses: LoopStatus[] = [
      'running',
      'running',
      'sleeping',
      'stalled',
      'done',
      'failed',
      'stopped',
      'idle',
    ];
    const loops = statuses.map((status, index) => watched(`${index}`, { status }));
    loops.push(watched('w', { status: 'waiting', waitsForYou: [{ code: 'verdict-wait', args: {} }] }));
    assert.deepEqual(totals(loops, new DayCosts(), dayStart), {
      runs: 2,
      today: { usd: 0, estimated: false, tokens: 0 },
    });
  });

  it('show tokens of a loop that reports no dollars', () => {
    assert.deepEqual(loopCost(watched('a', { tokens: 9, unpricedTokens: 5 })), {
      usd: 0,
      estimated: false,
      tokens: 5,
    });
    assert.deepEqual(loopCost(watched('a', { costUsd: 2, costEstimated: true })), {
      usd: 2,
      estimated: true,
      tokens: 0,
    });
  });
});
