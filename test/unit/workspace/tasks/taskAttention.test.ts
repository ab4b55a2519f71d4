import assert from 'node:assert/strict';
import { Pace } from '../../../../src/protocol/lib/pace.ts';
import type { TaskRow, TaskScan } from '../../../../src/protocol/tasks/taskModel.ts';
import { TASK_FOLDERS } from '../../../../src/protocol/tasks/taskNames.ts';
import { nextMoments } from '../../../../src/workspace/tasks/nextMoments.ts';
import { equalAsk, equalLook, taskLooks, taskWaits } from '../../../../src/workspace/tasks/taskAttention.ts';
import { taskMoment } from '../../../../src/workspace/tasks/taskMoment.ts';
import type { TaskWorkspace } from '../../../../src/workspace/tasks/taskWorkspace.ts';
import { WorkspaceSnapshots } from '../../../../src/workspace/tasks/workspaceSnapshots.ts';
import { aRow } from '../../../fakes/taskRowBuilder.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 30, 12);
const at = (ms: number): string => new Date(ms).toISOString();

/** A workspace with these rows, `agents`: when each was last seen. */
async function workspaceOf(
  rows: TaskRow[],
  agents: Record<string, number> = {},
  staleMinutes = 30,
): Promise<TaskWorkspace> {
  const tasks = TASK_FOLDERS.flatMap((folder) => rows.filter((row) => row.folder === folder));
  const scan: TaskScan = {
    tasks,
    agents: Object.entries(agents).map(([name, seen]) => ({
      name,
      file: `agents/${name}.json`,
      version: '',
      agent: { name, role: 'worker', last_seen: at(seen) },
      problem: null,
    })),
    problems: [],
  };
  const snapshots = new WorkspaceSnapshots(new Pace(1));
  await snapshots.take(scan);
  return snapshots.make({
    key: '/ws|tasks',
    folder: '/ws',
    name: 'ws',
    origin: 'workspace',
    writable: { ok: true },
    polling: false,
    tookMs: 0,
    staleMinutes,
  });
}

const asks = (id: string, second: number, question: unknown, fields: object = {}) =>
  aRow({
    folder: 'feedback',
    id,
    context: { _feedback_request: question },
    history: [
      { status: 'active', at: at(noon), claimed_by: 'scribe' },
      { status: 'feedback', at: at(noon + second * 1000) },
    ],
    ...fields,
  });
const runs = (id: string, since: number, by = 'scout') =>
  aRow({ folder: 'active', id, history: [{ status: 'active', at: at(since), claimed_by: by }] });
const fails = (id: string, when: number, error: string, by = 'scout') =>
  aRow({
    folder: 'failed',
    id,
    history: [
      { status: 'active', at: at(when - 1000), claimed_by: by },
      { status: 'failed', at: at(when), error },
    ],
  });
const took = (id: string, ms: number, by = 'scout') =>
  aRow({
    folder: 'done',
    id,
    history: [
      { status: 'active', at: at(noon), claimed_by: by },
      { status: 'done', at: at(noon + ms) },
    ],
  });

describe('what waits in a task workspace', () => {
  it('is every question, the most urgent first, with who asks, since when and the options', async () => {
    const workspace = await workspaceOf([
      asks('late', 9, 'Later?'),
      asks('first', 3, { question: 'May I?', options: ['yes', 'no'] }),
      asks('urgent', 8, 'Now?', { priority: 1 }),
      aRow({ folder: 'feedback', id: 'broken', task: null, problems: ['invalid_json'] }),
    ]);
    const waits = taskWaits(workspace);
    assert.deepEqual(
      waits.map(({ row, text }) => [row.id, text]),
      [
        ['urgent', 'Now?'],
        ['first', 'May I?'],
        ['late', 'Later?'],
      ],
    );
    const [, first] = waits;
    assert.ok(first);
    const { key, asker, options, since, same } = first;
    assert.equal(key, `/ws|tasks|feedback|first|${at(noon + 3000)}`);
    assert.deepEqual([asker, since, same.length], ['scribe', noon + 3000, 1]);
    assert.deepEqual(
      options.map(({ id }) => id),
      ['yes', 'no'],
    );
  });

  it('is the same wait while the question stays, and another once it is asked anew', async () => {
    const keyOf = async (row: TaskRow) => taskWaits(await workspaceOf([row]))[0]?.key;
    const before = await keyOf(asks('a', 1, 'Q'));
    assert.equal(await keyOf(asks('a', 1, 'Q', { priority: 1 })), before);
    assert.notEqual(await keyOf(asks('a', 2, 'Q')), before);
  });

  it('counts asks of one agent as equal by words and options', async () => {
    const [one, two, other] = taskWaits(
      await workspaceOf([asks('a', 1, 'Q'), asks('b', 2, ' Q '), asks('c', 3, 'R')]),
    );
    assert.ok(one && two && other);
    assert.equal(equalAsk(one), equalAsk(two));
    assert.notEqual(equalAsk(one), equalAsk(other));
  });

  it('is not equal where one answer would let other drafts go out', async () => {
    const ask = (id: string, draft: string) => asks(id, 1, { question: 'Send it?', options: ['yes'], draft });
    const [one, two, other] = taskWaits(
      await workspaceOf([ask('a', 'Dear all'), ask('b', 'Dear all'), ask('c', 'Dear boss, I quit')]),
    );
    assert.ok(one && two && other);
    assert.equal(equalAsk(one), equalAsk(two));
    assert.notEqual(equalAsk(one), equalAsk(other));
  });

  it('has a short key whatever stands for the time', async () => {
    const long = (end: string) =>
      asks(end, 1, 'Go?', { history: [{ status: 'feedback', at: 'x'.repeat(300_000) + end }] });
    const [one, two] = taskWaits(await workspaceOf([long('a'), long('b')]));
    assert.ok(one && two);
    assert.ok(one.key.length < 300);
    assert.notEqual(one.key.split('|').at(-1), two.key.split('|').at(-1));
  });

  it('is nothing that is being answered in this moment', async () => {
    const answered = aRow({
      folder: 'feedback',
      history: [{ status: 'inbox', at: at(noon), feedback_received: true }],
    });
    assert.deepEqual(taskWaits(await workspaceOf([answered])), []);
  });
});

describe('what needs a look in a task workspace', () => {
  const codes = (workspace: TaskWorkspace, now: number): string[] =>
    taskLooks(workspace, now).map(({ code, row }) => `${code} ${row.id}`);

  it('is a failure of the last day, those alike in one row', async () => {
    const workspace = await workspaceOf([
      fails('a', noon, 'RateLimitError 429'),
      fails('b', noon - 10 * minute, 'RateLimitError 429'),
      fails('c', noon, 'RateLimitError 429', 'zoë'),
      fails('old', noon - 25 * hour, 'x'),
    ]);
    const looks = taskLooks(workspace, noon + minute);
    assert.deepEqual(looks.map(({ row }) => row.id).sort(), ['a', 'b', 'c']);
    const groups = new Set(looks.map(equalLook));
    assert.equal(groups.size, 2);
    assert.equal(looks[0]?.text, 'RateLimitError 429');
    assert.equal(nextMoments(workspace, noon + minute).get('failed'), noon - 10 * minute + 24 * hour + 1);
    assert.deepEqual(codes(workspace, noon + 23.9 * hour).sort(), ['task-failed a', 'task-failed c']);
  });

  it('is an active task after the larger of the setting and three usual times, its agent not seen as long', async () => {
    const done = [took('d1', 20 * minute), took('d2', 18 * minute), took('d3', 5 * minute)];
    const workspace = await workspaceOf([runs('a', noon), runs('b', noon, 'zoë'), ...done], {
      scout: noon,
      zoë: noon + 20 * minute,
    });
    assert.deepEqual(codes(workspace, noon + 49 * minute), []);
    assert.deepEqual(codes(workspace, noon + 51 * minute), ['task-stale b']);
    assert.deepEqual(codes(workspace, noon + 55 * minute), ['task-stale a', 'task-stale b']);
    const [a] = taskLooks(workspace, noon + 55 * minute);
    assert.deepEqual([a?.usualMs, a?.lastSeen, a?.agent], [18 * minute, noon, 'scout']);
    assert.equal(nextMoments(workspace, noon).get('active'), noon + 50 * minute + 1);
  });

  it('takes an agent that never registered for not seen since the claim', async () => {
    const workspace = await workspaceOf([runs('a', noon)]);
    assert.deepEqual(codes(workspace, noon + 30 * minute), []);
    assert.deepEqual(codes(workspace, noon + 30 * minute + 1), ['task-stale a']);
  });

  it('is what waits for an agent that was not seen for an hour, all of one agent in one row', async () => {
    const bound = (id: string, agent: string) =>
      aRow({ id, assigned_to: agent, history: [{ status: 'inbox', at: at(noon) }] });
    const workspace = await workspaceOf(
      [bound('a', 'zoë'), bound('b', 'zoë'), bound('c', 'scout'), bound('d', 'nobody'), aRow({ id: 'free' })],
      { zoë: noon - 2 * hour, scout: noon },
    );
    const looks = taskLooks(workspace, noon + minute);
    assert.deepEqual(
      looks.map(({ code, row, agent, lastSeen }) => [code, row.id, agent, lastSeen]),
      [
        ['task-bound', 'a', 'zoë', noon - 2 * hour],
        ['task-bound', 'b', 'zoë', noon - 2 * hour],
      ],
    );
    assert.equal(new Set(looks.map(equalLook)).size, 1);
    assert.equal(taskLooks(workspace, noon + hour + 1).length, 4);
    assert.deepEqual(
      workspace.agents.map(({ name, bound: count }) => [name, count]),
      [
        ['zoë', 2],
        ['scout', 1],
      ],
    );
  });

  it('is what is interrupted, unreadable or a twin, each once and by what is worst', async () => {
    const workspace = await workspaceOf([
      aRow({ folder: 'active', id: 'claim', problems: ['claim_interrupted'] }),
      aRow({ folder: 'done', id: 'twin', problems: ['duplicate_id'], alsoIn: ['inbox'] }),
      aRow({
        folder: 'active',
        id: 'both',
        problems: ['duplicate_id', 'move_interrupted'],
        alsoIn: ['inbox'],
      }),
      aRow({ folder: 'failed', id: 'python', task: null, problems: ['invalid_json'] }),
      aRow({
        folder: 'feedback',
        id: 'habit',
        alsoIn: ['done'],
        history: [{ status: 'feedback', at: at(noon) }],
      }),
      aRow({ id: 'odd', problems: ['bad_time'] }),
    ]);
    assert.deepEqual(codes(workspace, noon).sort(), [
      'task-interrupted both',
      'task-interrupted claim',
      'task-twin twin',
      'task-unreadable python',
    ]);
    assert.equal(equalLook(taskLooks(workspace, noon)[0] ?? assert.fail()), null);
  });

  it('never has two looks of one key', async () => {
    const workspace = await workspaceOf([
      fails('a', noon, 'x'),
      aRow({ folder: 'active', id: 'a', problems: ['duplicate_id'], alsoIn: ['failed'] }),
    ]);
    const keys = taskLooks(workspace, noon).map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('what a row means at a moment', () => {
  it('says that the clock of the writer is ahead, and not a negative time', async () => {
    const row = runs('a', noon + 10 * minute);
    const workspace = await workspaceOf([row]);
    const ahead = taskMoment(workspace, row, noon);
    assert.deepEqual([ahead.lasts, ahead.aheadMs, ahead.stale], [0, 10 * minute, false]);
    assert.equal(ahead.nextChangeAt, noon + 10 * minute - 5000);
    assert.equal(taskMoment(workspace, row, noon + 10 * minute).aheadMs, null);
  });
});

describe('the order of the rows of a folder', () => {
  it('is longest first of what runs, newest first of what ended, what cannot be read last', async () => {
    const rows = [
      runs('new', noon + minute),
      runs('old', noon),
      aRow({ folder: 'active', id: 'broken', task: null, problems: ['empty'] }),
      took('short', minute),
      took('long', hour),
      aRow({ folder: 'done', id: 'never', history: [] }),
      fails('f1', noon, 'x'),
      fails('f2', noon + 1, 'x'),
    ];
    const { rows: shown } = await workspaceOf(rows);
    const idsOf = (list: readonly TaskRow[]): string[] => list.map(({ id }) => id);
    assert.deepEqual(idsOf(shown.active), ['old', 'new', 'broken']);
    assert.deepEqual(idsOf(shown.done), ['long', 'short', 'never']);
    assert.deepEqual(idsOf(shown.failed), ['f2', 'f1']);
  });

  it('is the same whether rows come one by one or all at once', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => took(`t${(index * 37) % 60}`, (index * 53) % 17));
    const little = new WorkspaceSnapshots(new Pace(1));
    const scanOf = (tasks: TaskRow[]): TaskScan => ({ tasks, agents: [], problems: [] });
    const parts = {
      key: 'k',
      folder: '/ws',
      name: 'ws',
      origin: 'workspace',
      writable: { ok: true },
      polling: false,
      tookMs: 0,
      staleMinutes: 30,
    } as const;
    for (let count = 1; count <= rows.length; count += 1) await little.take(scanOf(rows.slice(0, count)));
    for (let count = rows.length; count > 30; count -= 1) await little.take(scanOf(rows.slice(0, count)));
    const whole = await workspaceOf(rows.slice(0, 31));
    assert.deepEqual(little.make(parts).rows.done, whole.rows.done);
  });
});

describe('a task workspace', () => {
  it('finds rows by id and children by their parent', async () => {
    const workspace = await workspaceOf([
      aRow({ id: 'parent', folder: 'done' }),
      aRow({ id: 'one', parent_id: 'parent' }),
      aRow({ id: 'two', folder: 'failed', parent_id: 'parent' }),
    ]);
    assert.equal(workspace.row('inbox', 'one')?.id, 'one');
    assert.equal(workspace.row('done', 'one'), undefined);
    assert.equal(workspace.row('agents', 'one'), undefined);
    assert.deepEqual(
      workspace.children('parent').map(({ id }) => id),
      ['one', 'two'],
    );
  });
});
