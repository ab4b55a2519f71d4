import assert from 'node:assert/strict';
import { BegunTasks, type SubmittedTask } from '../../../../src/acts/tasks/begunTasks.ts';
import type { NewTaskDraft } from '../../../../src/acts/tasks/newTaskDrafts.ts';
import type { TaskFields } from '../../../../src/acts/tasks/taskFields.ts';
import { type Result, refuse } from '../../../../src/protocol/lib/result.ts';
import type { TaskFolder } from '../../../../src/protocol/tasks/taskModel.ts';
import { FakeDrafts, fakeMemory } from '../../../fakes/fakeNewTask.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { makeWorkspace, openFor } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('the tasks that were begun', () => {
  const root = tempFolder();

  async function started() {
    const folder = makeWorkspace(root());
    const tasks = openFor(root(), folder);
    const workspace = await readTasks(folder, tasks);
    const drafts = new FakeDrafts();
    const submitted: SubmittedTask[] = [];
    const rig = { refusal: undefined as Result<never> | undefined };
    const begun = new BegunTasks({
      drafts,
      clock: { now: () => 5_000 },
      tasks: {
        act: async <T>(_: string, run: (of: TaskFolder) => Promise<Result<T>>) => rig.refusal ?? run(tasks),
      },
      memory: fakeMemory(),
      submitted: (task) => submitted.push(task),
    });
    const draft = (fields: Partial<TaskFields>): NewTaskDraft => ({
      id: '1'.repeat(32),
      fields: { ...begun.blank(workspace.key), ...fields },
    });
    const keep = (of: NewTaskDraft) => begun.keep(of, begun.blank(workspace.key));
    const submit = (of: NewTaskDraft, name = async (): Promise<string | undefined> => 'mira') =>
      begun.submit(of, workspace, '/repository', name);
    return { tasks, workspace, begun, submitted, draft, keep, submit, rig };
  }

  it('are tasks once they are submitted, and the next begins with their values', async () => {
    const { tasks, workspace, begun, submitted, draft, keep, submit } = await started();
    const one = draft({ title: 'Fix it', priority: '2', tags: 'web', assignedTo: 'scout' });
    keep(one);
    const sent = await submit(one);
    assert.deepEqual(sent, { ok: true, value: one.id });
    assert.deepEqual((await tasks.get(one.id))?.task['tags'], ['web']);
    assert.deepEqual(begun.all(), []);
    const target = { workspaceKey: workspace.key, folder: 'inbox', id: one.id };
    assert.deepEqual(submitted, [{ target, title: 'Fix it', workspace: 'ws' }]);
    const { assignedTo, priority, tags } = begun.blank(workspace.key);
    assert.deepEqual([assignedTo, priority, tags], ['scout', '2', 'web']);
    assert.equal(begun.memory.chosen('/repository'), workspace.key);
  });

  it('stay where they were refused, and where the person went away', async () => {
    const { begun, submitted, draft, submit, rig } = await started();
    const one = draft({ title: 'Fix it' });
    assert.equal(await submit(one, async () => undefined), undefined);
    assert.deepEqual(begun.all(), [one]);
    rig.refusal = refuse('io', 'No space left.');
    assert.deepEqual(await submit(one), rig.refusal);
    assert.deepEqual(begun.offered(), [one]);
    assert.deepEqual(submitted, []);
  });

  it('are offered to nobody while one of them is being sent, and keep what another window types then', async () => {
    const { begun, draft, keep, submit } = await started();
    const one = draft({ title: 'First' });
    const { promise, resolve } = Promise.withResolvers<string>();
    const sending = submit(one, () => promise);
    await Promise.resolve();
    assert.deepEqual([begun.all().length, begun.offered().length], [1, 0]);
    const other = draft({ title: 'Second' });
    resolve('mira');
    await Promise.resolve();
    await Promise.resolve();
    keep(other);
    assert.ok((await sending)?.ok);
    assert.deepEqual(
      begun.offered().map(({ fields }) => fields.title),
      ['Second'],
    );
  });

  it('are not submitted with a box that is not filled in right', async () => {
    const { draft, submit } = await started();
    const told = async (fields: Partial<TaskFields>) => {
      const sent = await submit(draft(fields));
      return sent?.ok === false ? [sent.code, sent.args['field']] : sent;
    };
    assert.deepEqual(await told({}), ['fault', 'title']);
    assert.deepEqual(await told({ title: 'x', context: '{"a"' }), ['fault', 'context']);
    assert.deepEqual(await told({ title: 'x', parent: 'nothing like it' }), ['fault', 'parent']);
  });

  it('are kept only as long as something differs from what they began with', async () => {
    const { begun, draft, keep } = await started();
    keep(draft({ priority: 'P' }));
    assert.equal(begun.get('1'.repeat(32))?.fields.priority, 'P');
    keep(draft({}));
    assert.deepEqual(begun.all(), []);
  });
});
