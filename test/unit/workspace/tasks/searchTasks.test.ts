import assert from 'node:assert/strict';
import { Pace } from '../../../../src/protocol/lib/pace.ts';
import type { TaskRow } from '../../../../src/protocol/tasks/taskModel.ts';
import { type FoundTask, searchTasks } from '../../../../src/workspace/tasks/searchTasks.ts';
import {
  isFiltering,
  NO_FILTER,
  rowFilter,
  type TaskFilter,
} from '../../../../src/workspace/tasks/taskFilter.ts';
import type { TaskWorkspace } from '../../../../src/workspace/tasks/taskWorkspace.ts';
import { WorkspaceSnapshots } from '../../../../src/workspace/tasks/workspaceSnapshots.ts';
import { aRow } from '../../../fakes/taskRowBuilder.ts';

const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000000+00:00`;

async function workspaceOf(name: string, tasks: TaskRow[]): Promise<TaskWorkspace> {
  const snapshots = new WorkspaceSnapshots(new Pace(1));
  await snapshots.take({ tasks, agents: [], problems: [] });
  return snapshots.make({
    key: `/${name}|tasks`,
    folder: `/${name}`,
    name,
    origin: 'workspace',
    writable: { ok: true },
    polling: false,
    tookMs: 0,
    staleMinutes: 30,
  });
}

const rows = [
  aRow({ id: 'a1b2', title: 'Fix invoice rounding', tags: ['web', 'money'], updated_at: at(1) }),
  aRow({
    id: 'c3d4',
    folder: 'done',
    title: 'Export',
    description: 'First line.\nWrite what scribe said about Übersicht and invoices.\nLast line.',
    assigned_to: 'scribe',
    result: { text: 'Two\nlines: finished "well"', list: [{ deep: 'treasure' }] },
    updated_at: at(3),
  }),
  aRow({
    id: 'e5f6',
    folder: 'feedback',
    title: 'Banner',
    context: {
      _feedback_request: { question: 'Blue or white?', options: ['navy'] },
      _feedback_response: 'an earlier answer',
    },
    history: [{ status: 'feedback', at: at(2) }],
    updated_at: at(2),
  }),
  aRow({
    id: 'g7h8',
    folder: 'failed',
    title: 'Scrape',
    history: [{ status: 'failed', at: at(4), error: 'RateLimitError 429' }],
    updated_at: at(4),
  }),
  aRow({ id: 'broken', folder: 'failed', task: null, problems: ['invalid_json'] }),
];

async function found(text: string, workspaces?: TaskWorkspace[]): Promise<FoundTask[]> {
  const all: FoundTask[] = [];
  for await (const lot of searchTasks(workspaces ?? [await workspaceOf('ws', rows)], text)) all.push(...lot);
  return all;
}

const idsOf = async (text: string): Promise<string[]> => (await found(text)).map(({ row }) => row.id);

describe('the search over tasks', () => {
  it('takes words in any order and case, over all fields, and needs each of them', async () => {
    assert.deepEqual(await idsOf('SCRIBE invoices'), ['c3d4']);
    assert.deepEqual(await idsOf('rounding fix'), ['a1b2']);
    assert.deepEqual(await idsOf('rounding scribe'), []);
  });

  it('looks into every field, decoded', async () => {
    assert.deepEqual(await idsOf('#money'), ['a1b2']);
    assert.deepEqual(await idsOf('u\u0308bersicht'), ['c3d4']);
    assert.deepEqual(await idsOf('finished "well"'), ['c3d4']);
    assert.deepEqual(await idsOf('treasure'), ['c3d4']);
    assert.deepEqual(await idsOf('blue'), ['e5f6']);
    assert.deepEqual(await idsOf('navy'), ['e5f6']);
    assert.deepEqual(await idsOf('earlier answer'), ['e5f6']);
    assert.deepEqual(await idsOf('429'), ['g7h8']);
  });

  it('takes of an id its beginning alone, also of what cannot be read', async () => {
    assert.deepEqual(await idsOf('C3'), ['c3d4']);
    assert.deepEqual(await idsOf('3d4'), []);
    assert.deepEqual(await idsOf('brok'), ['broken']);
  });

  it('gives the newest first, and the line that holds most of the words', async () => {
    const all = await found('invoice');
    assert.deepEqual(
      all.map(({ row, field, line }) => [row.id, field, line]),
      [
        ['c3d4', 'description', 'Write what scribe said about Übersicht and invoices.'],
        ['a1b2', 'title', 'Fix invoice rounding'],
      ],
    );
    assert.deepEqual(
      (await found('two finished')).map(({ line }) => line),
      ['text: Two'],
    );
  });

  it('gives everything where nothing is looked for', async () => {
    assert.deepEqual(await idsOf('  '), ['g7h8', 'c3d4', 'e5f6', 'a1b2', 'broken']);
  });

  it('looks through several workspaces together', async () => {
    const one = await workspaceOf('one', [
      aRow({ id: 'old', updated_at: at(1) }),
      aRow({ id: 'new', updated_at: at(9) }),
    ]);
    const two = await workspaceOf('two', [aRow({ id: 'middle', updated_at: at(5) })]);
    assert.deepEqual(
      (await found('task', [one, two])).map(({ row, workspace }) => [row.id, workspace.name]),
      [
        ['new', 'one'],
        ['middle', 'two'],
        ['old', 'one'],
      ],
    );
  });

  it('gives a first few at once, the rest in lots, and stops when it is told to', async () => {
    const many = Array.from({ length: 500 }, (_, index) => aRow({ id: `t${index}` }));
    const workspace = await workspaceOf('ws', many);
    const lots: number[] = [];
    for await (const lot of searchTasks([workspace], 'task')) lots.push(lot.length);
    assert.ok((lots[0] ?? 0) <= 20 && lots.length >= 3, lots.join());
    assert.equal(
      lots.reduce((sum, lot) => sum + lot, 0),
      500,
    );
    const abort = new AbortController();
    let seen = 0;
    for await (const lot of searchTasks([workspace], 'task', { signal: abort.signal })) {
      seen += lot.length;
      abort.abort();
    }
    assert.ok(seen <= 20, `${seen}`);
  });
});

describe('the filter over tasks', () => {
  const kept = (filter: Partial<TaskFilter>): string[] =>
    rows.filter(rowFilter({ ...NO_FILTER, ...filter })).map(({ id }) => id);

  it('lets all through where nothing is asked for', () => {
    assert.equal(isFiltering({ ...NO_FILTER, text: ' ' }), false);
    assert.equal(kept({}).length, rows.length);
  });

  it('keeps what fits text, tag and agent together', () => {
    assert.deepEqual(kept({ text: 'invoice' }), ['a1b2', 'c3d4']);
    assert.deepEqual(kept({ text: 'brok' }), ['broken']);
    assert.deepEqual(kept({ tag: 'web' }), ['a1b2']);
    assert.deepEqual(kept({ agent: 'scribe' }), ['c3d4']);
    assert.deepEqual(kept({ agent: 'scribe', text: 'rounding' }), []);
  });

  it('hides what is done', () => {
    assert.deepEqual(kept({ hideDone: true }), ['a1b2', 'e5f6', 'g7h8', 'broken']);
  });
});
