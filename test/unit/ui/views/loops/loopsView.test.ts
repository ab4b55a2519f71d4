import assert from 'node:assert/strict';
import type { RowItem } from '../../../../../src/host/treeItem.ts';
import { type LoopsViewRow, loopsSource } from '../../../../../src/ui/views/loops/loopsView.ts';
import type { WatchedLoop } from '../../../../../src/workspace/loops/watchedLoop.ts';
import { FakeModel } from '../../../../fakes/fakeModel.ts';
import { looks, manifest, question, round, run, sent, watched } from '../../../../fakes/snapshots.ts';

interface Drawn {
  row: LoopsViewRow;
  item: RowItem;
  children: Drawn[];
}

/** Everything the view would show with every row unfolded. */
function draw(model: FakeModel): Drawn[] {
  const source = loopsSource(model);
  const from = (rows: readonly LoopsViewRow[]): Drawn[] =>
    rows.map((row) => ({ row, item: source.item(row), children: from(source.children(row)) }));
  return from(source.roots());
}

const flat = (rows: readonly Drawn[]): Drawn[] => rows.flatMap((each) => [each, ...flat(each.children)]);
const line = ({ item }: Drawn) =>
  [item.label, item.description ?? ''].filter((part) => part !== '').join('  ');

function rowOf(model: FakeModel, label: string): Drawn {
  const found = flat(draw(model)).find((each) => each.item.label.startsWith(label));
  assert.ok(found, `no row ${label}`);
  return found;
}

const minutesAgo = (minutes: number) =>
  new Date(Date.parse('2026-03-02T09:00:00Z') - minutes * 60_000).toISOString();

function dashboard(): WatchedLoop {
  return watched('dashboard', {
    title: 'A dashboard on loop engineering',
    manifest: { ...manifest, round_cap: 6, cost_cap_usd: 5 },
    status: 'waiting',
    lastSign: minutesAgo(6),
    rounds: [
      round({
        round: 1,
        verdict: 'continue',
        endedAt: minutesAgo(60),
        startedAt: minutesAgo(90),
        openMaterial: 7,
        costUsd: 0.3,
        costEstimated: true,
      }),
      round({
        round: 2,
        verdict: 'continue',
        endedAt: minutesAgo(30),
        startedAt: minutesAgo(60),
        openMaterial: 4,
        costUsd: 0.33,
        costEstimated: true,
        commit: '1f3c9abcd',
      }),
      round({ round: 3, startedAt: minutesAgo(25), costUsd: 0.3, costEstimated: true }),
    ],
    openFindings: [1, 2, 3, 4].map((id) => ({
      round: 2,
      step: 'facts',
      label: '',
      id: String(id),
      text: `No source for ${id}`,
      severity: 'material' as const,
    })),
    costUsd: 0.93,
    costEstimated: true,
    questions: [
      question({
        id: 'aud',
        text: 'Who should the page speak to first?',
        askedAt: minutesAgo(6),
        expiresAt: minutesAgo(-3.5),
        options: [
          { id: 'leads', label: 'Team leads' },
          { id: 'eng', label: 'The engineers who build loops' },
        ],
      }),
    ],
  });
}

describe('the row of a loop', () => {
  it('says id, state, round and open findings in its first 36 characters, then cost and last sign', () => {
    const row = rowOf(new FakeModel(dashboard()), 'dashboard');
    assert.equal(line(row), 'dashboard  asks · r3/6 · 4 open · ~$0.93/5 · 6 m');
    assert.match(line(row).slice(0, 36), /asks · r3\/6 · 4 open/);
  });

  it('counts the last minutes down at its edge', () => {
    const model = new FakeModel(dashboard());
    assert.equal(rowOf(model, 'dashboard').item.badge?.text, '3m');
    model.time += 3 * 60_000;
    assert.equal(rowOf(model, 'dashboard').item.badge?.text, '1m');
  });

  it('marks a loop over its cap and one without progress', () => {
    const over = watched('a', looks('over-cap'));
    const still = watched('b', looks('no-progress'));
    const model = new FakeModel(over, still);
    assert.deepEqual(
      draw(model)
        .slice(0, 2)
        .map(({ item }) => [item.label, item.description?.split(' · ')[0], item.badge?.text]),
      [
        ['a', 'over cap', '$'],
        ['b', 'no progress', '='],
      ],
    );
  });

  it('never says $0 where nobody told dollars', () => {
    const tokens = rowOf(new FakeModel(watched('t', { tokens: 1_200_000, unpricedTokens: 1_200_000 })), 't');
    assert.match(line(tokens), /1\.2M tok/);
    assert.doesNotMatch(line(tokens), /\$/);
    assert.doesNotMatch(line(rowOf(new FakeModel(watched('n')), 'n')), /\$/);
  });

  it('says that it comes near its cap', () => {
    const near = watched('n', { manifest: { ...manifest, cost_cap_usd: 10 }, costUsd: 8.45 });
    assert.match(line(rowOf(new FakeModel(near), 'n')), /84 % of its cap/);
  });

  it('says answered and unread until the loop has read it', () => {
    const answered = watched('a', {
      questions: [question({ id: 'q', state: 'answered' })],
      inbox: [
        sent({ id: 'old', read: true, readAt: minutesAgo(60) }),
        sent({ id: 'new', ts: minutesAgo(0.5), question: 'q', answers: question({ id: 'q' }).key }),
      ],
    });
    assert.match(line(rowOf(new FakeModel(answered), 'a')), /^a {2}answered, unread 30 s/);
  });

  it('says how it ended, and by whom', () => {
    const stopped = watched('s', { status: 'stopped', ended: { why: 'person', summary: '', at: null } });
    assert.match(line(rowOf(new FakeModel(stopped), 's')), /^s {2}stopped · by the person/);
  });

  it('keeps both ends of a long id, so that its state stays in sight', () => {
    const row = rowOf(new FakeModel(watched('a-very-long-loop-id-of-the-first-kind')), 'a-very');
    assert.match(row.item.label, /^a-very.*….*kind$/);
    assert.match(row.item.tooltip, /a-very-long-loop-id-of-the-first-kind/);
  });

  it('says title first and the whole state in its tooltip', () => {
    const { tooltip } = rowOf(new FakeModel(dashboard()), 'dashboard').item;
    const lines = tooltip.split('\n');
    assert.equal(lines[0], 'A dashboard on loop engineering');
    assert.match(tooltip, /round 3 of 6 · 4 material open \(7 → 4\) · ~\$0\.93 of \$5/);
    assert.match(tooltip, /2 rounds: 7 → 4 material/);
    assert.match(tooltip, /\$0\.63 an hour/);
  });

  it('tells a screen reader the state in words', () => {
    assert.match(
      rowOf(new FakeModel(dashboard()), 'dashboard').item.spoken,
      /dashboard, asks, r3\/6, 4 material findings open/,
    );
  });

  it('offers what can be done and nothing else', () => {
    const words = (loop: WatchedLoop) => rowOf(new FakeModel(loop), loop.id).item.words;
    assert.ok(words(dashboard()).includes('answerable'));
    assert.ok(words(dashboard()).includes('stoppable'));
    const ended = watched('e', { status: 'done' });
    assert.ok(!words(ended).some((word) => ['answerable', 'steerable', 'stoppable'].includes(word)));
    const startable = watched('f', {
      status: 'idle',
      manifest: { ...manifest, commands: { start: './go' } },
    });
    assert.ok(words(startable).includes('startable'));
    const running = new FakeModel(startable);
    running.running.add(startable.key);
    assert.ok(!rowOf(running, 'f').item.words.includes('startable'));
    const asked = watched('g', { stopRequested: true });
    assert.ok(!words(asked).includes('stoppable'));
    assert.match(line(rowOf(new FakeModel(asked), 'g')), /running · stop sent/);
  });

  it('offers no answer, steer, stop or start where the person can’t write, and says why', () => {
    for (const code of ['restricted', 'outside', 'read-only', 'unreadable'] as const) {
      const loop: WatchedLoop = { ...dashboard(), writable: { ok: false, code, args: {} } };
      const all = flat(draw(new FakeModel(loop)));
      const offered = all
        .flatMap(({ item }) => item.words)
        .filter((word) => /answerable|steerable|stoppable|startable/.test(word));
      assert.deepEqual(offered, [], code);
      assert.match(
        rowOf(new FakeModel(loop), 'dashboard').item.tooltip,
        /Restricted Mode|Read only|Read-only|can’t be read/,
        code,
      );
    }
  });
});

describe('under a loop', () => {
  it('the ask stands whole, then its options, then own words', () => {
    const wait = rowOf(new FakeModel(dashboard()), '“Who should');
    assert.deepEqual(wait.children.map(line), [
      '“Who should the page speak to',
      'first?”',
      '1  Team leads',
      '2  The engineers who build loops',
      '…  Other words',
    ]);
    assert.deepEqual(
      wait.children.map(({ row }) => row.target?.optionId),
      [undefined, undefined, 'leads', 'eng', undefined],
    );
  });

  it('a row says whether it gets anywhere', () => {
    const loop = dashboard();
    const [first, second, third] = loop.snapshot.rounds;
    assert.ok(first && second && third);
    const rounds = [
      first,
      second,
      { ...third, verdict: 'continue' as const, endedAt: minutesAgo(5), openMaterial: 4 },
    ];
    const row = rowOf(new FakeModel({ ...loop, snapshot: { ...loop.snapshot, rounds } }), '7 →');
    assert.match(
      line(row),
      /^7 → 4 → 4 material {2}no fall in the last 2 · ~\$\d\.\d\d an hour over the last 3 rounds$/,
    );
    assert.match(row.item.tooltip, /^3 rounds: 7 → 4 → 4 material; no fall in the last 2$/m);
  });

  it('rounds stand newest first with what came of them', () => {
    const rounds = flat(draw(new FakeModel(dashboard()))).filter(({ row }) => row.kind === 'round');
    assert.deepEqual(rounds.map(line), [
      'Round 3  ~$0.30',
      'Round 2  continue · 7 → 4 · ~$0.33 · 1f3c9ab',
      'Round 1  continue · 7 open · ~$0.30',
    ]);
  });

  it('old rounds stand in pages, however many there are', () => {
    const many = watched('many', {
      rounds: Array.from({ length: 66_666 }, (_, index) =>
        round({ round: index + 1, endedAt: minutesAgo(1) }),
      ),
    });
    const source = loopsSource(new FakeModel(many));
    const [loop] = source.roots();
    assert.ok(loop);
    const inside = source.children(loop);
    assert.ok(inside.length < 30, `${inside.length} rows`);
    const [page] = inside.filter((row) => row.kind === 'roundPage');
    assert.ok(page);
    assert.equal(source.item(page).label, 'Rounds 60001–66661');
    const [inner] = source.children(page);
    assert.ok(inner);
    assert.ok(source.children(page).length <= 100);
    assert.equal(source.item(inner).label, 'Rounds 66601–66661');
    assert.equal(source.children(inner).length, 61);
  });

  it('old rounds, which are packed, are left alone while nobody looks at them', () => {
    const looked = new Set<number>();
    const list = Array.from({ length: 5000 }, (_, index) =>
      round({ round: index + 1, endedAt: minutesAgo(1) }),
    );
    const rounds = new Proxy(list, {
      get: (target, property, receiver): unknown => {
        if (typeof property === 'string' && /^\d+$/.test(property)) looked.add(Number(property));
        return Reflect.get(target, property, receiver);
      },
    });
    const model = new FakeModel(watched('many', { rounds }));
    const source = loopsSource(model);
    for (const row of source.roots()) {
      source.item(row);
      for (const child of source.children(row)) source.item(child);
    }
    assert.deepEqual(
      [...looked].filter(
        (index) => index < 4900 && index % 100 !== 0 && index % 100 !== 99 && index !== 4994,
      ),
      [],
    );
  });

  it('ids are unique, and the same when a round is added', () => {
    const before = flat(draw(new FakeModel(dashboard()))).map(({ row }) => row.id);
    assert.equal(new Set(before).size, before.length);
    const loop = dashboard();
    const more = {
      ...loop,
      snapshot: { ...loop.snapshot, rounds: [...loop.snapshot.rounds, round({ round: 4 })] },
    };
    const after = new Set(flat(draw(new FakeModel(more))).map(({ row }) => row.id));
    assert.deepEqual(
      before.filter((id) => !after.has(id)),
      [],
    );
  });

  it('runs say how they went, and hold what they wrote', () => {
    const loop = watched('r', {
      rounds: [
        round({
          runs: [
            run({
              step: 'facts',
              status: 'failed',
              error: { kind: 'transient', text: '429' },
              startedAt: minutesAgo(9),
              finishedAt: minutesAgo(6),
            }),
            run({ step: 'build', artifact: 'work/page.md', attempt: 2 }),
          ],
        }),
      ],
    });
    const rows = flat(draw(new FakeModel(loop)));
    assert.ok(rows.map(line).includes('facts  failed · 3 min · 429'));
    assert.ok(rows.map(line).includes('build  ok · try 2'));
    assert.deepEqual(
      rows.filter(({ row }) => row.kind === 'artifact').map(({ row }) => row.target?.artifact),
      ['work/page.md'],
    );
  });

  it('a note of decisions says what became of them', () => {
    const at = (time: string) => new Date(`2026-03-02T${time}Z`).toISOString();
    const facts = (id: string, state: 'open' | 'closed') => ({
      ...{ step: 'facts', label: '', id, text: id, severity: 'material' as const, state },
      resolution: state === 'closed' ? ('fixed' as const) : null,
    });
    const findings = [facts('a', 'closed'), facts('b', 'open')];
    const told = watched('docs', {
      rounds: [round({ startedAt: at('08:00:00'), findings })],
      inbox: [
        sent({ text: 'facts/a: fix\nfacts/b: fix', ts: at('08:30:00') }),
        sent({ id: '2', text: 'go on' }),
      ],
    });
    const rows = flat(draw(new FakeModel(told)))
      .filter(({ row }) => row.kind === 'sent')
      .map(line);
    assert.match(rows[0] ?? '', /^“go on” {2}sent /);
    assert.match(rows[1] ?? '', / {2}you sent 2: 1 fixed, 1 open · sent \d\d:30:00/);
  });

  it('what was sent says how far it came', () => {
    const at = (time: string) => new Date(`2026-03-02T${time}Z`).toISOString();
    const loop = watched('s', {
      inbox: [
        sent({
          id: '1',
          text: 'shorter table',
          ts: at('08:02:11'),
          read: true,
          readAt: at('08:02:30'),
          takenAt: at('08:02:31'),
        }),
        sent({ id: '2', text: 'not mine', ts: at('08:10:00'), trusted: false }),
        sent({ id: '3', kind: 'stop', text: '', ts: at('08:20:00') }),
      ],
    });
    const rows = flat(draw(new FakeModel(loop)))
      .filter(({ row }) => row.kind === 'sent')
      .map(line);
    assert.match(rows[0] ?? '', /^stop {2}sent \d\d:20:00 · not read yet/);
    assert.match(rows[1] ?? '', /^“not mine” {2}sent \d\d:10:00 · not from you/);
    assert.match(rows[2] ?? '', /^“shorter table” {2}sent \d\d:02:11 · read \d\d:02:30 · taken \d\d:02:31$/);
  });

  it('two lines of one id are two rows', () => {
    const loop = watched('s', { inbox: [sent({ id: 'x' }), sent({ id: 'x', copy: true })] });
    const ids = flat(draw(new FakeModel(loop)))
      .filter(({ row }) => row.kind === 'sent')
      .map(({ row }) => row.id);
    assert.equal(new Set(ids).size, 2);
  });

  it('a question of an ended loop is shown as not answered, and waits nowhere', () => {
    const loop = watched('e', { status: 'done', waitsForYou: [], questions: [question({ text: 'Merge?' })] });
    const row = rowOf(new FakeModel(loop), '“Merge?”');
    assert.equal(row.item.description, 'not answered: the loop ended');
    assert.ok(!row.item.words.includes('answerable'));
  });

  it('a problem says what is read all the same', () => {
    const loop = watched('p', {
      problems: [
        {
          code: 'not-json',
          args: { column: 10 },
          severity: 'error',
          file: 'events.jsonl',
          line: 4812,
          column: 10,
          endColumn: null,
          offset: 9,
          message: 'Line 4812 is not JSON',
        },
      ],
    });
    assert.equal(
      line(rowOf(new FakeModel(loop), 'Line 4,812')),
      'Line 4,812 is not JSON, at character 10; the rest is read  events.jsonl:4812',
    );
  });

  it('held notes say when they go out', () => {
    const model = new FakeModel(dashboard());
    model.heldNotes = [
      {
        id: 'n',
        loopKey: 'k',
        folder: '',
        loopId: 'dashboard',
        text: 'British spelling',
        keptAt: 0,
        failed: null,
      },
    ];
    assert.equal(
      line(rowOf(model, '“British')),
      '“British spelling”  held: goes out once the loop has gone on',
    );
  });
});

describe('the Loops view', () => {
  it('puts what asks first, and moves no loop because another one worked', () => {
    const running = watched('a-runs');
    const model = new FakeModel(running, watched('b-sleeps', { status: 'sleeping' }), dashboard());
    const order = () =>
      draw(model)
        .map(({ item }) => item.label)
        .slice(0, 3);
    assert.deepEqual(order(), ['dashboard', 'a-runs', 'b-sleeps']);
    model.list = model.list.map((loop) => ({
      ...loop,
      snapshot: { ...loop.snapshot, lastSign: minutesAgo(loop === running ? 9 : 0) },
    }));
    assert.deepEqual(order(), ['dashboard', 'a-runs', 'b-sleeps']);
  });

  it('puts ended loops without a sign for a day into one closed row', () => {
    const old = Array.from({ length: 43 }, (_, index) =>
      watched(`old${index}`, { status: 'done', lastSign: minutesAgo(60 * 24 * (index + 2)), costUsd: 4.93 }),
    );
    const model = new FakeModel(...old, watched('new', { status: 'done', lastSign: minutesAgo(60) }));
    const rows = draw(model);
    assert.deepEqual(
      rows.map(({ item }) => item.label),
      ['new', 'Ended 43', 'Places'],
    );
    assert.equal(rows[1]?.item.expands, 'closed');
    assert.match(rows[1]?.item.description ?? '', /^\$211\.99 · newest Sat 28 Feb/);
    assert.equal(rows[1]?.children[0]?.item.label, 'old0');
  });

  it('stands folders above more than twenty loops', () => {
    const loops = Array.from({ length: 21 }, (_, index) => watched(`loop${index}`, {}, `/repo${index % 2}`));
    const rows = draw(new FakeModel(...loops));
    assert.deepEqual(
      rows.map(({ item }) => item.label),
      ['repo0', 'repo1', 'Places'],
    );
    assert.equal(rows[0]?.children.length, 11);
  });

  it('keeps equal ids of two folders apart', () => {
    const rows = draw(new FakeModel(watched('same', {}, '/one'), watched('same', {}, '/two')));
    assert.notEqual(rows[0]?.row.id, rows[1]?.row.id);
    assert.notEqual(rows[0]?.row.target?.loopKey, rows[1]?.row.target?.loopKey);
  });

  it('says without loops where it looked, what it found, and what to do', () => {
    const model = new FakeModel();
    model.folders = [
      {
        folder: '/home/me/ops',
        origin: 'workspace',
        kind: 'root',
        found: 0,
        problem: null,
        tookMs: 3,
        polling: false,
      },
      {
        folder: '/mnt/nfs',
        origin: 'setting',
        kind: 'root',
        found: 0,
        problem: 'missing',
        tookMs: 3,
        polling: true,
      },
    ];
    assert.deepEqual(draw(model).map(line), [
      'No loops here yet',
      '~/ops  no loops',
      '/mnt/nfs  not there · from your settings · polled, at most 10 s late',
      'Create Demo Loop',
      'Copy Prompt for an Agent',
      'Add Folder to Watch…',
    ]);
  });

  it('says without a folder that none is open, and in Restricted Mode how to trust', () => {
    const model = new FakeModel();
    model.isTrusted = false;
    const rows = draw(model).map(line);
    assert.equal(rows[0], 'No folder is open, and none is watched');
    assert.ok(rows.includes('Trust This Workspace…  Restricted Mode'));
  });

  it('says that it looks before it has looked', () => {
    const model = new FakeModel();
    model.isReady = false;
    assert.deepEqual(draw(model).map(line), ['Looking for loops…']);
  });
});
