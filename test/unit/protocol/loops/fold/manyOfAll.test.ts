import assert from 'node:assert/strict';
import type { Micros } from '../../../../../src/protocol/lib/time.ts';
import type { LoopFold } from '../../../../../src/protocol/loops/fold.ts';
import type { LoopSnapshot } from '../../../../../src/protocol/loops/loopSnapshot.ts';
import {
  findingStates,
  HOUR,
  type LoopBuilder,
  loop,
  MINUTE,
  SECOND,
} from '../../../../fakes/loopBuilder.ts';

const MANY = 400;
/** One step by which a builder's log grows. */
const at = (now: Micros) => ({ now: new Date(now / 1000), stallMinutes: 30, problems: [] });

function addNew(live: LoopFold, built: LoopBuilder, from: number): void {
  for (const { event, offset } of built.events.slice(from)) live.addEvent(event, offset);
}

/** The state before and after what `more` adds, both taken from one fold, at the same time unless it says otherwise. */
function around(
  built: LoopBuilder,
  more: (built: LoopBuilder) => unknown,
  later = 0,
): [LoopSnapshot, LoopSnapshot] {
  const live = built.live();
  const now = built.time + MINUTE;
  const before = live.snapshot(at(now));
  const length = built.events.length;
  more(built);
  addNew(live, built, length);
  const after = live.snapshot(at(now + later));
  assert.deepEqual(after, built.at(now + later), 'as if read at once');
  return [before, after];
}

/** Places at which two lists hold other objects. */
function changed<Value>(before: readonly Value[] | undefined, after: readonly Value[] | undefined): number[] {
  return [...(after ?? []).keys()].filter((place) => before?.[place] !== after?.[place]);
}

function longRound(): LoopBuilder {
  const built = loop().round(1);
  for (let run = 0; run < MANY; run += 1) built.start('build').finish('build');
  for (let run = 0; run < MANY; run += 1) built.findings({ label: `${run}` }, `f${run}`, 'same');
  return built;
}

describe('a round that never ends', () => {
  it('makes only the run anew that changed', () => {
    const [before, after] = around(longRound(), (built) => built.start('build'));
    assert.deepEqual(changed(before.rounds[0]?.runs, after.rounds[0]?.runs), [MANY - 1, 2 * MANY]);
    assert.equal(before.rounds[0]?.findings, after.rounds[0]?.findings);
    assert.equal(before.openFindings, after.openFindings);
  });

  it('makes only the finding anew that was closed', () => {
    const [before, after] = around(longRound(), (built) => built.close('f7'));
    assert.deepEqual(changed(before.rounds[0]?.findings, after.rounds[0]?.findings), [14]);
    assert.equal(before.rounds[0]?.runs, after.rounds[0]?.runs);
    assert.equal(after.openFindings.length, 2 * MANY - 1);
  });

  it('closes what every label lists, and later only what was listed since', () => {
    const built = longRound().close('same', { resolution: 'fixed' });
    const [, once] = around(built, (more) => more.findings({ label: '3' }, 'same'));
    assert.equal(once.rounds[0]?.findings.filter(({ state }) => state === 'closed').length, MANY);
    assert.equal(once.rounds[0]?.findings.at(-1)?.state, 'open');
    const [before, after] = around(built, (more) => more.close('same', { resolution: 'fixed' }));
    assert.deepEqual(changed(before.rounds[0]?.findings, after.rounds[0]?.findings), [2 * MANY]);
  });

  it('shows the last closing of one label apart from that of all', () => {
    const built = loop().round(1).findings({ label: 'a' }, 'x').findings({ label: 'b' }, 'x');
    built.close('x', { resolution: 'fixed' }).close('x', { label: 'a', resolution: 'wontfix' });
    const [before, after] = around(built, (more) => more.close('x', { resolution: 'fixed' }));
    const resolutions = (of: LoopSnapshot) => of.rounds[0]?.findings.map(({ resolution }) => resolution);
    assert.deepEqual(resolutions(before), ['wontfix', 'fixed']);
    assert.deepEqual(resolutions(after), ['fixed', 'fixed']);
  });

  it('counts as closed as fixed what the last line says of it', () => {
    const built = loop().round(1).finding('x').finding('x').close('x', { resolution: 'fixed' });
    built.close('x', { resolution: 'wontfix' });
    assert.equal(built.finding('x').after().needsALook.length, 0);
    built.close('x', { resolution: 'fixed' }).finding('x');
    assert.deepEqual(
      built.after().needsALook.map(({ code }) => code),
      ['no-progress'],
    );
  });
});

describe('many rounds named by turns', () => {
  it('stay right however often they are put away and taken out', () => {
    const built = loop();
    for (let turn = 0; turn < 6; turn += 1) {
      for (let round = 1; round <= 60; round += 1) {
        built.in(round).findings({ label: `${round}` }, `t${turn}`);
        if (turn > 1) built.close(`t${turn - 2}`, { resolution: 'fixed' });
      }
    }
    const live = built.live();
    const snapshot = live.snapshot(at(built.time));
    assert.deepEqual(findingStates(snapshot, 5), [
      't0 closed',
      't1 closed',
      't2 closed',
      't3 closed',
      't4 superseded',
      't5 open',
    ]);
    const length = built.events.length;
    addNew(live, built.in(9).start('gate'), length);
    assert.deepEqual(changed(snapshot.rounds, live.snapshot(at(built.time)).rounds), [8]);
  });
});

describe('many open questions', () => {
  function asking(): LoopBuilder {
    const built = loop().round(1);
    for (let question = 0; question < MANY; question += 1) {
      built.ask(`q${question}`, { blocks: true, timeout_s: 2 * 3600 + 2 * (MANY - question) });
    }
    return built;
  }

  it('are the same as before when one more is asked', () => {
    const [before, after] = around(asking(), (built) => built.ask('more'));
    assert.deepEqual(changed(before.questions, after.questions), [MANY]);
    assert.deepEqual(changed(before.waitsForYou, after.waitsForYou), [MANY]);
  });

  it('are the same list when nothing of them changed', () => {
    const [before, after] = around(asking(), (built) => built.beat());
    assert.equal(before.questions, after.questions);
  });

  it('change when they expire, one after the other, and change back for who asks about an earlier time', () => {
    const built = asking();
    const live = built.live();
    const now = built.time;
    const before = live.snapshot(at(now));
    const first = live.snapshot(at(Date.parse(before.nextChangeAt ?? '') * 1000));
    assert.deepEqual(changed(before.questions, first.questions), [MANY - 1]);
    assert.equal(before.waitsForYou.length - first.waitsForYou.length, 1);
    const half = now + 2 * HOUR + 200 * SECOND;
    const late = live.snapshot(at(half));
    const open = late.questions.filter(({ state }) => state === 'open').length;
    assert.ok(open > 0 && open < MANY, `${open} are open`);
    assert.equal(late.waitsForYou.length, open);
    assert.equal(late.needsALook.filter(({ code }) => code === 'decided').length, MANY - open);
    assert.deepEqual(late, built.at(half));
    assert.deepEqual(live.snapshot(at(now)), before);
  });

  it('are answered one by one by replies that are ahead of the log', () => {
    const built = asking();
    for (let reply = 0; reply < MANY; reply += 1) built.send({ question: null, ts: built.time + HOUR });
    const [before, after] = around(built, (more) => more.ask('more'));
    assert.equal(before.questions.filter(({ state }) => state === 'answered').length, MANY);
    assert.deepEqual(
      after.questions.filter(({ state }) => state === 'open').map(({ id }) => id),
      ['q0'],
    );
  });

  it('are overtaken by what comes after, though the answer is ahead of the log', () => {
    const built = loop().round(1).ask('q', { blocks: true });
    built.send({ question: 'q', ts: built.time + HOUR });
    const [before, after] = around(built, (more) => more.start());
    assert.deepEqual([before.questions[0]?.overtaken, after.questions[0]?.overtaken], [false, true]);
  });
});

describe('a long inbox', () => {
  it('gives only what was read since anew', () => {
    const built = loop().round(1);
    for (let entry = 0; entry < MANY; entry += 1)
      built.send({ kind: 'reply', ts: built.time + SECOND * entry });
    const [before, after] = around(built, (more) => more.readInbox('m7', 'm9', 'none'));
    assert.deepEqual(changed(before.inbox, after.inbox), [7, 9]);
  });

  it('looks ahead to each reply that will be told as not taken', () => {
    const built = loop().round(1).ask('a').ask('b');
    built.send({ question: 'a' }).send({ question: 'b' }).send({ question: 'a' });
    built.readInbox('m2').later(MINUTE).readInbox('m1').later(MINUTE).readInbox('m0');
    const moments: string[] = [];
    let now = built.time;
    for (let next = built.at(now).nextChangeAt; next !== null && moments.length < 10; ) {
      now = Date.parse(next) * 1000;
      const seen = built.at(now);
      const asks = seen.needsALook
        .filter(({ code }) => code === 'still-asks')
        .map(({ args }) => args['question']);
      moments.push(asks.join());
      next = seen.nextChangeAt;
    }
    assert.deepEqual(moments, ['a', 'b,a', 'a,b']);
  });
});
