import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { actOn } from '../../../../src/acts/tasks/actOnTasks.ts';
import { lookUp } from '../../../../src/acts/tasks/chosenTasks.ts';
import { retry } from '../../../../src/acts/tasks/taskActs.ts';
import { refuse } from '../../../../src/protocol/lib/result.ts';
import type { TaskFolder } from '../../../../src/protocol/tasks/taskModel.ts';
import { taskRefusalWords } from '../../../../src/text/taskRefusalWords.ts';
import { manyDone } from '../../../../src/ui/commands/tasks/taskActWords.ts';
import { RowHandle, rowForTask } from '../../../../src/ui/kit/rowTree.ts';
import { asTaskTarget, targetsOf } from '../../../../src/ui/kit/taskTargets.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const at = '2026-11-30T12:02:00.000001+00:00';
const failed = { history: [{ status: 'failed', at, error: 'RateLimitError 429' }] };

describe('an act on several tasks', () => {
  const root = tempFolder();

  async function three() {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((id) => [`failed/${id}.json`, taskText(id, { title: `Task ${id}`, ...failed })]),
    );
    const folder = makeWorkspace(root(), files);
    const tasks = openFor(root(), folder);
    const workspace = await readTasks(folder, tasks);
    const lookup = { workspace: (key: string) => (key === workspace.key ? workspace : undefined) };
    const target = (id: string) => ({ workspaceKey: workspace.key, folder: 'failed', id });
    const store = { act: <T>(_key: string, run: (of: TaskFolder) => Promise<T>) => run(tasks) };
    return { folder, workspace, lookup, target, store };
  }

  it('is done to all that are still as they were seen, and says in one line what was not', async () => {
    const { folder, lookup, target, store } = await three();
    const { chosen, missed } = lookUp([target('a'), target('b'), target('c')], lookup);
    assert.equal(missed.length, 0);
    fs.renameSync(path.join(folder, 'failed/b.json'), path.join(folder, 'active/b.json'));
    fs.writeFileSync(path.join(folder, 'failed/c.json'), taskText('c', { title: 'Another', ...failed }));
    const outcome = await actOn(store, chosen, retry);
    assert.deepEqual(fs.readdirSync(path.join(folder, 'inbox')), ['a.json']);
    assert.deepEqual(fs.readdirSync(path.join(folder, 'failed')), ['c.json']);
    const refusals = outcome.refused.map(({ refusal }) => refusal);
    assert.equal(
      manyDone('retry', outcome.done.length, refusals),
      '1 retried, 2 refused: taken meanwhile, changed meanwhile',
    );
    const left = [refuse('not-now', ''), refuse('not-now', ''), refuse('read-only', '')];
    assert.equal(manyDone('retry', 35, [], left), '35 retried, 3 left out: not failed, read-only');
  });

  it('names the version that the row showed, though the window has seen another one since', async () => {
    const { lookup, target, store } = await three();
    const seen = { ...target('a'), seen: 'of the row' };
    const dragged = asTaskTarget(JSON.parse(JSON.stringify(seen)));
    assert.ok(dragged);
    for (const one of [seen, dragged, ...(targetsOf(rowForTask(seen), undefined) ?? [])]) {
      const { chosen } = lookUp([one], lookup);
      const outcome = await actOn(store, chosen, retry);
      assert.deepEqual(
        outcome.refused.map(({ refusal }) => refusal.code),
        ['changed'],
      );
    }
    const { chosen } = lookUp([target('a')], lookup);
    assert.equal((await actOn(store, chosen, retry)).done.length, 1);
  });

  it('refuses each with the reason for which the workspace as a whole was refused', async () => {
    const { lookup, target } = await three();
    const { chosen } = lookUp([target('a'), target('b')], lookup);
    const store = { act: async () => refuse('restricted', 'Not trusted.') };
    const outcome = await actOn(store, chosen, retry);
    const refusals = outcome.refused.map(({ refusal }) => refusal);
    assert.equal(manyDone('retry', 0, refusals), '2 refused: Restricted Mode');
  });

  it('is about the rows that were selected with it, each task once, groups as all that is in them', async () => {
    const { target } = await three();
    const group = new RowHandle(
      { kind: 'group', id: 'g', target: { tasks: [target('a'), target('b')] } },
      undefined,
    );
    const one = rowForTask(target('a'));
    assert.deepEqual(targetsOf(one, undefined), [target('a')]);
    assert.deepEqual(targetsOf(one, [one, group]), [target('a'), target('b')]);
    assert.equal(targetsOf(undefined, undefined), null);
    assert.equal(targetsOf({ some: 'thing' }, []), null);
  });

  it('says of a row whose task has gone on where it is now', async () => {
    const { lookup, workspace } = await three();
    const gone = { workspaceKey: workspace.key, folder: 'inbox', id: 'a' };
    const { chosen, missed } = lookUp([gone], lookup);
    assert.equal(chosen.length, 0);
    const [first] = missed;
    assert.ok(first);
    assert.equal(taskRefusalWords(first.refusal, first.title, 'ws'), '“Task a” has failed meanwhile.');
  });
});

describe('why an act on a task was refused', () => {
  const words = (code: string, args: Record<string, unknown>) =>
    taskRefusalWords(refuse(code, 'plain English', args), 'Fix rounding', 'ops');

  it('is said in words for every code, without the code', () => {
    const said = [
      words('exists', { folder: 'done' }),
      words('exists', { folder: 'agents' }),
      words('gone', { foundIn: null }),
      words('gone', { foundIn: 'active' }),
      words('changed', { version: 'f'.repeat(64) }),
      words('changed', { claimedBy: 'scout' }),
      words('invalid-id', { id: '../x' }),
      words('unreadable', { reason: 'invalid_json' }),
      words('invalid', { field: 'context' }),
      words('invalid', { reason: 'not_interrupted' }),
      words('twin', { folders: ['inbox', 'active'] }),
      words('link', { file: 'inbox/x.json' }),
      words('busy', {}),
      words('io', { errno: 'EXDEV', call: 'rename' }),
      words('io', { errno: 'ENOSPC', call: 'write' }),
      words('restricted', {}),
      words('outside', {}),
      words('read-only', { path: '/srv/ops' }),
    ];
    assert.equal(new Set(said).size, said.length);
    for (const one of said) assert.doesNotMatch(one, /plain English|undefined|null|ENOSPC|EXDEV/);
  });

  it('names who has it', () => {
    assert.equal(words('changed', { claimedBy: 'scout' }), '“Fix rounding” is claimed by scout.');
    assert.equal(
      words('gone', { foundIn: 'active' }),
      'an agent has taken “Fix rounding” meanwhile: it is active now.',
    );
  });
});
