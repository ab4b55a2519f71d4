import assert from 'node:assert/strict';
import { ok, refuse } from '../../../../../src/protocol/lib/result.ts';
import type { FormShown, NewTask } from '../../../../../src/ui/panels/newTask/newTaskMessages.ts';
import { FakeNewTask } from '../../../../fakes/fakeNewTask.ts';
import { taskRow, taskWorkspace } from '../../../../fakes/shownTasks.ts';

const FIELDS = {
  title: 'Fix rounding',
  description: 'Half a cent is lost.',
  assignedTo: 'scribe',
  priority: '2',
  tags: 'web, money',
  parent: '',
  context: '{"currency": "EUR"}',
};

const TASK = { title: 'Fix rounding', priority: 2, assigned_to: 'scribe', tags: ['web', 'money'] };

describe('the New Task panel’s host, of a task that waits', () => {
  let fake: FakeNewTask;
  let session: ReturnType<FakeNewTask['editing']>;

  const stands = async (folder: string, task: Record<string, unknown> = TASK): Promise<void> => {
    fake.list = [await taskWorkspace(folder === '' ? [] : [taskRow(folder, 'aaaa', task)])];
  };
  const give = (): NewTask => session.handlers.slices.task.give(null);
  /** Once the file is read. */
  const read = async (): Promise<NewTask> => {
    give();
    await Promise.resolve();
    await Promise.resolve();
    return give();
  };
  const form = (): FormShown => {
    const task = give();
    assert.equal(task.state, 'form');
    return (task as { form: FormShown }).form;
  };
  const type = (fields: Partial<typeof FIELDS>) =>
    session.handlers.requests.type.run({ ...FIELDS, ...fields });
  const submit = async (fields: Partial<typeof FIELDS>) =>
    session.handlers.requests.submit.run({ ...FIELDS, ...fields });
  const way = (name: 'out' | 'rebase' | 'copy') => session.handlers.requests.way.run({ name });

  beforeEach(async () => {
    fake = new FakeNewTask();
    await stands('inbox');
    fake.file = { fields: FIELDS, locked: {} };
    session = fake.editing('aaaa');
  });

  it('has the fields of its file, and says which task it is and where', async () => {
    assert.equal((await read()).state, 'form');
    const { fields, edits, workspaces, off, saved, checked } = form();
    assert.deepEqual(fields, FIELDS);
    assert.equal(edits?.title.text, 'Fix rounding');
    assert.equal(edits?.words, 'waits in ops · for scribe · P2 · id aaaa');
    assert.equal(workspaces[0]?.folder.text, '~/drops/ops');
    assert.deepEqual([off, saved, checked.summary], ['', '', 'Nothing is changed yet.']);
  });

  it('saves what was changed and nothing else, as of the version that was seen', async () => {
    await read();
    const version = fake.list[0]?.row('inbox', 'aaaa')?.version.slice(0, 4);
    await type({ title: 'Fix rounding on the web', priority: '1' });
    assert.equal(form().checked.summary, 'Changes the title, the priority.');
    assert.match(form().saved, /^kept/);
    assert.deepEqual(
      await submit({ title: 'Fix rounding on the web', priority: '1' }),
      ok({ submitted: true }),
    );
    const change = { title: 'Fix rounding on the web', priority: 1 };
    assert.deepEqual(fake.done, [`save aaaa in ops as of ${version}: ${JSON.stringify(change)}`]);
    assert.equal(fake.edits.kept(), undefined);
    const task = give();
    assert.equal(task.state === 'saved' && task.task.words, 'waits in ops · for scribe · P2');
    session.again();
    assert.equal(give().state, 'form');
  });

  it('saves nothing where nothing is changed, or something is wrong with what is', async () => {
    await read();
    const told = async (fields: Partial<typeof FIELDS>) => {
      const refused = await submit(fields);
      return refused.ok ? 'saved' : refused.message;
    };
    assert.equal(await told({}), 'Nothing is changed yet.');
    assert.equal(await told({ priority: 'high' }), 'A whole number.');
    assert.deepEqual(fake.done, []);
  });

  it('keeps what is typed over a reload, and drops it when the person does', async () => {
    await read();
    await type({ title: 'Half', context: '{"currency"' });
    session = fake.editing('aaaa');
    await read();
    assert.equal(form().fields.title, 'Half');
    assert.equal(form().fields.context, '{"currency"');
    await session.handlers.requests.discard.run(null);
    await read();
    assert.deepEqual(form().fields, FIELDS);
    assert.equal(fake.edits.kept(), undefined);
  });

  it('follows its file as long as nothing is typed', async () => {
    await read();
    await stands('inbox', { ...TASK, priority: 3 });
    fake.file = { fields: { ...FIELDS, priority: '3' }, locked: {} };
    await read();
    assert.equal(form().fields.priority, '3');
    assert.equal(form().off, '');
  });

  it('says what differs where its file was changed meanwhile, and saves only once that was taken over', async () => {
    await read();
    await type({ title: 'Mine' });
    await stands('inbox', { ...TASK, title: 'Theirs', priority: 3 });
    fake.file = { fields: { ...FIELDS, title: 'Theirs', priority: '3' }, locked: {} };
    await read();
    const { off, differs, ways } = form();
    assert.match(off, /has changed since you began/);
    assert.deepEqual(differs, [
      'Title: “Fix rounding” is “Theirs” by now; yours stays',
      'Priority: “2” is “3” by now',
    ]);
    assert.deepEqual(
      ways.map(({ name }) => name),
      ['rebase', 'copy'],
    );
    const refused = await submit({ title: 'Mine' });
    assert.equal(refused.ok === false && refused.code, 'changed');
    assert.deepEqual(fake.done, []);
    await way('rebase');
    const after = form();
    assert.deepEqual([after.off, after.fields.title, after.fields.priority], ['', 'Mine', '3']);
    const { version = '' } = fake.list[0]?.row('inbox', 'aaaa') ?? {};
    await submit({ title: 'Mine', priority: '3' });
    assert.deepEqual(fake.done, [`save aaaa in ops as of ${version.slice(0, 4)}: {"title":"Mine"}`]);
  });

  it('goes on by itself where another version says the same', async () => {
    await read();
    await type({ title: 'Mine' });
    await stands('inbox', { ...TASK, retry_count: 1 });
    await read();
    assert.equal(form().off, '');
    const { version = '' } = fake.list[0]?.row('inbox', 'aaaa') ?? {};
    await submit({ title: 'Mine' });
    assert.deepEqual(fake.done, [`save aaaa in ops as of ${version.slice(0, 4)}: {"title":"Mine"}`]);
  });

  it('says who was faster, keeps the text and lets it be copied', async () => {
    await read();
    await type({ title: 'Mine', context: '{"a": 1}' });
    await stands('active');
    assert.equal(
      form().off,
      'It can’t be saved: an agent has taken “Fix rounding” meanwhile: it is active now. Your text is kept.',
    );
    assert.equal(form().fields.title, 'Mine');
    const refused = await submit({ title: 'Mine', context: '{"a": 1}' });
    assert.deepEqual(refused.ok === false && [refused.code, refused.args], ['gone', { foundIn: 'active' }]);
    await way('copy');
    assert.deepEqual(fake.done, ['copy Mine\n\n{"a": 1}']);
    await stands('');
    assert.match(form().off, /no longer there/);
  });

  it('keeps the text also where the refusal comes only from the disk', async () => {
    await read();
    fake.saving = async () => refuse('changed', 'Another version.', { version: 'f'.repeat(64) });
    const refused = await submit({ title: 'Mine' });
    assert.equal(refused.ok === false && refused.code, 'changed');
    assert.equal(form().fields.title, 'Mine');
    assert.equal(fake.edits.kept()?.fields.title, 'Mine');
  });

  it('shows no form of a task that does not wait, where nothing was typed', async () => {
    await stands('done');
    const task = await read();
    assert.equal(task.state === 'elsewhere' && task.task.title.text, 'Fix rounding');
    await stands('');
    const gone = give();
    assert.match(gone.state === 'elsewhere' ? gone.task.words : '', /no longer there/);
    fake.list = [];
    fake.isReady = false;
    assert.deepEqual(give(), { state: 'reading' });
  });

  it('says before one types that nothing may be written there', async () => {
    const writable = { ok: false as const, code: 'restricted' as const, args: {} };
    fake.list = [await taskWorkspace([taskRow('inbox', 'aaaa', TASK)], { writable })];
    await read();
    assert.match(form().off, /Restricted Mode/);
    assert.deepEqual(form().ways, [{ name: 'out', words: 'Manage Trust' }]);
    const refused = await submit({ title: 'Mine' });
    assert.equal(refused.ok === false && refused.code, 'restricted');
    assert.deepEqual(fake.done, []);
  });

  it('says of a field why a box can’t hold it', async () => {
    fake.file = { fields: { ...FIELDS, context: '' }, locked: { context: 'not-an-object' } };
    await read();
    assert.deepEqual(form().locked, { context: 'It is no JSON object: to be changed in its file.' });
  });
});
