import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  changesOf,
  editFaults,
  keepEdit,
  keptEdit,
  readEditable,
  rebased,
} from '../../../../src/acts/tasks/taskEdit.ts';
import type { TaskFields } from '../../../../src/acts/tasks/taskFields.ts';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { FakeDrafts } from '../../../fakes/fakeNewTask.ts';
import { readTasks } from '../../../fakes/readTasks.ts';
import { makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('a waiting task in the form', () => {
  const root = tempFolder();

  async function waiting(text: string) {
    const folder = makeWorkspace(root(), { 'inbox/x.json': text });
    const tasks = openFor(root(), folder);
    const workspace = await readTasks(folder, tasks);
    const row = workspace.row('inbox', 'x');
    assert.ok(row);
    const read = await readEditable(nodeFiles, { workspace, row });
    assert.ok(read.ok);
    return { folder, tasks, workspace, row, task: read.value };
  }

  it('stands in the boxes as its file has it, and of what is left alone nothing is sent', async () => {
    const context = '"context": {"ratio": 1.0, "big": 12345678901234567890}';
    const { folder, tasks, workspace, row, task } = await waiting(
      taskText('x').replace('"context": {}', context),
    );
    assert.equal(task.fields.context, '{"ratio": 1.0, "big": 12345678901234567890}');
    const before = task.fields;
    const laidOut = { ...before, context: ' {"ratio":1.0,"big":12345678901234567890}' };
    assert.deepEqual(changesOf({ before, fields: laidOut }), {});
    const fields = { ...before, context: before.context.replace('"ratio": 1.0', '"ratio": 1.50') };
    const change = changesOf({ before, fields });
    assert.deepEqual(Object.keys(change), ['context']);
    const done = await tasks.edit('x', change, { seen: task.version });
    assert.ok(done.ok);
    assert.match(
      fs.readFileSync(path.join(folder, 'inbox/x.json'), 'utf8'),
      /"ratio": 1\.50,\s+"big": 12345678901234567890/,
    );
    const again = await readEditable(nodeFiles, { workspace, row });
    assert.equal(again.ok === false && again.code, 'changed');
  });

  it('sends each field that was changed and no other, as a new task would have it', async () => {
    const { task } = await waiting(
      taskText('x', { title: 'Fix\nit', description: 'a\r\nb', tags: ['web'], priority: 2 }),
    );
    const before = task.fields;
    assert.deepEqual([before.title, before.description], ['Fix ⏎ it', 'a\nb']);
    assert.deepEqual(changesOf({ before, fields: before }), {});
    assert.deepEqual(changesOf({ before, fields: { ...before, title: 'Fix ⏎ them ' } }), {
      title: 'Fix\nthem',
    });
    assert.deepEqual(changesOf({ before, fields: { ...before, tags: '#web', assignedTo: ' ' } }), {});
    const fields = { ...before, description: 'b', tags: 'web, ops', priority: 'P7', assignedTo: 'scout' };
    assert.deepEqual(changesOf({ before, fields }), {
      description: 'b',
      assignedTo: 'scout',
      priority: 7,
      tags: ['web', 'ops'],
    });
  });

  it('has no fault in what its file had before', async () => {
    const { task } = await waiting(taskText('x', { priority: 1.5, title: ' ' }));
    const edit = { seen: task.version, before: task.fields, fields: { ...task.fields, tags: 'web' } };
    assert.equal(task.fields.priority, '');
    assert.deepEqual(editFaults(edit), {});
    assert.deepEqual(Object.keys(changesOf(edit)), ['tags']);
    assert.deepEqual(editFaults({ ...edit, fields: { ...edit.fields, priority: 'high', context: '[1]' } }), {
      priority: 'no-number',
      context: { fault: 'not-an-object' },
    });
  });

  it('says which fields a box can’t hold', async () => {
    const { task } = await waiting(
      taskText('x', { description: 'é'.repeat(20_001), tags: ['a,b', 'c'], context: [1] }),
    );
    assert.deepEqual(task.locked, {
      description: 'too-long',
      tags: 'unlistable',
      context: 'not-an-object',
    });
    assert.equal(task.fields.description.length, 20_000);
  });

  it('lays a long context out, so that one sees what is in it', async () => {
    const sizes = { sizes: [1, 2], note: 'a text that is too long for one line of a box', deep: { a: {} } };
    const { task } = await waiting(taskText('x', { context: sizes }));
    assert.equal(
      task.fields.context,
      '{\n  "sizes": [1, 2],\n  "note": "a text that is too long for one line of a box",\n  "deep": {"a": {}}\n}',
    );
    assert.deepEqual(JSON.parse(task.fields.context), sizes);
  });

  it('keeps what the person changed where its file is another by now', async () => {
    const { task } = await waiting(taskText('x', { title: 'Fix', priority: 2 }));
    const fields: TaskFields = { ...task.fields, title: 'Fix it' };
    const now = { ...task, version: 'later', fields: { ...task.fields, priority: '3', title: 'Fixed' } };
    const edit = rebased({ seen: task.version, before: task.fields, fields }, now);
    assert.equal(edit.seen, 'later');
    assert.deepEqual(changesOf(edit), { title: 'Fix it' });
    assert.equal(edit.fields.priority, '3');
  });

  it('is kept while something is changed, also half typed, and is no draft of another shape', () => {
    const drafts = new FakeDrafts();
    const before: TaskFields = {
      title: 'T',
      description: '',
      assignedTo: '',
      priority: '5',
      tags: '',
      parent: '',
      context: '',
    };
    const edit = { seen: 'v', before, fields: { ...before, context: '{"a"' } };
    keepEdit(drafts, 'key', edit);
    assert.deepEqual(keptEdit(drafts, 'key'), edit);
    keepEdit(drafts, 'key', { ...edit, fields: before });
    assert.equal(drafts.get('key'), undefined);
    for (const text of ['nonsense', '{"title": "T"}', 'null', '{"seen": "v", "before": {}, "fields": {}}']) {
      drafts.set('key', { text, choice: null });
      assert.equal(keptEdit(drafts, 'key'), undefined);
    }
  });
});
