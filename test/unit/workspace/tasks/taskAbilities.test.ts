import assert from 'node:assert/strict';
import { mendTitle, mendWays } from '../../../../src/ui/commands/tasks/mendWords.ts';
import { taskLookAdvice } from '../../../../src/ui/views/needsYou/taskLookWords.ts';
import { taskAbilities } from '../../../../src/workspace/tasks/taskAbilities.ts';
import { taskLooks, taskWaits } from '../../../../src/workspace/tasks/taskAttention.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { claimed, makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const at = '2026-11-30T12:02:00.000001+00:00';
const running = { history: [claimed('scout')], assigned_to: 'scout' };
const finished = { status: 'done', result: 'x', history: [claimed('scout'), { status: 'done', at }] };

describe('what a person may do with a task', () => {
  const root = tempFolder();

  async function read(files: Record<string, string>, later = 0) {
    const folder = makeWorkspace(root(), files);
    const tasks = openFor(root(), folder, {}, { now: () => Date.now() + later });
    return readTasks(folder, tasks);
  }

  it('follows from the folder it is in', async () => {
    const workspace = await read({
      'inbox/new.json': taskText('new'),
      'inbox/bound.json': taskText('bound', { assigned_to: 'ghost' }),
      'active/runs.json': taskText('runs', running),
      'feedback/asks.json': taskText('asks', { history: [claimed('scout'), { status: 'feedback', at }] }),
      'blocked/held.json': taskText('held', { history: [{ status: 'blocked', at, reason: 'r' }] }),
      'failed/broke.json': taskText('broke', { history: [{ status: 'failed', at, error: 'e' }] }),
      'done/ended.json': taskText('ended', finished),
      'failed/torn.json': '{"id": "torn"',
      'inbox/named.json': taskText('other'),
    });
    const able = (folder: string, id: string) => {
      const row = workspace.row(folder, id);
      assert.ok(row);
      return taskAbilities(workspace, row);
    };
    assert.deepEqual(able('inbox', 'new'), ['claimable', 'editable', 'withdrawable']);
    assert.deepEqual(able('inbox', 'bound'), ['claimable', 'editable', 'withdrawable', 'releasable']);
    assert.deepEqual(able('active', 'runs'), ['completable', 'failable', 'blockable']);
    assert.deepEqual(able('feedback', 'asks'), ['answerable']);
    assert.deepEqual(able('blocked', 'held'), ['unblockable']);
    assert.deepEqual(able('failed', 'broke'), ['retriable']);
    assert.deepEqual(able('done', 'ended'), []);
    assert.deepEqual(able('failed', 'torn'), []);
    assert.deepEqual(able('inbox', 'named'), []);
    const locked = { ...workspace, writable: { ok: false, code: 'restricted', args: {} } as const };
    const row = workspace.row('inbox', 'new');
    assert.ok(row);
    assert.deepEqual(taskAbilities(locked, row), []);
  });

  it('is shown and answered however large it is, and a large one elsewhere can be acted on', async () => {
    const blob = { blob: 'x'.repeat(1_100_000) };
    const asking = { context: { ...blob, _feedback_request: { question: 'Go?', options: ['yes'] } } };
    const workspace = await read({
      'feedback/asks.json': taskText('asks', {
        ...asking,
        history: [claimed('scout'), { status: 'feedback', at }],
      }),
      'inbox/new.json': taskText('new', { context: blob }),
      'done/ended.json': taskText('ended', { ...finished, context: blob }),
      'failed/broke.json': taskText('broke', {
        context: blob,
        history: [{ status: 'failed', at, error: 'e' }],
      }),
    });
    const able = (folder: string, id: string) => {
      const row = workspace.row(folder, id);
      assert.ok(row);
      return taskAbilities(workspace, row);
    };
    assert.deepEqual(
      taskWaits(workspace).map(({ text }) => text),
      ['Go?'],
    );
    assert.deepEqual(able('feedback', 'asks'), ['answerable']);
    assert.deepEqual(able('inbox', 'new'), ['claimable', 'withdrawable', 'releasable']);
    assert.deepEqual(able('failed', 'broke'), ['retriable']);
    assert.deepEqual(
      taskLooks(workspace, Date.now()).map(({ row, code }) => [row.id, code]),
      [
        ['new', 'task-unreadable'],
        ['broke', 'task-unreadable'],
      ],
    );
    const [, broke] = taskLooks(workspace, Date.now());
    assert.ok(broke);
    assert.match(taskLookAdvice(broke), /agents read it all the same/);
  });

  it('is nothing of what stands in two folders, but a copy in done/ stops nothing', async () => {
    const workspace = await read({
      'inbox/twin.json': taskText('twin'),
      'blocked/twin.json': taskText('twin', { history: [{ status: 'blocked', at, reason: 'r' }] }),
      'inbox/again.json': taskText('again'),
      'done/again.json': taskText('again', finished),
    });
    const able = (folder: string, id: string) => {
      const row = workspace.row(folder, id);
      assert.ok(row);
      return taskAbilities(workspace, row);
    };
    assert.deepEqual(able('inbox', 'twin'), []);
    assert.deepEqual(able('blocked', 'twin'), []);
    assert.deepEqual(able('inbox', 'again'), ['claimable', 'editable', 'withdrawable']);
  });

  it('is to mend what was interrupted, in words about what becomes of it', async () => {
    const workspace = await read(
      {
        'active/moved.json': taskText('moved', { title: 'Export', ...finished }),
        'active/grabbed.json': taskText('grabbed', { title: 'Import' }),
        'inbox/.aside.1a2b.quarterdeck': taskText('aside', { title: 'Report' }),
      },
      60_000,
    );
    const said = (folder: string, id: string) => {
      const row = workspace.row(folder, id);
      assert.ok(row);
      assert.deepEqual(taskAbilities(workspace, row), ['mendable']);
      const facts = workspace.facts(row);
      return [mendTitle(row, facts), ...mendWays(row, facts).map(({ how, label }) => `${how}: ${label}`)];
    };
    assert.deepEqual(said('active', 'moved'), [
      '“Export” was on its way from active to done, and did not arrive',
      'finish: Finish the move',
      'undo: Undo the move',
    ]);
    assert.deepEqual(said('active', 'grabbed'), [
      'A claim of “Import” was interrupted: nobody works on it',
      'undo: Return it',
    ]);
    assert.deepEqual(said('inbox', 'aside'), [
      'A change of “Report” was interrupted: no agent finds it now',
      'put-back: Put it back',
    ]);
  });
});
