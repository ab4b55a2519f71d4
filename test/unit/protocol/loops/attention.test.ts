import assert from 'node:assert/strict';
import type { ReasonArgs } from '../../../../src/protocol/loops/attention.ts';
import type { LookCode, LoopSnapshot } from '../../../../src/protocol/loops/loopSnapshot.ts';
import { cost, HOUR, looks, loop, MINUTE, SECOND, START, waits } from '../../../fakes/loopBuilder.ts';

const WINDOW = 30 * MINUTE;
const MILLISECOND = 1000;
const iso = (micros: number) => new Date(micros / 1000).toISOString();

function args<Code extends LookCode>(snapshot: LoopSnapshot, code: Code): ReasonArgs[Code] {
  const found = snapshot.needsALook.find((reason) => reason.code === code);
  assert.ok(found, `${code} is not among ${looks(snapshot).join(' ')}`);
  return found.args as ReasonArgs[Code];
}

describe('what waits for the person', () => {
  it('is each open question that is neither expired nor overtaken', () => {
    const built = loop()
      .round(1)
      .ask('gone', { blocks: true })
      .start()
      .ask('a')
      .ask('b', { timeout_s: 60 })
      .ask();
    assert.deepEqual(
      built.after().waitsForYou.map((reason) => reason.args['id']),
      ['a', 'b', null],
    );
    assert.deepEqual(
      built.after(HOUR).waitsForYou.map((reason) => reason.args['id']),
      ['a', null],
    );
  });

  it('is a verdict that waits', () => {
    const [reason] = loop().round(1).end('wait', { summary: 'Which way?' }).after().waitsForYou;
    assert.deepEqual(reason, {
      code: 'verdict-wait',
      args: { round: 1, since: iso(START + SECOND), summary: 'Which way?', next: '' },
    });
  });

  it('is nothing once the loop has ended', () => {
    assert.deepEqual(waits(loop().round(1).ask('a').end('done').after()), []);
    assert.deepEqual(waits(loop().round(1).ask('a').end('done').start().after()), ['question']);
  });
});

describe('what needs a look', () => {
  it('is nothing in a loop that runs', () => {
    assert.deepEqual(looks(loop().round(1).start().after()), []);
  });

  it('is that it stalled, failed or is capped', () => {
    assert.deepEqual(args(loop().round(3).after(HOUR), 'stalled'), { round: 3, since: iso(START) });
    const failed = loop().round(1).end('failed', { stop_reason: 'error', summary: 'No disk' }).after();
    assert.deepEqual(args(failed, 'failed'), {
      round: 1,
      since: iso(START + SECOND),
      stopReason: 'error',
      summary: 'No disk',
    });
    const capped = loop().caps({ round_cap: 1, cost_cap_usd: 9 }).round(1).end().after();
    assert.deepEqual(args(capped, 'capped').caps, [{ cap: 'rounds', value: 1, limit: 1 }]);
  });

  it('is that it went over a cap and runs on', () => {
    const at = loop()
      .caps({ cost_cap_usd: 25 })
      .round(1)
      .finish('build', { cost: cost(25) });
    assert.deepEqual(looks(at.after()), []);
    const over = at.finish('build', { cost: cost(6.2) }).after();
    assert.deepEqual(args(over, 'over-cap'), {
      status: 'running',
      caps: [{ cap: 'cost', value: 31.2, limit: 25 }],
    });
    const long = loop()
      .caps({ runtime_cap_minutes: 1 })
      .round(1)
      .later(MINUTE + SECOND)
      .start()
      .after();
    assert.deepEqual(looks(long), ['over-cap']);
  });

  it('is a round numbered above the round cap, not one at it', () => {
    assert.deepEqual(looks(loop().caps({ round_cap: 2 }).round(2).after()), []);
    assert.deepEqual(looks(loop().caps({ round_cap: 2 }).round(3).after()), ['over-cap']);
  });

  it('is over a cap while it waits, stalls or sleeps too, not when it is idle, capped or ended', () => {
    const over = () => loop().caps({ round_cap: 1 }).round(2);
    assert.deepEqual(looks(over().ask('q', { blocks: true }).after()), ['over-cap']);
    assert.deepEqual(looks(over().after(HOUR)), ['stalled', 'over-cap']);
    assert.deepEqual(looks(over().end().after()), ['capped']);
    assert.deepEqual(looks(over().end('done').after()), []);
    const sleeping = loop().caps({ round_cap: 2 }).round(3);
    sleeping.end('continue', { next_at: sleeping.time + HOUR });
    assert.deepEqual(looks(sleeping.after()), ['over-cap']);
    assert.deepEqual(looks(loop().caps({ round_cap: 2 }).round(3).end().after(HOUR)), []);
  });

  it('is an error for the person in a run that counts of the round last named', () => {
    const error = { kind: 'needs_person', text: 'Log in again' } as const;
    const built = loop().round(1).finish('build', { error, label: 'a' });
    assert.deepEqual(args(built.after(), 'needs-person'), {
      round: 1,
      step: 'build',
      label: 'a',
      text: 'Log in again',
      since: iso(START + SECOND),
      count: 1,
    });
    built.start('build', { label: 'a' });
    assert.deepEqual(looks(built.after()), [], 'it tries again');
    built.finish('build', { label: 'a', error: { kind: 'transient', text: '' } });
    assert.deepEqual(looks(built.after()), []);
    const elsewhere = loop().round(1).finish('build', { error }).ask('q', { round: 2 });
    assert.deepEqual(looks(elsewhere.after()), []);
  });

  it('is a problem, unless it is only information', () => {
    const built = loop().round(1);
    const problem = {
      code: 'not-json',
      args: {},
      file: 'events.jsonl',
      line: 7,
      column: null,
      endColumn: null,
      offset: 0,
      message: 'm',
    };
    built.problems = [{ ...problem, severity: 'info' }];
    assert.deepEqual(looks(built.after()), []);
    built.problems = [
      { ...problem, severity: 'info' },
      { ...problem, severity: 'error', line: 8 },
    ];
    assert.deepEqual(args(built.after(), 'problem'), {
      count: 1,
      code: 'not-json',
      file: 'events.jsonl',
      line: 8,
      message: 'm',
    });
  });

  it('is a line in the inbox that is not the person’s', () => {
    const snapshot = loop().round(1).send({ trusted: null }).send({ trusted: false }).after();
    assert.deepEqual(args(snapshot, 'untrusted'), { count: 1, ids: ['m1'], since: iso(START) });
  });
});

describe('something sent is unread', () => {
  it('past the stall window, not at it', () => {
    const built = loop().round(1).readInbox().send();
    built.beat({ at: built.time + 9 * HOUR });
    assert.ok(!looks(built.at(START + SECOND + WINDOW)).includes('unread'));
    const late = built.at(START + SECOND + WINDOW + MILLISECOND);
    assert.deepEqual(args(late, 'unread'), {
      id: 'm0',
      kind: 'reply',
      question: null,
      since: iso(START + SECOND),
      usualSeconds: null,
      count: 1,
    });
  });

  it('past three times the usual reading time where that is longer', () => {
    const built = loop()
      .round(1)
      .send()
      .send()
      .send()
      .later(20 * MINUTE)
      .readInbox('m0', 'm1', 'm2')
      .send();
    assert.equal(built.after().readingSeconds, 1200);
    assert.ok(!looks(built.after(60 * MINUTE)).includes('unread'));
    assert.ok(looks(built.after(60 * MINUTE + MILLISECOND)).includes('unread'));
  });

  it('not when it was read, is a copy or not trusted', () => {
    const built = loop().round(1).send().send({ id: 'm0' }).send({ trusted: false }).readInbox('m0');
    assert.ok(!looks(built.after(HOUR)).includes('unread'));
  });

  it('not in a loop that never tells of reading, but started something since', () => {
    const silent = loop().round(1).send();
    assert.ok(looks(silent.after(HOUR)).includes('unread'));
    assert.ok(!looks(silent.start().after(HOUR)).includes('unread'));
    assert.ok(looks(silent.readInbox('other').after(HOUR)).includes('unread'), 'now it does tell');
  });

  it('not when it was a stop and the loop has ended since', () => {
    const built = loop().round(1).send({ kind: 'stop' });
    assert.ok(looks(built.after(HOUR)).includes('unread'));
    assert.ok(!looks(built.stopped().after(HOUR)).includes('unread'));
  });
});

describe('the usual reading time', () => {
  it('is the median of what was read, known from three on', () => {
    const built = loop().round(1).send().send().send().send();
    const { time } = built;
    built.event({ event: 'inbox_read', ts: 0, ids: ['m0'] }, time + 10 * SECOND);
    built.event({ event: 'inbox_read', ts: 0, ids: ['m1'] }, time + 30 * SECOND);
    assert.equal(built.after().readingSeconds, null);
    built.event({ event: 'inbox_read', ts: 0, ids: ['m2', 'm0'] }, time + 90 * SECOND);
    assert.equal(built.after().readingSeconds, 30);
    built.event({ event: 'inbox_read', ts: 0, ids: ['m3'] }, time + 100 * SECOND);
    assert.equal(built.after().readingSeconds, 60);
  });
});

describe('what was sent is taken', () => {
  const taken = (snapshot: LoopSnapshot) => snapshot.inbox[0]?.takenAt;

  it('with the first starting event after it was read', () => {
    const built = loop().round(1).start().send().start().readInbox('m0').finish();
    assert.equal(taken(built.after()), null, 'one that ends a run opened before starts nothing');
    assert.equal(taken(built.start().start().after()), iso(START + 5 * SECOND));
  });

  it('with the first starting event after it was sent where the loop never tells of reading', () => {
    const built = loop().round(1).start().send();
    assert.equal(taken(built.after()), null);
    assert.equal(taken(built.start().after()), iso(START + 2 * SECOND));
  });

  it('not when the same question is asked again first', () => {
    const built = loop().ask('q').send().readInbox('m0').ask('q').start();
    assert.equal(taken(built.after()), null);
    const other = loop().ask('q').send().readInbox('m0').ask('p').start();
    assert.equal(taken(other.after()), iso(START + 3 * SECOND));
  });

  it('for questions without ids by their text', () => {
    assert.equal(taken(loop().ask().send().readInbox('m0').ask().start().after()), null);
    const other = loop().ask().send().readInbox('m0').ask(undefined, { text: 'Else?' }).start();
    assert.equal(taken(other.after()), iso(START + 3 * SECOND));
  });

  it('not for a copy', () => {
    const { inbox } = loop().ask('q').send().send({ id: 'm0' }).readInbox('m0').start().after();
    assert.deepEqual(
      inbox.map((entry) => [entry.read, entry.takenAt !== null]),
      [
        [true, true],
        [true, false],
      ],
    );
  });
});

describe('it still asks', () => {
  it('when the same question comes again after the answer was read', () => {
    const snapshot = loop().round(1).ask('q').send().readInbox('m0').ask('q').after();
    assert.deepEqual(args(snapshot, 'still-asks'), {
      id: 'm0',
      key: snapshot.questions[1]?.key,
      question: 'q',
      text: 'Which?',
      readAt: iso(START + 2 * SECOND),
      askedAgainAt: iso(START + 3 * SECOND),
    });
  });

  it('not when it came again before the answer was read', () => {
    assert.deepEqual(looks(loop().round(1).ask('q').send().ask('q').readInbox('m0').after()), []);
  });

  it('when nothing starts within the stall window of reading', () => {
    const built = loop().round(1).ask('q').send().readInbox('m0');
    assert.ok(!looks(built.after(WINDOW)).includes('still-asks'));
    assert.ok(looks(built.after(WINDOW + MILLISECOND)).includes('still-asks'));
    assert.ok(!looks(built.later(HOUR).start().after()).includes('still-asks'), 'now it is taken');
  });

  it('not for a note, an ended loop, or a question that the loop closed itself', () => {
    assert.ok(!looks(loop().round(1).send().readInbox('m0').after(HOUR)).includes('still-asks'));
    const answered = () => loop().round(1).ask('q').send().readInbox('m0');
    assert.ok(!looks(answered().end('done').after(HOUR)).includes('still-asks'));
    assert.ok(!looks(answered().closeQuestion('answered', 'q').after(HOUR)).includes('still-asks'));
  });
});

describe('something was decided without the person', () => {
  it('when a question ran out', () => {
    const built = loop().round(1).ask('q', { timeout_s: 60 });
    assert.ok(!looks(built.after(MINUTE)).includes('decided'));
    assert.deepEqual(args(built.after(MINUTE + MILLISECOND), 'decided'), {
      key: built.after().questions[0]?.key,
      id: 'q',
      text: 'Which?',
      round: null,
      reason: 'expired',
      took: null,
      at: iso(START + SECOND + MINUTE),
    });
  });

  it('when it was superseded or withdrawn, with what the loop took', () => {
    const built = loop().round(1).ask('q').closeQuestion('superseded', 'q', 'Team leads');
    assert.deepEqual(
      [args(built.after(), 'decided').took, args(built.after(), 'decided').at],
      ['Team leads', iso(START + 2 * SECOND)],
    );
    assert.ok(looks(loop().round(1).ask('q').closeQuestion('withdrawn').after()).includes('decided'));
    assert.ok(!looks(loop().round(1).ask('q').closeQuestion('answered').after()).includes('decided'));
  });

  it('not where the same id was asked again', () => {
    assert.deepEqual(looks(loop().round(1).ask('q').ask('q').after()), []);
    assert.deepEqual(looks(loop().round(1).ask('q').closeQuestion('superseded', 'q').ask('q').after()), []);
  });

  it('for a day, or for longer from when the loop was seen first', () => {
    const built = loop().round(1).ask('q').closeQuestion('withdrawn');
    assert.ok(looks(built.after(24 * HOUR)).includes('decided'));
    assert.ok(!looks(built.after(24 * HOUR + MILLISECOND)).includes('decided'));
    const seen = { seenSince: new Date((START + HOUR) / 1000) };
    assert.ok(looks(built.after(72 * HOUR, seen)).includes('decided'));
  });

  it('by its time only if the loop had neither gone on nor ended before', () => {
    const asked = () => loop().round(1).ask('q', { blocks: true, timeout_s: 60 });
    assert.ok(
      looks(
        asked()
          .later(2 * MINUTE)
          .start()
          .after(),
      ).includes('decided'),
    );
    assert.ok(!looks(asked().start().after(HOUR)).includes('decided'));
    assert.ok(!looks(asked().stopped().after(HOUR)).includes('decided'));
  });
});
