import assert from 'node:assert/strict';
import type { LoopSnapshot } from '../../../../src/protocol/loops/loopSnapshot.ts';
import {
  countFates,
  decisionOutcomes,
  outcomeOfNote,
} from '../../../../src/workspace/loops/decisionOutcome.ts';
import { type LoopBuilder, loop, MINUTE } from '../../../fakes/loopBuilder.ts';
import { sent } from '../../../fakes/snapshots.ts';

/** After everything the builder has so far, and before what comes next. */
function noted(built: LoopBuilder, text: string): (snapshot: LoopSnapshot) => LoopSnapshot {
  const ts = new Date(built.time / 1000 + 500).toISOString();
  return (snapshot) => ({ ...snapshot, inbox: [...snapshot.inbox, sent({ id: `qd-${text}`, text, ts })] });
}

function fates(snapshot: LoopSnapshot): Record<string, string> {
  const outcomes = decisionOutcomes(snapshot).flatMap(({ decided }) => decided);
  return Object.fromEntries(outcomes.map(({ decided, fate }) => [decided.id, fate]));
}

describe('what became of what was sent', () => {
  it('is told from how the loop closed each finding, and whether its step still lists it', () => {
    const built = loop().round(1).finding('a', 'b', 'c', 'd', 'e').end();
    const note = noted(
      built,
      [
        "facts/a: won't fix",
        'facts/b: fix',
        'facts/c: fix',
        'facts/d: later',
        'facts/e: fix',
        'facts/x: fix',
      ].join('\n'),
    );
    built.round(2).close('a', { resolution: 'wontfix' }).close('b', { resolution: 'fixed' });
    built.finding('d', 'e').close('e').end();
    const snapshot = note(built.after());
    assert.deepEqual(fates(snapshot), {
      a: 'wontfix',
      b: 'fixed',
      c: 'gone',
      d: 'open',
      e: 'closed',
      x: 'unknown',
    });
    assert.deepEqual(countFates(decisionOutcomes(snapshot).flatMap(({ decided }) => decided)), [
      ['fixed', 1],
      ['wontfix', 1],
      ['closed', 1],
      ['gone', 1],
      ['open', 1],
      ['unknown', 1],
    ]);
  });

  it('is open while the step has not judged again', () => {
    const built = loop().round(1).finding('a').end();
    assert.deepEqual(fates(noted(built, 'facts/a: fix')(built.after())), { a: 'open' });
  });

  it('is open again where a finding that was closed comes back', () => {
    const built = loop().round(1).finding('a').end();
    const note = noted(built, 'facts/a: fix');
    built.round(2).close('a', { resolution: 'fixed' }).finding('a').end();
    const [outcome] = decisionOutcomes(note(built.after()))[0]?.decided ?? [];
    assert.deepEqual(outcome?.before, { round: 1, index: 0 });
    assert.deepEqual(outcome?.now, { round: 2, index: 0 });
    assert.equal(outcome?.fate, 'open');
  });

  it('follows a finding through rounds that number theirs anew', () => {
    const built = loop().round(1);
    const listed = (...texts: string[]) =>
      texts.map((text, at) => ({ id: String(at + 1), text, severity: 'material' as const }));
    built.finish('facts', { findings: listed('No source for: berths.', 'The order is wrong.') }).end();
    const note = noted(built, 'facts/1: fix\nfacts/2: later');
    built
      .round(2)
      .finish('facts', { findings: listed('The order is wrong.') })
      .end();
    assert.deepEqual(fates(note(built.after())), { 1: 'gone', 2: 'open' });
  });

  it('takes a finding that is said in other words under its id for the same', () => {
    const built = loop().round(1).finding('a').end();
    const note = noted(built, 'facts/a: fix');
    built.round(2).finish('facts', { findings: [{ id: 'a', text: 'Quite other words', severity: 'minor' }] });
    assert.deepEqual(fates(note(built.after())), { a: 'open' });
  });

  it('counts in a round that goes on by when its run ended', () => {
    const built = loop().round(1).finding('a').later(MINUTE);
    const note = noted(built, 'facts/a: fix');
    built.later(2 * MINUTE).finding('b');
    assert.deepEqual(fates(note(built.after())), { a: 'gone' });
  });

  it('tells runs of one step apart by their labels', () => {
    const built = loop().round(1).findings({ label: 'one' }, 'a').findings({ label: 'two' }, 'a').end();
    const note = noted(built, 'facts/a [two]: fix');
    built.round(2).close('a', { label: 'one', resolution: 'fixed' });
    assert.deepEqual(fates(note(built.after())), { a: 'open' });
  });

  it('is of notes that are from the person only, each for itself', () => {
    const built = loop().round(1).finding('a').end();
    const first = noted(built, 'facts/a: later');
    built.round(2).finding('a').end();
    const second = noted(built, 'facts/a: fix');
    built.round(3).close('a', { resolution: 'fixed' }).finding().end();
    const snapshot = second(first(built.after()));
    snapshot.inbox.push(sent({ text: 'facts/a: fix', trusted: false }), sent({ text: 'go on' }));
    const outcomes = decisionOutcomes(snapshot);
    assert.deepEqual(
      outcomes.map(({ decided }) => decided.map(({ fate, before }) => [fate, before?.round])),
      [[['fixed', 1]], [['fixed', 2]]],
    );
    const [, , , plain] = snapshot.inbox;
    assert.ok(plain);
    assert.equal(outcomeOfNote(snapshot, plain), undefined);
  });

  it('reads rounds that are made when asked for, and few of them', () => {
    const built = loop();
    for (let number = 1; number <= 300; number += 1) built.round(number).finding('a', 'b', 'c').end();
    const note = noted(built, 'facts/a: fix\nfacts/b: later\nfacts/c: fix');
    for (let number = 301; number <= 700; number += 1) built.round(number).finding('b').end();
    built.round(701).finding('a', 'b').end();
    const snapshot = note(built.after());
    let read = 0;
    const rounds = new Proxy(snapshot.rounds, {
      get: (target, property, receiver): unknown => {
        if (/^\d+$/.test(String(property))) read += 1;
        return Reflect.get(target, property, receiver);
      },
    });
    const told = { ...snapshot, rounds };
    assert.deepEqual(fates(told), { a: 'open', b: 'open', c: 'gone' });
    assert.ok(read < 150, `${read} rounds were read`);
    const [first] = decisionOutcomes(told)[0]?.decided ?? [];
    assert.deepEqual([first?.before?.round, first?.now], [300, { round: 701, index: 0 }]);
    assert.equal(decisionOutcomes(told), decisionOutcomes({ ...told }));
  });
});
