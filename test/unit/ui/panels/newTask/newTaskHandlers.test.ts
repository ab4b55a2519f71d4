import assert from 'node:assert/strict';
import { ok, refuse } from '../../../../../src/protocol/lib/result.ts';
import { BAD } from '../../../../../src/ui/panels/checkMessage.ts';
import { positionIn } from '../../../../../src/ui/panels/newTask/fieldWords.ts';
import {
  ASKS,
  type Checked,
  type Fields,
  type FormShown,
  TAKES,
} from '../../../../../src/ui/panels/newTask/newTaskMessages.ts';
import { MAX_SLICE_BYTES } from '../../../../../src/ui/panels/rpc.ts';
import { type FakeNewTask, NEW_ID, opsAndWeb } from '../../../../fakes/fakeNewTask.ts';
import { taskRow, taskWorkspace } from '../../../../fakes/shownTasks.ts';

const EMPTY: Fields = {
  title: '',
  description: '',
  assignedTo: '',
  priority: '5',
  tags: '',
  parent: '',
  context: '',
};

describe('the New Task panel’s host', () => {
  let fake: FakeNewTask;
  let handlers: ReturnType<FakeNewTask['handlers']>;

  beforeEach(async () => {
    fake = await opsAndWeb();
    handlers = fake.handlers();
  });

  const shown = (): FormShown => {
    const task = handlers.slices.task.give(null);
    assert.equal(task.state, 'form');
    return (task as { form: FormShown }).form;
  };
  const type = async (fields: Partial<Fields>): Promise<Checked> => {
    const reply = await handlers.requests.type.run({ ...EMPTY, ...fields });
    assert.ok(reply.ok);
    return reply.value;
  };
  const submit = async (fields: Partial<Fields>) => handlers.requests.submit.run({ ...EMPTY, ...fields });

  it('says of each field what is wrong with it', async () => {
    assert.deepEqual((await type({})).faults, { title: 'A task has a title.' });
    const faults = async (fields: Partial<Fields>) => (await type({ title: 'x', ...fields })).faults;
    assert.deepEqual(await faults({}), {});
    assert.ok((await faults({ assignedTo: 'a/b' })).assignedTo);
    assert.ok((await faults({ priority: 'high' })).priority);
    assert.ok((await faults({ priority: '' })).priority);
    assert.ok((await faults({ parent: 'nothing like it' })).parent);
    assert.match((await faults({ parent: 'aaaa' })).parent ?? '', /Several/);
    assert.deepEqual(await faults({ parent: 'aaaa1' }), {});
    assert.deepEqual(await faults({ parent: ' Invoice export ' }), {});
  });

  it('says where a context stops being JSON', async () => {
    const told = async (context: string) => {
      const { faults, contextAt } = await type({ title: 'x', context });
      return [faults.context, contextAt];
    };
    assert.deepEqual(await told('{"a": 1}'), [undefined, null]);
    assert.deepEqual(await told('[1]'), ['A JSON object: in braces.', null]);
    assert.deepEqual(await told('{\n  "a": nope\n}'), ['Line 2, column 8: this is not JSON: “nope”', 9]);
    assert.deepEqual(await told('{"a": 1'), ['Line 1, column 8: it stops too early.', 7]);
    assert.deepEqual(positionIn('a\r\nbc\rd', 7), { line: 3, column: 2 });
  });

  it('submits what stands in the boxes, with the texts as they are', async () => {
    const sent = await submit({
      title: ' Fix it ',
      description: 'line\nline',
      assignedTo: ' scribe ',
      priority: 'P2',
      tags: '#web, money',
      parent: 'Invoice export',
      context: '{"sizes": [1.0]}',
    });
    assert.deepEqual(sent, ok({ submitted: true }));
    const form = {
      title: ' Fix it ',
      description: 'line\nline',
      parentId: 'aaaa2222',
      context: '{"sizes": [1.0]}',
      assignedTo: 'scribe',
      priority: 2,
      tags: ['web', 'money'],
    };
    assert.deepEqual(fake.done, [`submit 0123 to ops: ${JSON.stringify(form)}`]);
    assert.equal(handlers.slices.task.give(null).state, 'submitted');
  });

  it('submits nothing that has a fault, and nothing twice', async () => {
    const refused = await submit({ title: 'x', context: '{' });
    assert.equal(refused.ok === false && refused.code, 'fault');
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<string>>>();
    fake.submitting = () => promise;
    const both = [submit({ title: 'x' }), submit({ title: 'x' })];
    resolve(ok(NEW_ID));
    assert.deepEqual(await Promise.all(both), [ok({ submitted: true }), ok({ submitted: true })]);
    assert.equal(fake.done.length, 1);
  });

  it('leaves the form as it was where it was refused, and tries the same id again', async () => {
    fake.submitting = async () => refuse('io', 'No space left.', { errno: 'ENOSPC' });
    const fields = { title: 'x', description: 'y', priority: '3' };
    const refused = await submit(fields);
    assert.equal(refused.ok === false && refused.code, 'io');
    assert.deepEqual(shown().fields, { ...EMPTY, ...fields });
    await submit(fields);
    assert.deepEqual(
      fake.done.map((line) => line.slice(0, 11)),
      ['submit 0123', 'submit 0123'],
    );
    assert.equal(fake.keptFields?.title, 'x');
  });

  it('keeps what is typed, also what is half typed, and takes it up after a reload', async () => {
    await type({ title: 'Fix', priority: 'P', tags: 'web, ' });
    assert.equal(shown().fields.priority, 'P');
    assert.equal(shown().fields.tags, 'web, ');
    await handlers.requests.workspace.run({ index: 1 });
    handlers = fake.handlers();
    assert.deepEqual(shown().fields, { ...EMPTY, title: 'Fix', priority: 'P', tags: 'web, ' });
    assert.equal(shown().workspace, 1);
  });

  it('keeps a draft only as long as something differs from what it began with', async () => {
    await type({ tags: 'web' });
    assert.equal(fake.keptFields?.tags, 'web');
    await type({ title: 'x' });
    await type({});
    assert.equal(fake.keptFields, undefined);
  });

  it('takes over what is typed elsewhere', async () => {
    await type({ title: 'mine' });
    fake.typeElsewhere({ title: 'from the pick' });
    assert.equal(shown().fields.title, 'from the pick');
  });

  it('begins with what was selected', () => {
    handlers = fake.handlers({ title: 'fix this', description: '```\nfix this\n```' });
    assert.equal(shown().fields.title, 'fix this');
    assert.equal(fake.keptFields?.title, 'fix this');
  });

  it('says why nothing can be submitted, and submits nothing', async () => {
    const writable = { ok: false as const, code: 'restricted' as const, args: {} };
    fake.list = [await taskWorkspace([], { writable })];
    assert.match(shown().off, /Restricted Mode/);
    assert.deepEqual(shown().ways, [{ name: 'out', words: 'Manage Trust' }]);
    const refused = await submit({ title: 'x' });
    assert.equal(refused.ok === false && refused.code, 'restricted');
    assert.deepEqual(fake.done, []);
  });

  it('says where its task is now, and offers to take it back only while it waits', async () => {
    const state = async (folder: string) => {
      fake.list = [await taskWorkspace([taskRow(folder, NEW_ID, { title: 'Fix it', priority: 2 })])];
      const task = handlers.slices.task.give(null);
      return task.state === 'submitted' ? [task.task.words, task.task.waits] : [];
    };
    assert.deepEqual(await state('inbox'), ['waits in ops · for anyone · P2', true]);
    assert.deepEqual((await state('done'))[1], false);
  });

  it('says that there is no workspace only once it was looked for', () => {
    fake.list = [];
    fake.isReady = false;
    assert.deepEqual(handlers.slices.task.give(null), { state: 'reading' });
    fake.isReady = true;
    assert.deepEqual(handlers.slices.task.give(null), { state: 'none' });
  });

  it('gives nothing over 200 kB', async () => {
    const long = 'é'.repeat(20_000);
    const rows = Array.from({ length: 1_000 }, (_, at) =>
      taskRow('inbox', `${at}`, { title: long, tags: [`${at}${long}`, `tag${at}`] }),
    );
    fake.list = [await taskWorkspace(rows)];
    await type({ title: long.slice(0, 2_000), description: long, context: long });
    const choices = handlers.slices.choices.give({ workspace: 0 });
    for (const slice of [shown(), choices])
      assert.ok(Buffer.byteLength(JSON.stringify(slice)) <= MAX_SLICE_BYTES);
    assert.ok(choices.tags.every((tag) => tag.length < 200));
  });

  it('takes no message that is not of its contract', () => {
    const strange: unknown[] = [
      undefined,
      7,
      '',
      [],
      {},
      { index: 'a' },
      { ...EMPTY, path: '/etc' },
      { ...EMPTY, title: 'x'.repeat(2_001) },
      { ...EMPTY, description: 'x'.repeat(262_145) },
      { ...EMPTY, priority: 5 },
      { name: 'sideways' },
      { workspace: -1 },
      { workspace: '/home/me' },
    ];
    for (const [name, check] of Object.entries({ ...ASKS, ...TAKES }))
      for (const value of strange) assert.equal(check(value), BAD, `${name} ${String(value)}`);
  });
});
