import assert from 'node:assert/strict';
import type { LoopSnapshot } from '../../../../../src/protocol/loops/loopSnapshot.ts';
import { fold } from '../../../../fakes/foldOnce.ts';
import { HOUR, loop, MINUTE, SECOND, START } from '../../../../fakes/loopBuilder.ts';
import { momentsOf, Random, randomLog } from '../../../../fakes/randomLog.ts';

const iso = (micros: number) => new Date(micros / 1000).toISOString();

/** What time can change. */
function seen({ status, waitsForYou, needsALook, questions }: LoopSnapshot): string {
  return JSON.stringify([status, waitsForYou, needsALook, questions]);
}

describe('the next change', () => {
  it('is the first millisecond past the stall window', () => {
    assert.equal(loop().round(1).after().nextChangeAt, iso(START + 30 * MINUTE + 1000));
    assert.equal(loop().round(1).after(HOUR).nextChangeAt, null);
  });

  it('is cut to the millisecond that lies past a moment between two', () => {
    const built = loop().event({ event: 'round_started', ts: 0, round: 1, plan: '' }, START + 1500);
    assert.equal(built.at(START + SECOND).nextChangeAt, iso(START + 30 * MINUTE + 2000));
  });

  it('is when next_at is past', () => {
    const built = loop().round(1).end();
    built.beat({ next_at: built.time + HOUR });
    assert.equal(built.after().nextChangeAt, iso(START + SECOND + HOUR + 1000));
  });

  it('is when a question expires, and when it is no longer told', () => {
    const built = loop().round(1).ask('q', { blocks: true, timeout_s: 3600 });
    const expiry = START + SECOND + HOUR;
    assert.equal(built.after().nextChangeAt, iso(expiry + 1000));
    assert.equal(built.after(2 * HOUR).nextChangeAt, iso(expiry + 24 * HOUR + 1000));
  });

  it('is none in a loop that has ended, nor past year 9999', () => {
    assert.equal(loop().round(1).end('done').after().nextChangeAt, null);
    assert.equal(
      loop()
        .ask('q', { blocks: true, timeout_s: 10n ** 30n })
        .after().nextChangeAt,
      null,
    );
    assert.equal(loop().after().nextChangeAt, null);
  });

  it('leaves out what changes nothing', () => {
    const built = loop().round(1).end();
    built.beat({ next_at: built.time + 10 * MINUTE });
    assert.equal(built.after().status, 'sleeping');
    assert.equal(
      built.ask('q', { blocks: true }).after().nextChangeAt,
      null,
      'it waits whatever next_at says',
    );
  });

  it('is exact in random loops: nothing changes before, something does then', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const log = randomLog(seed);
      const random = new Random(seed);
      for (const ms of momentsOf(log, random, 2, 30)) {
        const at = (time: number) => fold({ ...log, problems: [], stallMinutes: 30, now: new Date(time) });
        const now = at(ms);
        const next = now.nextChangeAt === null ? ms + 40 * 24 * 3600 * 1000 : Date.parse(now.nextChangeAt);
        const label = `seed ${seed} at ${ms}`;
        if (now.nextChangeAt !== null)
          assert.notEqual(seen(at(next)), seen(now), `${label}: no change at ${next}`);
        for (const before of [next - 1, random.whole(ms, next - 1), random.whole(ms, next - 1)]) {
          assert.equal(seen(at(before)), seen(now), `${label}: changed before ${next}, at ${before}`);
        }
      }
    }
  });
});
