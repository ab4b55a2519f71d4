import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RowItem } from '../../../../../src/host/treeItem.ts';
import type { AgentRow, TaskRow } from '../../../../../src/protocol/tasks/taskModel.ts';
import { ShownFilter } from '../../../../../src/ui/views/tasks/shownFilter.ts';
import type { TasksRow } from '../../../../../src/ui/views/tasks/taskRowKinds.ts';
import { TasksSource } from '../../../../../src/ui/views/tasks/tasksView.ts';
import type { FakeModel } from '../../../../fakes/fakeModel.ts';
import { anAgent, FakeTaskWorkspace, tasksModel } from '../../../../fakes/fakeTasks.ts';
import { aRow } from '../../../../fakes/taskRowBuilder.ts';
import { until } from '../../../../fakes/until.ts';

interface Drawn {
  row: TasksRow;
  item: RowItem;
  children: Drawn[];
}

function draw(model: FakeModel, filter = new ShownFilter()): Drawn[] {
  const source = new TasksSource(model, filter);
  const from = (rows: readonly TasksRow[]): Drawn[] =>
    rows.map((row) => ({ row, item: source.item(row), children: from(source.children(row)) }));
  return from(source.roots());
}

const flat = (rows: readonly Drawn[]): Drawn[] => rows.flatMap((each) => [each, ...flat(each.children)]);
const line = ({ item }: Drawn) =>
  [item.label, item.description ?? ''].filter((part) => part !== '').join('  ');
const lines = (rows: readonly Drawn[]): string[] => flat(rows).map(line);

async function shown(rows: readonly TaskRow[], agents: readonly AgentRow[] = []): Promise<FakeModel> {
  const workspace = new FakeTaskWorkspace();
  await workspace.take(rows, agents);
  const model = tasksModel();
  model.taskWorkspaces = [workspace.now];
  return model;
}

async function lineOf(row: TaskRow, agents: readonly AgentRow[] = []): Promise<string> {
  const drawn = flat(draw(await shown([row], agents))).find((each) => each.row.kind === 'task');
  assert.ok(drawn);
  return line(drawn);
}

const at = (time: string) => `2026-11-30T${time}:00.000001+00:00`;
const submitted = [
  { status: 'pending', at: at('10:30') },
  { status: 'inbox', at: at('10:30') },
];
const claimed = { status: 'active', at: at('11:42'), claimed_by: 'scout' };
const failure = (time: string, error: string) => ({ status: 'failed', at: at(time), error });

function failed(id: string, time: string, error: string): TaskRow {
  return aRow({ id, folder: 'failed', title: id, history: [claimed, failure(time, error)], retry_count: 4 });
}

function asking(id: string, question: object | null, fields: object = {}): TaskRow {
  return aRow({
    id,
    folder: 'feedback',
    title: id,
    context: { _feedback_request: question },
    history: [claimed, { status: 'feedback', at: at('12:24') }],
    ...fields,
  });
}

describe('the Tasks view', () => {
  it('says of a waiting task its priority, for whom, its tags and how long it waits', async () => {
    const row = aRow({ title: 'Fix invoice rounding', priority: 1, tags: ['web'], history: submitted });
    assert.equal(await lineOf(row), 'P1 Fix invoice rounding  2 h · anyone · #web');
  });

  it('says how long an active task runs, how long such usually take, and on which try', async () => {
    const done = ['09:00', '09:30'].map((from, index) =>
      aRow({
        id: `done${index}`,
        folder: 'done',
        history: [
          { status: 'active', at: at(from), claimed_by: 'scout' },
          { status: 'done', at: at(`${from.slice(0, 3)}${Number(from.slice(3)) + 18}`) },
        ],
      }),
    );
    const active = aRow({
      id: 'x',
      folder: 'active',
      title: 'Invoice export',
      priority: 2,
      retry_count: 1,
      history: [claimed],
    });
    const model = await shown([...done, active]);
    const text = lines(draw(model)).find((each) => each.startsWith('P2'));
    assert.equal(text, 'P2 Invoice export  runs 48 m, usually 18 m · try 2/4 · scout');
  });

  it('says that a task is bound to an agent that is gone', async () => {
    const row = aRow({ assigned_to: 'zoë', history: submitted });
    const gone = anAgent('zoë', { last_seen: '2026-11-27T12:30:00+00:00' });
    assert.equal(await lineOf(row, [gone]), 'A task  2 h · bound to zoë, seen 3 d');
    assert.equal(await lineOf(row, [anAgent('zoë', { last_seen: at('12:29') })]), 'A task  2 h · zoë');
  });

  it('says what an agent asks, and marks the row as one to answer', async () => {
    const model = await shown([asking('venue', { question: 'Street?', options: ['a', 'b'] })]);
    const drawn = flat(draw(model)).find((each) => each.row.kind === 'task');
    assert.ok(drawn);
    assert.equal(line(drawn), 'venue  6 m · scout · “Street?”');
    assert.ok(drawn.item.words.includes('answerable'));
    assert.equal(drawn.row.target?.waitKey, `/home/me/ops|tasks|feedback|venue|${at('12:24')}`);
    assert.ok(lines(draw(model)).includes('Waits for you 1  scout'));
  });

  it('puts equal asks of one agent in one row, each below it', async () => {
    const model = await shown([1, 2, 3].map((id) => asking(`t${id}`, { question: 'May I write?' })));
    assert.deepEqual(lines(draw(model)).slice(0, 5), [
      'Waits for you 3  scout ×3',
      'scout ×3  “May I write?”',
      't1  6 m',
      't2  6 m',
      't3  6 m',
    ]);
    const group = flat(draw(model))[1];
    assert.equal(group?.row.target?.tasks?.length, 3);
    assert.equal(group?.item.badge?.text, '3');
  });

  it('puts failures that are alike in one row with the time between', async () => {
    process.env['TZ'] = 'UTC';
    const model = await shown([
      failed('a', '03:12', 'RateLimitError 429'),
      failed('b', '03:40', 'RateLimitError 429'),
      failed('c', '04:00', 'KeyError'),
    ]);
    const texts = lines(draw(model));
    assert.ok(texts.includes('×2 RateLimitError 429  scout · 03:12–03:40'), texts.join('\n'));
    assert.ok(texts.includes('c  KeyError · scout · 04:00'));
    const from = texts.indexOf('Failed 3  ×2 RateLimitError 429');
    assert.ok(texts[from + 1]?.startsWith('×2'), 'what many failed of stands first');
  });

  it('names an unreadable file, the reason, and what is odd about others', async () => {
    assert.equal(
      await lineOf(aRow({ id: 'broken', task: null, problems: ['invalid_json'] })),
      'broken.json  not JSON',
    );
    assert.equal(
      await lineOf(aRow({ id: 'twin', problems: ['duplicate_id'], alsoIn: ['failed'], history: submitted })),
      'A task  2 h · anyone · also in failed',
    );
    const cut = aRow({
      folder: 'active',
      status: 'inbox',
      problems: ['claim_interrupted'],
      history: submitted,
    });
    assert.match(await lineOf(cut), /^A task {2}claim interrupted/);
  });

  it('lists agents with role, last seen, what is bound to them, and below what else they registered', async () => {
    const model = await shown(
      [aRow({ assigned_to: 'scout', history: submitted })],
      [anAgent('scout', { last_seen: at('12:28'), host: 'build-7', pid: 812 })],
    );
    const texts = lines(draw(model));
    const from = texts.indexOf('Agents 1  scout 2 m');
    assert.deepEqual(texts.slice(from + 1, from + 4), [
      'scout  worker · seen 2 m · 1 task bound to it',
      'host  build-7',
      'pid  812',
    ]);
  });

  it('offers for a folder and for an agent what can be done with all that they hold', async () => {
    const model = await shown(
      [
        aRow({ id: 'w', assigned_to: 'zoë', history: submitted }),
        aRow({ id: 'other', history: submitted }),
        aRow({ id: 'r', folder: 'active', history: [{ ...claimed, claimed_by: 'zoë' }] }),
        failed('a', '03:12', 'KeyError'),
        failed('b', '03:40', 'KeyError'),
      ],
      [anAgent('zoë', { last_seen: '2026-11-27T12:30:00+00:00' })],
    );
    const rows = flat(draw(model));
    const held = (label: string) => {
      const found = rows.find(({ item }) => item.label === label);
      return [
        found?.item.words.slice(2),
        found?.row.target?.holds?.().map(({ folder, id }) => `${folder}/${id}`),
      ];
    };
    assert.deepEqual(held('zoë'), [
      ['releasable', 'reapable'],
      ['inbox/w', 'active/r'],
    ]);
    assert.deepEqual(held('Failed 2'), [['retriable'], ['failed/b', 'failed/a']]);
    assert.deepEqual(held('Waiting 2')[0], []);
  });

  it('gives menus no act where nothing can be written, and says how to get there', async () => {
    const workspace = new FakeTaskWorkspace();
    await workspace.take([aRow({ history: submitted })]);
    workspace.parts = { writable: { ok: false, code: 'restricted', args: {} } };
    const model = tasksModel();
    model.taskWorkspaces = [workspace.now];
    const rows = flat(draw(model));
    assert.deepEqual(rows.find((each) => each.row.kind === 'task')?.item.words, [
      'task',
      'inbox',
      'openable',
      'copyable',
    ]);
    assert.ok(rows.map(line).includes('Trust this workspace to act…'));
    workspace.parts = {};
    model.taskWorkspaces = [workspace.now];
    assert.ok(
      flat(draw(model))
        .find((each) => each.row.kind === 'task')
        ?.item.words.includes('claimable'),
    );
  });

  it('shows what passes the filter, and of how many', async () => {
    const model = await shown([
      aRow({ id: 'a', title: 'Invoice', tags: ['web'], history: submitted }),
      aRow({ id: 'b', title: 'Other', history: submitted }),
      aRow({ id: 'c', folder: 'done', title: 'Invoice too', tags: ['web'] }),
    ]);
    const filter = new ShownFilter();
    filter.set('#web not done');
    const source = new TasksSource(model, filter);
    assert.equal(source.description(), '1 of 3 · ops');
    assert.equal(source.message(), 'Only #web not done');
    const texts = lines(draw(model, filter));
    assert.ok(texts.includes('Waiting 1 of 2'));
    assert.ok(texts.includes('Invoice  2 h · anyone · #web'));
    assert.ok(!texts.some((text) => text.startsWith('Done') || text.includes('Other')));
  });

  it('stands several workspaces above their folders', async () => {
    const model = tasksModel();
    for (const name of ['ops', 'shop']) {
      const workspace = new FakeTaskWorkspace(name);
      await workspace.take([aRow({ history: submitted })]);
      model.taskWorkspaces = [...model.taskWorkspaces, workspace.now];
    }
    const roots = draw(model);
    assert.deepEqual(roots.map(line), ['ops  1 task', 'shop  1 task', 'Places  0 looked at']);
    assert.equal(new TasksSource(model, new ShownFilter()).description(), '2 · 2 workspaces');
    const ids = flat(roots).map((each) => each.row.id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says where it looked and what one can do where there is none', () => {
    const model = tasksModel();
    model.taskFolders = [
      {
        folder: '/home/me/shop',
        origin: 'workspace',
        kind: 'root',
        found: 0,
        problem: null,
        tookMs: 3,
        polling: false,
      },
      {
        folder: '/home/me/shop/q',
        origin: 'workspace',
        kind: 'offered',
        found: 0,
        problem: null,
        tookMs: 3,
        polling: false,
      },
    ];
    assert.deepEqual(draw(model).map(line), [
      'No task workspace here yet',
      '~/shop  no task workspace',
      '~/shop/q  looks like a task workspace',
      'Initialize Task Workspace…',
      'Add Folder to Watch…',
    ]);
  });

  it('shows what agents wrote as text, on one line', async () => {
    const row = aRow({ title: 'a\u202eb\n[x](command:y)', history: submitted });
    assert.equal(await lineOf(row), 'a<U+202E>b [x](command:y)  2 h · anyone');
  });

  it('shows many alike and many agents in pages', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => failed(`f${index}`, '12:00', 'same'));
    const agents = Array.from({ length: 450 }, (_, index) => anAgent(`a${index}`));
    const drawn = flat(draw(await shown(rows, agents)));
    const most = Math.max(...drawn.map(({ children }) => children.length));
    assert.equal(most, 200);
    assert.equal(drawn.filter(({ row }) => row.kind === 'task').length, 450);
    assert.equal(drawn.filter(({ row }) => row.kind === 'agent').length, 450);
    assert.ok(drawn.some((each) => line(each) === 'a0 – a199  200 agents'));
    assert.equal(new Set(drawn.map(({ row }) => row.id)).size, drawn.length);
  });

  it('lets go of rows that went away, and of all of a workspace that did', async () => {
    const workspace = new FakeTaskWorkspace();
    const model = tasksModel();
    const source = new TasksSource(model, new ShownFilter());
    const walk = (rows: readonly TasksRow[]): void => {
      for (const row of rows) walk(source.children(row));
    };
    const gone: WeakRef<TaskRow>[] = [];
    const take = async (from: number) => {
      const rows = Array.from({ length: 700 }, (_, index) => aRow({ id: `t${from + index}`, title: 'T' }));
      gone.push(...rows.slice(0, 1).map((row) => new WeakRef(row)));
      await workspace.take(rows);
      model.taskWorkspaces = [workspace.now];
      walk(source.roots());
    };
    for (const from of [0, 700, 1400]) await take(from);
    await workspace.take([]);
    model.taskWorkspaces = [];
    walk(source.roots());
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    // What holds another by its key alone may take more than one collection.
    await until('the rows that went away are let go of', () => {
      collect();
      return gone.every((row) => row.deref() === undefined);
    });
  });
});
