import assert from 'node:assert/strict';
import type { FoldEvent } from '../../../../../src/protocol/loops/eventDefinitions.ts';
import { LoopFold } from '../../../../../src/protocol/loops/fold.ts';
import type { LoopSnapshot } from '../../../../../src/protocol/loops/loopSnapshot.ts';
import { cost, type LoopBuilder, loop, metric, SECOND, START } from '../../../../fakes/loopBuilder.ts';

const ROUNDS = 300;
const options = { now: new Date(START / 1000), stallMinutes: 30, problems: [] };

/** Rounds with something of everything in them, also characters of every width. */
function many(count = ROUNDS): LoopBuilder {
  const built = loop();
  for (let round = 1; round <= count; round += 1) {
    built
      .round(round, { plan: `plan ${round} ſ 🦊 \ud800` })
      .start('build', { label: 'open' })
      .start('gate');
    built.finish('gate', {
      summary: 'plain',
      attempt: 10n ** 20n,
      session: `s${round % 3}`,
      model: 'm',
      artifact: 'é.md',
    });
    built.finish('build', {
      status: 'failed',
      error: { kind: 'needs_person', text: 'x' },
      cost: cost(0.1, { tokens_in: round, estimated: round % 2 === 0 }),
      metrics: [metric('score', round, { target: 9, better: 'higher' })],
    });
    built
      .findings({ label: `l${round % 5}` }, `${round}`, 'minor!')
      .close(`${round}`, { resolution: 'fixed' });
    built.end('continue', {
      summary: `sum ${round}`,
      next: 'next',
      outcome: 'kept',
      ...(round % 7 === 0 ? { commit: 'abc' } : {}),
    });
  }
  return built;
}

function feed(live: LoopFold, ...events: FoldEvent[]): LoopSnapshot {
  for (const event of events) live.addEvent(event, 0);
  return live.snapshot(options);
}

describe('a loop of many rounds', () => {
  it('gives all of them whole, also those that were put away', () => {
    const snapshot = many().live().snapshot(options);
    assert.equal(snapshot.rounds.length, ROUNDS);
    const alone = many(3).live().snapshot(options).rounds[1];
    assert.deepEqual(
      { ...snapshot.rounds[1], findings: [] },
      { ...alone, findings: [] },
      'but for findings that later rounds took over, as if it were alone',
    );
    assert.deepEqual(
      snapshot.rounds[1]?.findings.map(({ id, state, resolution }) => [id, state, resolution]),
      [
        ['2', 'closed', 'fixed'],
        ['minor', 'superseded', null],
      ],
    );
  });

  it('is an array to all who read it', () => {
    const { rounds } = many().live().snapshot(options);
    assert.ok(Array.isArray(rounds));
    assert.equal(JSON.parse(JSON.stringify(rounds)).length, ROUNDS);
    assert.deepEqual(
      [...rounds].map(({ round }) => round),
      rounds.map(({ round }) => round),
    );
    assert.equal(rounds.at(-1)?.round, ROUNDS);
    assert.deepEqual(
      rounds.slice(0, 2).map(({ round }) => round),
      [1, 2],
    );
    assert.equal(rounds.findLast(({ round }) => round < 5)?.round, 4);
    assert.equal(Object.keys(rounds).length, ROUNDS);
    assert.equal(rounds[ROUNDS], undefined);
    assert.deepEqual([0 in rounds, ROUNDS in rounds], [true, false]);
    assert.throws(() => rounds.push(...rounds.slice(0, 1)), TypeError);
  });

  it('keeps each round the same object until it changes', () => {
    const live = many().live();
    const before = live.snapshot(options);
    const held = [...before.rounds];
    const beat = feed(live, { event: 'heartbeat', ts: START, text: '' });
    assert.equal(beat.rounds, before.rounds);
    const after = feed(live, { event: 'step_started', ts: START, round: ROUNDS, step: 'build', label: '' });
    assert.ok(held.slice(0, -1).every((round, index) => round === after.rounds[index]));
    assert.notEqual(after.rounds.at(-1), held.at(-1));
  });

  it('changes an old round when a line reaches it, and leaves earlier snapshots as they were', () => {
    const live = many().live();
    const before = live.snapshot(options);
    const held = [...before.rounds];
    const close = {
      event: 'finding_closed',
      ts: START,
      round: 4,
      step: 'facts',
      label: '',
      reason: '',
    } as const;
    const after = feed(live, { ...close, id: '4', resolution: 'wontfix' });
    assert.equal(after.rounds[3]?.findings[0]?.resolution, 'wontfix');
    assert.equal(before.rounds[3]?.findings[0]?.resolution, 'fixed');
    assert.deepEqual(
      held.flatMap((round, index) => (round === after.rounds[index] ? [] : [round.round])),
      [4],
    );
  });

  it('ends a run that an old round opened', () => {
    const live = many().live();
    const after = feed(live, finished(2, 'build', 'open'));
    assert.deepEqual(
      after.rounds[1]?.runs.map(({ step, label, status, startedAt }) => [
        step,
        label,
        status,
        startedAt !== null,
      ]),
      [
        ['build', 'open', 'ok', true],
        ['gate', '', 'ok', true],
        ['build', '', 'failed', false],
        ['facts', 'l2', 'ok', false],
      ],
    );
  });

  it('takes over findings of a step that did not run for hundreds of rounds', () => {
    const built = loop().round(1).findings({ label: 'rare' }, '1').end();
    for (let round = 2; round <= ROUNDS; round += 1) built.round(round).end();
    const live = built.live();
    assert.equal(live.snapshot(options).rounds[0]?.findings[0]?.state, 'open');
    const after = feed(live, finished(ROUNDS, 'facts', 'rare'));
    assert.equal(after.rounds[0]?.findings[0]?.state, 'superseded');
    assert.deepEqual(after.openFindings, []);
  });

  it('shows what is open now with every round that has no end', () => {
    const built = loop();
    for (let round = 1; round <= ROUNDS; round += 1) built.round(round);
    const live = built.finding('1').live();
    assert.ok(live.snapshot(options).rounds.every((round) => round.openMaterial === 1));
    const after = feed(live, {
      event: 'finding_closed',
      ts: START,
      round: ROUNDS,
      step: 'facts',
      id: '1',
      label: '',
      reason: '',
    });
    assert.ok(after.rounds.every((round) => round.openMaterial === 0));
  });

  it('puts rounds that come late in their places, and adds up alike', () => {
    const events = many().events.map(({ event }) => event);
    const shuffled = [...events].sort((a, b) => numberOf(b) - numberOf(a));
    const [forth, back] = [events, shuffled].map((list) => feed(new LoopFold('x'), ...list));
    assert.deepEqual(
      back?.rounds.map(({ round }) => round),
      forth?.rounds.map(({ round }) => round),
    );
    assert.deepEqual([back?.costUsd, back?.tokens], [forth?.costUsd, forth?.tokens]);
  });

  it('adds up alike when late rounds come after it was asked', () => {
    const events = many(60).events.map(({ event }) => event);
    const late = [...events].sort((a, b) => (numberOf(a) % 7) - (numberOf(b) % 7));
    const live = new LoopFold('x');
    for (const event of late) {
      live.addEvent(event, 0);
      if (event.event === 'round_finished') live.snapshot(options);
    }
    const [now, once] = [live.snapshot(options), feed(new LoopFold('x'), ...events)];
    assert.deepEqual([now.costUsd, now.tokens], [once.costUsd, once.tokens]);
  });

  it('knows what an old round lists again, and in which order runs ended', () => {
    const built = loop();
    for (const round of [901, 902, 903]) {
      built.round(round).start('facts', { label: 'a' }).start('facts', { label: 'b' });
      built.findings({ label: 'b' }, `b${round}`).findings({ label: 'a' }, `a${round}`);
      built.close(`a${round}`, { resolution: 'fixed' }).end();
    }
    for (let round = 1; round <= ROUNDS; round += 1) built.round(round);
    const snapshot = built.after();
    assert.deepEqual(
      snapshot.rounds.at(-1)?.findings.map(({ id }) => id),
      ['b903', 'a903'],
    );
    const again = snapshot.needsALook.find(({ code }) => code === 'no-progress')?.args['again'];
    assert.deepEqual(
      (again as { id: string }[]).map(({ id }) => id),
      ['a902', 'a903'],
    );
  });

  it('adds up the same whether it was asked in between or not', () => {
    const live = new LoopFold('x');
    const events = many(120).events;
    for (const [index, { event, offset }] of events.entries()) {
      live.addEvent(event, offset);
      if (index % 37 === 0) live.snapshot(options);
    }
    assert.equal(live.snapshot(options).costUsd, many(120).live().snapshot(options).costUsd);
    assert.equal(live.snapshot(options).runtimeSeconds, (120 * 7 * SECOND) / SECOND);
  });
});

function numberOf(event: FoldEvent): number {
  return 'round' in event ? Number(event.round) : 0;
}

function finished(round: number, step: string, label: string): FoldEvent {
  const event = 'step_finished';
  return { event, ts: START, round, step, label, status: 'ok', summary: '', findings: [], metrics: [] };
}
