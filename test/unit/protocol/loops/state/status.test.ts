import assert from 'node:assert/strict';
import { cost, HOUR, type LoopBuilder, loop, MINUTE, SECOND } from '../../../../fakes/loopBuilder.ts';

const WINDOW = 30 * MINUTE;
const MILLISECOND = 1000;
const status = (built: LoopBuilder, later = 0) => built.after(later).status;

describe('the status is', () => {
  it('new without an event, whatever was sent', () => {
    assert.equal(status(loop().send()), 'new');
  });

  for (const verdict of ['done', 'stopped', 'failed'] as const) {
    it(`${verdict} after a round that says so`, () => {
      assert.equal(status(loop().round(1).end(verdict)), verdict);
    });
  }

  for (const [reason, expected] of [
    ['goal_met', 'done'],
    ['error', 'failed'],
    ['impossible', 'failed'],
    ['person', 'stopped'],
    ['round_cap', 'stopped'],
    ['no_progress', 'stopped'],
  ] as const) {
    it(`${expected} when the loop stopped with ${reason}`, () => {
      assert.equal(status(loop().round(1).stopped(reason)), expected);
    });
  }

  it('that of the last ending event', () => {
    assert.equal(status(loop().round(1).end('failed').stopped('goal_met')), 'done');
  });

  it('still ended after anything that starts nothing', () => {
    const built = loop()
      .round(1)
      .start()
      .end('done')
      .finish()
      .beat()
      .ask('q', { blocks: true })
      .end('continue');
    assert.equal(status(built), 'done');
  });

  it('no longer ended once a step that was not open finishes', () => {
    assert.equal(status(loop().round(1).end('done').finish()), 'running');
  });

  it('waiting while a question that blocks is open, neither expired nor overtaken', () => {
    assert.equal(status(loop().round(1).ask('q', { blocks: true })), 'waiting');
    assert.equal(status(loop().round(1).ask('q', { blocks: true }), 99 * HOUR), 'waiting');
    assert.equal(status(loop().round(1).ask('q')), 'running');
    assert.equal(status(loop().round(1).ask('q', { blocks: true }).start()), 'running');
    assert.equal(status(loop().round(1).ask('q', { blocks: true }).send()), 'running');
    const timed = loop().round(1).ask('q', { blocks: true, timeout_s: 60 });
    assert.equal(status(timed, MINUTE), 'waiting');
    assert.equal(status(timed, MINUTE + MILLISECOND), 'running');
  });

  it('waiting while the last round’s end says wait', () => {
    const built = loop().round(1).end('wait');
    assert.equal(status(built, 99 * HOUR), 'waiting');
    assert.equal(status(loop().round(1).end('wait').beat()), 'waiting');
    assert.equal(status(loop().round(1).end('wait').end('continue')), 'running');
    assert.equal(status(loop().round(1).end('wait').start()), 'running');
  });

  it('not waiting once a counting reply came at or after that end', () => {
    const ended = () => loop().round(1).end('wait');
    const { time } = ended();
    assert.equal(status(ended().send({ ts: time })), 'running');
    assert.equal(status(ended().send({ ts: time - 1 })), 'waiting');
    assert.equal(status(ended().send({ ts: time, trusted: false })), 'waiting');
    assert.equal(status(ended().send({ ts: time, kind: 'stop' })), 'waiting');
  });

  it('running in a round within the stall window, stalled past it', () => {
    const built = loop().round(1);
    assert.equal(status(built, WINDOW), 'running');
    assert.equal(status(built, WINDOW + MILLISECOND), 'stalled');
    assert.equal(built.after(2 * MINUTE, { stallMinutes: 1 }).status, 'stalled');
  });

  it('by signs at the time they happened, and a counting reply’s', () => {
    const reported = loop().round(1);
    reported.beat({ at: reported.time - HOUR });
    assert.equal(status(reported, WINDOW), 'stalled', 'the round’s start is the last sign');
    const answered = loop().round(1);
    answered.send({ ts: answered.time + HOUR });
    assert.equal(status(answered, HOUR + WINDOW), 'running');
    assert.equal(status(answered, HOUR + WINDOW + MILLISECOND), 'stalled');
    const untrusted = loop().round(1);
    untrusted.send({ ts: untrusted.time + HOUR, trusted: false });
    assert.equal(status(untrusted, HOUR), 'stalled');
  });

  it('running in a round until next_at is past', () => {
    const built = loop().round(1);
    built.beat({ next_at: built.time + 2 * HOUR + SECOND });
    assert.equal(status(built, 2 * HOUR), 'running');
    assert.equal(status(built, 2 * HOUR + MILLISECOND), 'stalled');
  });

  it('sleeping between rounds until next_at is past', () => {
    const built = loop().round(1);
    built.end('continue', { next_at: built.time + SECOND + 2 * HOUR });
    assert.equal(status(built, 2 * HOUR), 'sleeping');
    assert.notEqual(built.after(2 * HOUR).nextAt, null);
    assert.equal(status(built, 2 * HOUR + MILLISECOND), 'idle');
    assert.equal(built.after(2 * HOUR + MILLISECOND).nextAt, null);
  });

  it('by the last next_at of the file, which only round_started forgets', () => {
    const built = loop().round(1);
    const { time } = built;
    built
      .beat({ next_at: time + 9 * HOUR })
      .beat({ next_at: time + 2 * HOUR })
      .end();
    assert.equal(status(built, HOUR), 'sleeping');
    assert.equal(status(built, 3 * HOUR), 'idle');
    assert.equal(status(built.round(2).end(), HOUR), 'idle');
  });

  it('running between rounds within the window, idle past it', () => {
    const built = loop().round(1).end();
    assert.equal(status(built, WINDOW), 'running');
    assert.equal(status(built, WINDOW + MILLISECOND), 'idle');
  });

  it('idle, not stalled, for a loop that never started a round', () => {
    assert.equal(status(loop().beat(), HOUR), 'idle');
  });

  it('capped between rounds where a cap is reached', () => {
    assert.equal(status(loop().caps({ round_cap: 1 }).round(1).end()), 'capped');
    assert.equal(
      status(loop().caps({ round_cap: 2 }).round(5).end()),
      'running',
      'rounds that ended, not numbers',
    );
    assert.equal(status(loop().caps({ round_cap: 1 }).round(1).end().ask('q', { round: 2 })), 'capped');
    assert.equal(
      status(
        loop()
          .caps({ cost_cap_usd: 1 })
          .round(1)
          .end('continue', { cost: cost(1) }),
      ),
      'capped',
    );
    assert.equal(status(loop().caps({ runtime_cap_minutes: 1 }).round(1).later(MINUTE).end()), 'capped');
    assert.equal(
      status(
        loop()
          .caps({ runtime_cap_minutes: 1 })
          .round(1)
          .later(MINUTE - 1)
          .end(),
      ),
      'running',
    );
  });

  it('not capped in a round, nor where the cap is Infinity', () => {
    assert.equal(status(loop().caps({ round_cap: 1 }).round(1).end().start()), 'running');
    assert.equal(
      status(
        loop()
          .caps({ cost_cap_usd: null })
          .round(1)
          .end('continue', { cost: cost(9) }),
      ),
      'running',
    );
  });

  it('capped rather than sleeping', () => {
    const built = loop().caps({ round_cap: 1 }).round(1);
    built.end('continue', { next_at: built.time + HOUR });
    assert.equal(status(built), 'capped');
  });
});
