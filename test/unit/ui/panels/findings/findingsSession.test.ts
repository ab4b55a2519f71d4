import assert from 'node:assert/strict';
import {
  DEFAULT_FILTER,
  type ListShown,
  PAGE,
} from '../../../../../src/ui/panels/findings/findingsMessages.ts';
import { findingsTexts } from '../../../../../src/ui/panels/findings/findingsPanelWords.ts';
import type { FindingsSession } from '../../../../../src/ui/panels/findings/findingsSession.ts';
import { MAX_SLICE_BYTES } from '../../../../../src/ui/panels/rpc.ts';
import { builtLoop, FindingsRig } from '../../../../fakes/findingsRig.ts';
import { type LoopBuilder, loop } from '../../../../fakes/loopBuilder.ts';
import { sent } from '../../../../fakes/snapshots.ts';
import { idle } from '../../../../fakes/until.ts';

const ALL = { ...DEFAULT_FILTER, state: 'all', group: 'none' } as const;

/** So many rounds of 20 findings each. */
function many(rounds: number, text = ''): LoopBuilder {
  const built = loop();
  for (let number = 1; number <= rounds; number += 1) {
    const findings = Array.from({ length: 20 }, (_, at) => ({
      id: `f${at}`,
      text: `finding ${number}-${at} ${text}`,
      severity: at % 4 === 0 ? ('material' as const) : ('minor' as const),
    }));
    built.round(number).finish('facts', { findings }).end();
  }
  return built;
}

describe('the Findings panel’s session', () => {
  let rig: FindingsRig;
  let session: FindingsSession;

  const open = async (filter = ALL as typeof DEFAULT_FILTER): Promise<void> => {
    session = rig.session(filter);
    await session.settled;
  };
  const list = (): ListShown => session.handlers.slices.list.give(null);
  const rows = (page = 0) => session.handlers.slices.rows.give({ view: list().view, page }).rows;
  const names = () => rows().map(({ name }) => name.text);

  beforeEach(() => {
    rig = new FindingsRig();
  });

  afterEach(() => rig.dispose());

  it('gives pages that stay under the size of a slice, however long the texts are', async () => {
    rig.loops = [builtLoop('a', many(10, 'ü'.repeat(5000)))];
    await open();
    assert.equal(rows().length, PAGE);
    assert.ok(Buffer.byteLength(JSON.stringify(rows())) < MAX_SLICE_BYTES);
    const [first] = rows();
    assert.ok(first);
    const detail = session.handlers.slices.finding.give({ id: first.id });
    assert.ok(Buffer.byteLength(JSON.stringify(detail)) < 60_000);
  });

  it('gives its list under the size of a slice with ever so many steps and groups', async () => {
    const built = loop().round(1);
    for (let at = 0; at < 2000; at += 1)
      built.finish(`step-${at}-${'x'.repeat(100)}`, {
        findings: [{ id: '1', text: 't', severity: 'minor' }],
      });
    rig.loops = [builtLoop('a', built)];
    await open({ ...DEFAULT_FILTER, group: 'step' });
    const { groups, steps, count } = list();
    assert.ok(Buffer.byteLength(JSON.stringify(list())) < MAX_SLICE_BYTES);
    assert.ok(groups.length <= 200 && steps.length <= 200);
    assert.equal(
      groups.reduce((sum, group) => sum + group.count, 0),
      count,
    );
  });

  it('keeps the order’s number while only what stands in its rows changes', async () => {
    const built = loop().round(1).finding('a', 'b!');
    rig.loops = [builtLoop('a', built)];
    await open();
    const before = list().view;
    built.close('a', { resolution: 'fixed' });
    rig.loops = [builtLoop('a', built)];
    session.loopsChanged();
    await session.settled;
    assert.equal(list().view, before);
    assert.deepEqual(
      rows().map(({ facts }) => facts),
      ['round 1, fixed', 'round 1, new'],
    );
    built.finding('c');
    rig.loops = [builtLoop('a', built)];
    session.loopsChanged();
    await session.settled;
    assert.notEqual(list().view, before);
    assert.equal(session.handlers.slices.rows.give({ view: before, page: 0 }).rows.length, 2);
  });

  it('looks only at rounds that changed', async () => {
    const built = many(40);
    const live = built.live();
    const options = { now: new Date(built.time / 1000), stallMinutes: 30, problems: [] };
    const first = builtLoop('a', built);
    rig.loops = [{ ...first, snapshot: live.snapshot(options) }];
    await open();
    const before = rows()[0]?.id;
    let read = 0;
    const now = live.snapshot(options).rounds.map((each) => ({
      ...each,
      get findings() {
        read += 1;
        return each.findings;
      },
    }));
    rig.loops = [{ ...first, snapshot: { ...live.snapshot(options), rounds: now } }];
    session.loopsChanged();
    await session.settled;
    assert.ok(read <= 40 * 4, `${read} looks at 40 rounds that are given anew, but hold the same findings`);
    assert.equal(rows()[0]?.id, before);
  });

  it('finds its way through 20,000 findings without holding the rest up', async () => {
    rig.loops = [builtLoop('a', many(1000))];
    let turns = 0;
    let over = false;
    const turn = (): void => {
      turns += 1;
      if (!over) setImmediate(turn);
    };
    setImmediate(turn);
    await open({ ...ALL, text: 'finding' });
    over = true;
    assert.equal(list().count, 20_000);
    assert.ok(turns > 100, `${turns} turns for others`);
    assert.deepEqual([rows()[0]?.text.text, rows(199).at(-1)?.text.text], ['finding 1000-0', 'finding 1-19']);
  });

  it('reads rounds that are made when asked for by their places', async () => {
    rig.loops = [builtLoop('a', many(400))];
    await open({ ...ALL, sort: 'oldest' });
    assert.equal(list().count, 8000);
    const [first] = rows();
    assert.equal(session.handlers.slices.finding.give({ id: first?.id ?? '' })?.text.text, 'finding 1-0 ');
  });

  it('lists nothing before what there is was read', async () => {
    let read: () => void = () => undefined;
    rig.ready = new Promise((resolve) => {
      read = resolve;
    });
    session = rig.session(ALL);
    session.loopsChanged();
    await idle();
    assert.deepEqual([list().view, list().nothing], [0, false]);
    rig.loops = [builtLoop('a', loop().round(1).finding('a'))];
    read();
    await session.settled;
    assert.deepEqual([list().view, list().count], [1, 1]);
  });

  it('sorts and groups', async () => {
    const one = loop().round(1);
    const of = (id: string, severity: 'material' | 'minor') => ({ id, text: `about ${id}`, severity });
    one.finish('facts', { findings: [of('10', 'minor'), of('9', 'material')] });
    one.finish('build', { findings: [of('2', 'minor')] });
    rig.loops = [builtLoop('b', one), builtLoop('a', loop().round(1).finding('x'))];
    await open({ ...ALL, sort: 'name' });
    assert.deepEqual(names(), ['build/2', 'facts/9', 'facts/10', 'facts/x']);
    session.setFilter({ ...ALL, group: 'severity', sort: 'name' });
    await session.settled;
    assert.deepEqual(
      list().groups.map(({ name, count }) => [name.text, count]),
      [
        ['Material', 2],
        ['Minor', 2],
      ],
    );
    session.setFilter({ ...ALL, group: 'loop', sort: 'name' });
    await session.settled;
    assert.deepEqual(
      list().groups.map(({ name, from }) => [name.text, from]),
      [
        ['a', 0],
        ['b', 1],
      ],
    );
    session.setFilter({ ...ALL, group: 'step', sort: 'newest' });
    await session.settled;
    assert.deepEqual(
      list().groups.map(({ name, count }) => [name.text, count]),
      [
        ['build', 1],
        ['facts', 3],
      ],
    );
  });

  it('tells equal names in two folders apart', async () => {
    const built = loop().round(1).finding('a');
    rig.loops = [builtLoop('docs', built, '/w/one'), builtLoop('docs', built, '/w/two')];
    await open();
    assert.deepEqual(
      list().loops.map(({ name }) => name.text),
      ['docs (one)', 'docs (two)'],
    );
  });

  it('knows a finding by what it says: another in its place is not decided about', async () => {
    const built = (text: string) =>
      loop()
        .round(1)
        .finish('facts', { findings: [{ id: '1', text, severity: 'minor' }] });
    rig.loops = [builtLoop('a', built('The one'))];
    await open();
    const [row] = rows();
    assert.ok(row);
    rig.loops = [builtLoop('a', built('Another'))];
    session.loopsChanged();
    await session.settled;
    const decided = await session.handlers.requests.decide.run({ id: row.id, decision: 'fix' });
    assert.equal(!decided.ok && decided.code, 'gone');
    assert.equal(session.handlers.slices.finding.give({ id: row.id }), null);
  });

  it('decides only about what is open, and sends what is open still', async () => {
    const built = loop().round(1).finding('a', 'b').end();
    rig.loops = [builtLoop('a', built)];
    await open({ ...ALL, sort: 'name' });
    const ids = rows().map(({ id }) => id);
    for (const id of ids) assert.ok((await session.handlers.requests.decide.run({ id, decision: 'fix' })).ok);
    assert.equal(list().decided, 2);
    built.round(2).close('a', { resolution: 'fixed' });
    rig.loops = [builtLoop('a', built)];
    session.loopsChanged();
    await session.settled;
    assert.equal(list().decided, 1);
    const [note] = session.handlers.slices.notes.give(null);
    assert.equal(note?.text.text, 'facts/b: fix');
    const late = await session.handlers.requests.decide.run({ id: ids[0] ?? '', decision: 'later' });
    assert.equal(!late.ok && late.code, 'not-open');
  });

  it('keeps what was decided where nothing was sent, and takes a note that is kept for decided', async () => {
    rig.loops = [builtLoop('a', loop().round(1).finding('a'))];
    await open();
    const id = rows()[0]?.id ?? '';
    await session.handlers.requests.decide.run({ id, decision: 'fix' });
    const note = () => session.handlers.slices.notes.give(null)[0];
    const send = async () => {
      const shown = note();
      return shown && session.handlers.requests.send.run({ loop: shown.loop, stamp: shown.stamp });
    };
    rig.how = 'not-sent';
    await send();
    assert.equal(list().decided, 1);
    rig.how = 'kept';
    rig.onSend = ({ key, folder, id: loopId }, text) =>
      rig.held.push({ id: 'n', loopKey: key, folder, loopId, text, keptAt: 0, failed: null });
    await send();
    assert.deepEqual([list().decided, rows()[0]?.mine?.words], [0, 'Fix, kept']);
  });

  it('does not send twice what is sent twice at once', async () => {
    rig.loops = [builtLoop('a', loop().round(1).finding('a'))];
    await open();
    await session.handlers.requests.decide.run({ id: rows()[0]?.id ?? '', decision: 'fix' });
    const [note] = session.handlers.slices.notes.give(null);
    assert.ok(note);
    const { send } = session.handlers.requests;
    await Promise.all([send.run(note), send.run(note)]);
    assert.equal(rig.acts.length, 1);
  });

  it('asks again about a finding whose id means another by now', async () => {
    const built = (text: string) =>
      loop()
        .round(1)
        .finish('facts', { findings: [{ id: '1', text, severity: 'minor' }] });
    rig.loops = [builtLoop('a', built('The order is wrong'))];
    await open();
    await session.handlers.requests.decide.run({ id: rows()[0]?.id ?? '', decision: 'wontfix' });
    rig.loops = [builtLoop('a', built('A test fails'))];
    session.loopsChanged();
    await session.settled;
    assert.deepEqual([list().decided, rows()[0]?.mine?.words], [0, 'Won’t fix, of other words']);
  });

  it('says what was sent of each finding, and of each note what became of it', async () => {
    const built = loop().round(1).finding('a', 'b').end();
    const ts = new Date(built.time / 1000 + 500).toISOString();
    built.round(2).close('a', { resolution: 'wontfix' }).finding('b');
    const made = builtLoop('a', built);
    const inbox = [sent({ text: "facts/a: won't fix\nfacts/b: fix", ts })];
    rig.loops = [{ ...made, snapshot: { ...made.snapshot, inbox } }];
    await open({ ...ALL, sort: 'name' });
    assert.deepEqual(
      list().outcomes.map(({ words }) => words),
      ['you sent 2: 1 won’t fix, 1 open'],
    );
    assert.deepEqual(
      rows().map(({ name, facts, mine }) => [name.text, facts, mine?.words]),
      [
        ['facts/a', 'round 1, won’t fix', 'Won’t fix, sent'],
        ['facts/b', 'round 2, stays since 1', 'Fix, sent'],
        ['facts/b', 'round 1, judged again later', 'Fix, sent'],
      ],
    );
  });

  it('takes only what its messages may hold', () => {
    const { slices, requests } = rig.session().handlers;
    const bad: [{ check: (value: unknown) => unknown }, unknown][] = [
      [requests.filter, { ...DEFAULT_FILTER, state: 'gone' }],
      [requests.filter, { ...DEFAULT_FILTER, text: 'x'.repeat(201) }],
      [requests.filter, { ...DEFAULT_FILTER, path: '/etc' }],
      [requests.decide, { id: 'x', decision: 'delete' }],
      [requests.decide, { id: 7, decision: null }],
      [requests.remark, { id: 'x', text: 'x'.repeat(4001) }],
      [requests.openArtifact, { id: 'x', path: '/etc/passwd' }],
      [requests.goToLocation, { id: 'x'.repeat(121) }],
      [requests.places, { view: 1, ids: ['a', 'b', 'c', 'd', 'e'] }],
      [requests.send, { loop: 'x' }],
      [requests.copyShown, {}],
      [slices.rows, { view: -1, page: 0 }],
      [slices.rows, { view: 1, page: 1.5 }],
    ];
    for (const [{ check }, value] of bad) assert.equal(typeof check(value), 'symbol', JSON.stringify(value));
    for (const id of ['', ':', 'x:1:1:1', '__proto__', 'a:NaN:0:x'])
      assert.equal(slices.finding.give({ id }), null, id);
  });

  it('has words for all that its page names', () => {
    for (const [name, text] of Object.entries(findingsTexts())) assert.notEqual(text, '', name);
  });
});
