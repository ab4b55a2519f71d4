import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { FaultyFiles } from '../../../fakes/faultyFiles.ts';
import { claimed, makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const at = '2026-11-30T12:02:00.000001+00:00';

describe('a scan of a task workspace', () => {
  const root = tempFolder();

  it('waits once for all that may be half written, looks again, and not a third time', async () => {
    const folder = makeWorkspace(root(), {
      'inbox/half.json': '{"id": "half", "ti',
      'inbox/empty.json': '',
      'done/bad.json': 'no',
    });
    const waits: number[] = [];
    const sleep = async (milliseconds: number) => {
      waits.push(milliseconds);
      fs.writeFileSync(path.join(folder, 'inbox/half.json'), taskText('half'));
      // Moved on meanwhile.
      if (waits.length === 1) fs.unlinkSync(path.join(folder, 'inbox/empty.json'));
      fs.writeFileSync(
        path.join(folder, 'active/empty.json'),
        taskText('empty', { history: [claimed('a')] }),
      );
    };
    const tasks = openFor(root(), folder, {}, { sleep });
    const { tasks: rows } = await tasks.scan();
    assert.deepEqual(
      rows.map(({ file, problem }) => `${file} ${problem}`),
      ['inbox/half.json null', 'active/empty.json null', 'done/bad.json invalid_json'],
    );
    assert.deepEqual(waits, [200]);
    await tasks.scan();
    assert.deepEqual(waits, [200]);
  });

  it('takes what stands in two folders for one on its way, until a second look', async () => {
    const folder = makeWorkspace(root(), { 'inbox/x.json': taskText('x'), 'failed/x.json': taskText('x') });
    const still = openFor(root(), folder);
    const { tasks: both } = await still.scan();
    assert.deepEqual(
      both.map(({ problem, alsoIn }) => [problem, alsoIn]),
      [
        ['duplicate_id', ['failed']],
        ['duplicate_id', ['inbox']],
      ],
    );
    let waits = 0;
    const sleep = async () => {
      waits += 1;
      fs.unlinkSync(path.join(folder, 'inbox/x.json'));
    };
    const moving = openFor(root(), folder, {}, { sleep });
    const { tasks: one } = await moving.scan();
    assert.deepEqual(
      one.map(({ file, problem }) => [file, problem]),
      [['failed/x.json', null]],
    );
    await moving.scan();
    assert.equal(waits, 1);
  });

  it('names interruptions once they are older than a writer takes', async () => {
    const entry = (status: string, extra: object = {}) => ({
      history: [claimed('a'), { status, at, ...extra }],
    });
    const folder = makeWorkspace(root(), {
      'active/claim.json': taskText('claim'),
      'active/retry.json': taskText('retry', entry('retry')),
      'active/done.json': taskText('done', entry('done')),
      'active/reaped.json': taskText('reaped', entry('inbox', { reaped: true })),
      'active/fine.json': taskText('fine', { history: [claimed('a')] }),
      'feedback/answered.json': taskText('answered', entry('inbox', { feedback_received: true })),
      'inbox/.aside.1f.quarterdeck': taskText('aside'),
    });
    const words = async (now: () => number) => {
      const { tasks } = await openFor(root(), folder, {}, { now }).scan();
      return Object.fromEntries(tasks.map(({ id, problem }) => [id, problem]));
    };
    const nothing = { claim: null, retry: null, done: null, reaped: null, fine: null, answered: null };
    assert.deepEqual(await words(Date.now), { ...nothing, aside: 'edit_interrupted' });
    assert.deepEqual(await words(() => Date.now() + 6000), {
      claim: 'claim_interrupted',
      retry: 'claim_interrupted',
      done: 'move_interrupted',
      reaped: 'move_interrupted',
      fine: null,
      answered: 'move_interrupted',
      aside: 'edit_interrupted',
    });
  });

  it('opens again only what changed, and gives the same rows for the rest', async () => {
    const folder = makeWorkspace(root(), {
      'inbox/a.json': taskText('a'),
      'inbox/b.json': taskText('b'),
      'done/c.json': taskText('c'),
      'agents/z.json': '{"name": "z"}',
    });
    const files = new FaultyFiles(nodeFiles);
    // Long after the files were written, so that their times tell a change.
    const tasks = openFor(root(), folder, {}, { files, now: () => Date.now() + 60_000 });
    const first = await tasks.scan();
    const calls = () => files.calls.splice(0);
    calls();
    const second = await tasks.scan();
    assert.equal(calls().filter((name) => name === 'blocking.open' || name === 'open').length, 0);
    for (const [index, row] of second.tasks.entries()) assert.equal(row, first.tasks[index]);
    fs.writeFileSync(path.join(folder, 'inbox/b.json'), taskText('b', { title: 'New', priority: 1 }));
    fs.renameSync(path.join(folder, 'done/c.json'), path.join(folder, 'failed/c.json'));
    const third = await tasks.rescan(['inbox/b.json', 'done', 'failed/c.json']);
    const made = calls();
    assert.equal(made.filter((name) => name === 'blocking.open').length, 2);
    assert.equal(made.filter((name) => name === 'list').length, 3);
    assert.deepEqual(
      third.tasks.map(({ file }) => file),
      ['inbox/b.json', 'inbox/a.json', 'failed/c.json'],
    );
    assert.equal(third.tasks[1], first.tasks[0]);
    assert.equal(third.tasks[0]?.task?.['title'], 'New');
    assert.equal(third.agents[0], first.agents[0]);
  });

  it('looks at everything the first time, whatever it is told of', async () => {
    const folder = makeWorkspace(root(), { 'inbox/a.json': taskText('a'), 'done/c.json': taskText('c') });
    const { tasks } = await openFor(root(), folder).rescan(['inbox/a.json']);
    assert.equal(tasks.length, 2);
  });

  it('shows the other kinds of bad entries, and never opens what is no file', async () => {
    const folder = makeWorkspace(root(), {
      'inbox/deep.json': `{"id": "deep", "title": ${'['.repeat(900)}${']'.repeat(900)}, "created_by": 1}`,
      'inbox/fine.json': `{"id": "fine", "title": null, "created_by": null, "x": ${'['.repeat(899)}${']'.repeat(899)}}`,
      'inbox/long.json': `{"id": "long", "title": 1, "created_by": 1, "x": ${'9'.repeat(4301)}}`,
      'inbox/.json': taskText(''),
      'inbox/order.json': taskText('order', { priority: true }),
      'inbox/time.json': taskText('time', { created_at: '2026-11-30T12:00:00' }),
      'inbox/empty-time.json': taskText('empty-time', { created_at: '', updated_at: 0 }),
    });
    fs.writeFileSync(path.join(folder, 'failed/large.json'), Buffer.alloc(1_048_577, 32));
    fs.symlinkSync('loop.json', path.join(folder, 'failed/loop.json'));
    fs.writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/blocked/`), Buffer.from([0xff]), Buffer.from('.json')]),
      '',
    );
    const { tasks } = await openFor(root(), folder).scan();
    assert.deepEqual(
      tasks.map(({ file, problems }) => `${file} ${problems.join(' ')}`),
      [
        'inbox/order.json bad_priority',
        'inbox/time.json bad_time',
        'inbox/.json unsafe_id',
        'inbox/empty-time.json ',
        'inbox/fine.json ',
        'inbox/deep.json too_deep',
        'inbox/long.json number_too_long',
        'failed/large.json too_large',
        'failed/loop.json symlink_loop',
        'blocked/\ufffd.json bad_name',
      ],
    );
    const empty = tasks.find(({ id }) => id === 'empty-time');
    assert.deepEqual([empty?.task?.['created_at'], empty?.task?.['updated_at']], [null, null]);
    const first = await openFor(root(), folder).get('large');
    assert.equal(first, null);
  });

  it('shows each of two names that are not UTF-8 and read alike', async () => {
    const folder = makeWorkspace(root(), {});
    for (const byte of [0xe9, 0xea])
      fs.writeFileSync(
        Buffer.concat([Buffer.from(`${folder}/inbox/c`), Buffer.from([byte]), Buffer.from('.json')]),
        '',
      );
    const { tasks } = await openFor(root(), folder).scan();
    assert.deepEqual(
      tasks.map(({ file, problem }) => [file, problem]),
      [
        ['inbox/c\ufffd (2).json', 'bad_name'],
        ['inbox/c\ufffd.json', 'bad_name'],
      ],
    );
  });

  it('says why the system refuses a file, and never waits for a pipe', async () => {
    const folder = makeWorkspace(root(), { 'inbox/x.json': taskText('x') });
    execFileSync('mkfifo', [path.join(folder, 'inbox/pipe.json')]);
    const refuse = () => {
      throw Object.assign(new Error('made up'), { code: 'EACCES', syscall: 'open' });
    };
    const files = {
      ...nodeFiles,
      open: async () => refuse(),
      blocking: { ...nodeFiles.blocking, open: refuse },
    };
    const { tasks, problems } = await openFor(root(), folder, {}, { files }).scan();
    assert.deepEqual(
      tasks.map(({ id, problem }) => [id, problem]),
      [
        ['pipe', 'not_a_file'],
        ['x', 'unreadable_file'],
      ],
    );
    const args = problems.map((problem) => problem.args);
    assert.deepEqual(args, [{}, { errno: 'EACCES' }]);
  });

  it('tells of a folder that cannot be listed, and goes on with the others', async () => {
    const folder = makeWorkspace(root(), { 'done/x.json': taskText('x') });
    fs.rmdirSync(path.join(folder, 'inbox'));
    fs.writeFileSync(path.join(folder, 'inbox'), 'a file');
    const { tasks, problems } = await openFor(root(), folder).scan();
    assert.deepEqual(
      tasks.map(({ file }) => file),
      ['done/x.json'],
    );
    assert.deepEqual(
      problems.map(({ code, file, args }) => [code, file, args]),
      [['unreadable_folder', 'inbox', { errno: 'ENOTDIR' }]],
    );
  });

  it('goes on file by file where the disk is slow, with the same rows', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`inbox/${index}.json`, taskText(String(index))]),
    );
    const folder = makeWorkspace(root(), files);
    const slow = {
      ...nodeFiles,
      blocking: {
        ...nodeFiles.blocking,
        open: (file: string, flags: number) => {
          const until = performance.now() + 60;
          while (performance.now() < until);
          return nodeFiles.blocking.open(file, flags);
        },
      },
    };
    const port = new FaultyFiles(slow);
    const { tasks } = await openFor(root(), folder, {}, { files: port }).scan();
    assert.equal(tasks.length, 12);
    assert.equal(port.calls.filter((name) => name === 'blocking.open').length, 1);
  });
});
