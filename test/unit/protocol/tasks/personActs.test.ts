import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { claimed, filesOf, makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const at = '2026-11-30T12:02:00.000001+00:00';
const failed = { status: 'failed', at, error: 'e' };

interface Written {
  status: string;
  assigned_to: string | null;
  retry_count: number;
  history: Record<string, unknown>[];
  updated_at: string;
  [key: string]: unknown;
}

describe('what only a person does to a task', () => {
  const root = tempFolder();
  const open = (files: Record<string, string>) => {
    const folder = makeWorkspace(root(), files);
    let count = 0;
    const now = () => {
      count += 1;
      return `2026-12-01T00:00:0${count}.000001+00:00`;
    };
    const read = (file: string) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as Written;
    return { folder, read, tasks: openFor(root(), folder, { now }) };
  };

  it('release: bound to nobody, and still waiting', async () => {
    const { folder, read, tasks } = open({ 'inbox/x.json': taskText('x', { assigned_to: 'ghost' }) });
    const done = await tasks.release('x');
    assert.ok(done.ok);
    const task = read('inbox/x.json');
    assert.equal(task.assigned_to, null);
    const stamp = '2026-12-01T00:00:01.000001+00:00';
    assert.deepEqual(task.history.at(-1), { status: 'inbox', at: stamp, released: true });
    assert.equal(task.updated_at, stamp);
    assert.deepEqual(done.value, { ...task, alsoIn: [] });
    assert.deepEqual(Object.keys(filesOf(folder)), ['inbox/x.json']);
  });

  it('retry: waits again with its attempts counted anew', async () => {
    const { read, tasks } = open({ 'failed/x.json': taskText('x', { retry_count: 4, history: [failed] }) });
    assert.ok((await tasks.retry('x')).ok);
    const task = read('inbox/x.json');
    assert.equal(task.retry_count, 0);
    assert.deepEqual(task.history.at(-1), {
      status: 'inbox',
      at: '2026-12-01T00:00:01.000001+00:00',
      retried: true,
    });
  });

  it('edit: what is named changes, the status stays, and the entry says which', async () => {
    const { read, tasks } = open({ 'inbox/x.json': taskText('x', { status: 'retry' }) });
    const change = { priority: 1, title: 'Other', assignedTo: null, tags: ['a'], context: { n: 1.5 } };
    assert.ok((await tasks.edit('x', change)).ok);
    const task = read('inbox/x.json');
    assert.equal(task.status, 'retry');
    assert.deepEqual(
      [task['priority'], task['title'], task['tags'], task['context']],
      [1, 'Other', ['a'], { n: 1.5 }],
    );
    assert.deepEqual(task.history.at(-1), {
      status: 'retry',
      at: '2026-12-01T00:00:01.000001+00:00',
      edited: ['priority', 'title', 'assigned_to', 'tags', 'context'],
    });
    const refused = await tasks.edit('x', { tags: 'a' as never });
    assert.deepEqual(refused.ok || refused.args, { field: 'tags' });
  });

  it('withdraw: claimed and blocked in one act, as if by the peer’s own two', async () => {
    const { folder, read, tasks } = open({ 'inbox/x.json': taskText('x') });
    assert.ok((await tasks.withdraw('x', 'mira')).ok);
    assert.deepEqual(Object.keys(filesOf(folder)), ['blocked/x.json']);
    const task = read('blocked/x.json');
    assert.equal(task.assigned_to, 'mira');
    assert.deepEqual(task.history.slice(2), [
      { status: 'active', at: '2026-12-01T00:00:01.000001+00:00', claimed_by: 'mira' },
      { status: 'blocked', at: '2026-12-01T00:00:02.000001+00:00', reason: 'withdrawn by mira' },
    ]);
  });

  it('mend: finishes a move without touching a byte, or says in the history that it was undone', async () => {
    const text = taskText('x', { status: 'done', history: [claimed('coder'), { status: 'done', at }] });
    const { folder, read } = open({ 'active/x.json': text, 'active/y.json': text.replaceAll('"x"', '"y"') });
    const tasks = openFor(root(), folder, { now: () => at }, { now: () => Date.now() + 6000 });
    assert.ok((await tasks.mend('active', 'x', 'finish')).ok);
    assert.equal(filesOf(folder)['done/x.json'], text);
    assert.ok((await tasks.mend('active', 'y', 'undo')).ok);
    const task = read('active/y.json');
    assert.deepEqual(task.history.at(-1), { status: 'active', at, claimed_by: 'coder', undone: true });
    assert.equal(task.history.length, 3);
  });

  it('answers that a file system without hard links takes too', async () => {
    const folder = makeWorkspace(root(), { 'inbox/x.json': taskText('x') });
    const link = async () => {
      throw Object.assign(new Error('made up'), { code: 'ENOTSUP', syscall: 'link' });
    };
    const tasks = openFor(root(), folder, {}, { files: { ...nodeFiles, link } });
    assert.ok((await tasks.edit('x', { title: 'Other' })).ok);
    assert.deepEqual(Object.keys(filesOf(folder)), ['inbox/x.json']);
  });

  it('makes the one folder that it needs, and only that', async () => {
    const folder = path.join(root(), 'bare');
    fs.mkdirSync(folder);
    assert.ok((await openFor(root(), folder).submit({ title: 't', createdBy: 'me' })).ok);
    assert.deepEqual(fs.readdirSync(folder), ['inbox']);
  });

  it('writes a Date with six digits and an offset, so that the peer sorts it right', async () => {
    const folder = makeWorkspace(root());
    const tasks = openFor(root(), folder, {
      now: () => new Date('2026-12-01T01:02:03.004Z'),
      newId: () => 'n',
    });
    assert.ok((await tasks.submit({ title: 't', createdBy: 'me' })).ok);
    const { task } = (await tasks.get('n')) ?? assert.fail();
    assert.equal(task['created_at'], '2026-12-01T01:02:03.004000+00:00');
  });
});
