import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { lockPath } from '../../../../src/protocol/files/lock.ts';
import type { Result } from '../../../../src/protocol/lib/result.ts';
import {
  claimed,
  digestsOf,
  filesOf,
  makeWorkspace,
  openFor,
  taskText,
} from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const at = '2026-11-30T12:02:00.000001+00:00';

function said(result: Result<unknown>): string {
  return result.ok ? 'ok' : `${result.code} ${JSON.stringify(result.args)}`;
}

const running = (id: string, by = 'coder') =>
  taskText(id, { status: 'active', assigned_to: by, history: [claimed(by)] });

describe('an act on a task that is refused', () => {
  const root = tempFolder();
  const open = (files: Record<string, string>) => {
    const folder = makeWorkspace(root(), files);
    return { folder, tasks: openFor(root(), folder) };
  };

  it('submit: names that are no file names anywhere, ids that are there by any case, what no file can hold', async () => {
    const { folder, tasks } = open({
      'done/Build-1.json': taskText('Build-1'),
      'inbox/.aside.0f.quarterdeck': taskText('aside'),
    });
    const before = digestsOf(folder);
    const task = { title: 't', createdBy: 'me' };
    for (const id of [
      ...[
        '',
        '.',
        '..',
        'a/b',
        '../up',
        '/abs',
        'a\\b',
        'a:b',
        'q?',
        'a*b',
        'a|b',
        '<',
        '>',
        '"',
        'con',
        'NUL.x',
      ],
      ...['Com1', 'lpt9.tar', 'end.', 'end ', 'tab\t', 'nul\0', 'del\u007f', 'half\ud800', 'x'.repeat(201)],
      'é'.repeat(101),
    ]) {
      assert.equal(said(await tasks.submit({ ...task, id })), `invalid-id ${JSON.stringify({ id })}`, id);
    }
    assert.equal(said(await tasks.submit({ ...task, id: 'BUILD-1' })), 'exists {"folder":"done"}');
    assert.equal(said(await tasks.submit({ ...task, id: 'Aside' })), 'exists {"folder":"inbox"}');
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const context of [cyclic, { n: Number.NaN }, { f: () => 1 }, { d: new Date() }, { m: new Map() }]) {
      assert.equal(said(await tasks.submit({ ...task, context })), 'invalid {"field":"context"}');
    }
    assert.equal(said(await tasks.submit({ ...task, priority: Number.NaN })), 'invalid {"field":"priority"}');
    assert.equal(said(await tasks.submit({ ...task, tags: [1] as never })), 'invalid {"field":"tags"}');
    assert.equal(said(await tasks.submit({ createdBy: 'me' } as never)), 'invalid {"field":"title"}');
    assert.deepEqual(digestsOf(folder), before);
  });

  it('takes ids of 200 bytes, and values of as many levels as the peer can write back', async () => {
    const { tasks } = open({});
    assert.equal(said(await tasks.submit({ title: '', createdBy: 'me', id: 'x'.repeat(200) })), 'ok');
    let deep: unknown[] = [];
    for (let level = 1; level < 899; level += 1) deep = [deep];
    const { folder } = open({ 'active/x.json': running('x') });
    const again = openFor(root(), folder);
    assert.equal(said(await again.complete('x', [deep])), 'invalid {"field":"result"}');
    assert.equal(said(await again.complete('x', deep)), 'ok');
    assert.notEqual(await again.get('x'), null);
  });

  it('gone: says where it is now, and keeps nothing of what was given', async () => {
    const { folder, tasks } = open({
      'blocked/x.json': running('x'),
      'inbox/.y.0f.quarterdeck': taskText('y'),
    });
    const before = digestsOf(folder);
    assert.equal(said(await tasks.respondFeedback('x', 'yes')), 'gone {"foundIn":"blocked"}');
    assert.equal(said(await tasks.claim('x', 'me')), 'gone {"foundIn":"blocked"}');
    assert.equal(said(await tasks.retry('nothing')), 'gone {"foundIn":null}');
    assert.equal(said(await tasks.claim('y', 'me')), 'gone {"foundIn":"inbox"}');
    assert.equal(said(await tasks.heartbeat('nobody')), 'gone {"foundIn":null}');
    assert.deepEqual(digestsOf(folder), before);
    const nowhere = openFor(root(), path.join(root(), 'nowhere'));
    assert.equal(said(await nowhere.submit({ title: 't', createdBy: 'me' })), 'gone {"foundIn":null}');
    assert.equal(fs.existsSync(path.join(root(), 'nowhere')), false);
  });

  it('changed: by another version than was seen, or by another’s claim', async () => {
    const { folder, tasks } = open({ 'active/x.json': running('x'), 'inbox/y.json': taskText('y') });
    const [inbox, active] = (await tasks.scan()).tasks;
    const before = digestsOf(folder);
    const other = { seen: 'a'.repeat(64) };
    const version = JSON.stringify({ version: active?.version });
    assert.equal(said(await tasks.complete('x', 1, 'coder', other)), `changed ${version}`);
    assert.equal(said(await tasks.complete('x', 1, 'other')), 'changed {"claimedBy":"coder"}');
    assert.equal(
      said(await tasks.edit('y', { title: 'n' }, other)),
      `changed {"version":"${inbox?.version}"}`,
    );
    assert.deepEqual(digestsOf(folder), before);
    assert.equal(said(await tasks.edit('y', { title: 'n' }, { seen: inbox?.version ?? '' })), 'ok');
    assert.equal(said(await tasks.complete('x', 1, 'coder', { seen: active?.version ?? '' })), 'ok');
  });

  it('changed: what another is moving at this moment, whose answer would be lost', async () => {
    const leaving = (status: string, extra: object) =>
      taskText('x', { history: [claimed('coder'), { status, at, ...extra }] });
    const answered = leaving('inbox', { feedback_received: true });
    const { folder, tasks } = open({ 'feedback/x.json': answered });
    assert.match(said(await tasks.respondFeedback('x', 'no')), /^changed /);
    assert.deepEqual(filesOf(folder), { 'feedback/x.json': answered });
    fs.rmSync(path.join(folder, 'feedback/x.json'));
    fs.writeFileSync(path.join(folder, 'active/x.json'), leaving('done', {}));
    assert.match(said(await tasks.fail('x', 'late')), /^changed /);
  });

  it('twin: a copy anywhere but in done/ stops every act; one in done/ stops only what would replace it', async () => {
    const { folder, tasks } = open({
      'inbox/x.json': taskText('x'),
      'failed/x.json': taskText('x'),
      'active/y.json': running('y'),
      'done/y.json': taskText('y', { title: 'Old' }),
      'feedback/z.json': running('z'),
      'done/z.json': taskText('z'),
    });
    const before = digestsOf(folder);
    assert.equal(said(await tasks.claim('x', 'me')), 'twin {"folders":["inbox","failed"]}');
    assert.equal(said(await tasks.edit('x', { title: 'n' })), 'twin {"folders":["inbox","failed"]}');
    assert.equal(said(await tasks.complete('y', 1)), 'exists {"folder":"done"}');
    assert.equal(
      said(await tasks.complete('y', 1, 'coder', { over: 'b'.repeat(64) })),
      'exists {"folder":"done"}',
    );
    assert.deepEqual(digestsOf(folder), before);
    const answered = await tasks.respondFeedback('z', 'yes');
    assert.ok(answered.ok);
    assert.deepEqual(answered.value.alsoIn, ['done']);
    const copy = (await tasks.scan()).tasks.find((row) => row.folder === 'done' && row.id === 'y');
    assert.equal(said(await tasks.complete('y', 1, 'coder', { over: copy?.version ?? '' })), 'ok');
    assert.equal((await tasks.get('y'))?.task['result'], 1);
  });

  it('link: a file that is one, and a folder that leads out of the workspace', async () => {
    const { folder, tasks } = open({ 'active/y.json': running('y') });
    fs.writeFileSync(path.join(root(), 'victim.json'), taskText('x'));
    fs.symlinkSync(path.join(root(), 'victim.json'), path.join(folder, 'inbox/x.json'));
    fs.rmdirSync(path.join(folder, 'done'));
    fs.mkdirSync(path.join(root(), 'elsewhere'));
    fs.symlinkSync(path.join(root(), 'elsewhere'), path.join(folder, 'done'));
    const before = digestsOf(root());
    assert.equal(said(await tasks.claim('x', 'me')), 'link {"file":"inbox/x.json"}');
    assert.equal(said(await tasks.complete('y', 1)), 'link {"file":"done"}');
    const after = digestsOf(root());
    for (const [file, digest] of Object.entries(before)) {
      if (!file.startsWith('.local')) assert.equal(after[file], digest, file);
    }
  });

  it('io: the two folders are on different disks, told before anything is written', async () => {
    const folder = makeWorkspace(root(), { 'active/y.json': running('y'), 'inbox/x.json': taskText('x') });
    const before = digestsOf(folder);
    const stat = async (file: string) => {
      const found = await nodeFiles.stat(file);
      return /(done|blocked)$/.test(file) ? { ...found, dev: found.dev + 1n } : found;
    };
    const tasks = openFor(root(), folder, {}, { files: { ...nodeFiles, stat } });
    const refusal = 'io {"errno":"EXDEV","call":"rename"}';
    assert.equal(said(await tasks.complete('y', 1)), refusal);
    assert.equal(said(await tasks.withdraw('x', 'me')), refusal);
    assert.deepEqual(digestsOf(folder), before);
  });

  it('busy: while another act on the same id is under way, by any case of it', async () => {
    const { folder } = open({ 'inbox/Xy.json': taskText('Xy') });
    const ports = { files: nodeFiles, home: root(), env: {} };
    const lock = lockPath(`${fs.realpathSync(folder)}\0xy`, ports);
    fs.mkdirSync(path.dirname(lock), { recursive: true });
    fs.writeFileSync(lock, JSON.stringify({ host: 'elsewhere', pid: 1, started: new Date().toISOString() }));
    let now = Date.now();
    const start = now;
    const sleep = async (milliseconds: number) => {
      now += milliseconds;
    };
    const tasks = openFor(root(), folder, {}, { now: () => now, sleep });
    assert.equal(said(await tasks.claim('Xy', 'me')), 'busy {}');
    assert.ok(now - start >= 3000 && now - start < 4000);
  });

  it('mend: only what is interrupted, and a claim only back', async () => {
    const { folder, tasks } = open({ 'active/x.json': running('x'), 'active/y.json': taskText('y') });
    assert.equal(said(await tasks.mend('active', 'x', 'undo')), 'invalid {"reason":"not_interrupted"}');
    assert.equal(said(await tasks.mend('active', 'y', 'undo')), 'invalid {"reason":"not_interrupted"}');
    const later = openFor(root(), folder, {}, { now: () => Date.now() + 6000 });
    assert.equal(said(await later.mend('active', 'x', 'undo')), 'invalid {"reason":"not_interrupted"}');
    assert.equal(said(await later.mend('active', 'y', 'finish')), 'invalid {"reason":"claim_interrupted"}');
    assert.equal(said(await later.mend('nowhere', 'y', 'undo')), 'invalid {"field":"folder"}');
    assert.equal(said(await later.mend('active', 'y', 'undo')), 'ok');
    assert.equal(filesOf(folder)['inbox/y.json'], taskText('y'));
  });

  it('putBack: leaves aside what has been replaced, and takes away what its successor holds', async () => {
    const later = taskText('y', {
      history: [
        { status: 'pending', at: '2026-11-30T12:00:00.000001+00:00' },
        { status: 'inbox', at },
      ],
    });
    const { folder, tasks } = open({
      'inbox/x.json': taskText('x', { history: [] }),
      'inbox/.x.0f.quarterdeck': taskText('x'),
      'active/y.json': later,
      'inbox/.y.0f.quarterdeck': later,
    });
    assert.equal(said(await tasks.putBack('inbox/.x.0f.quarterdeck')), 'exists {"folder":"inbox"}');
    assert.equal(said(await tasks.putBack('inbox/.y.0f.quarterdeck')), 'ok');
    assert.equal(said(await tasks.putBack('inbox/.y.0f.quarterdeck')), 'gone {"foundIn":"active"}');
    assert.equal(said(await tasks.putBack('done/.y.0f.quarterdeck')), 'invalid {"field":"file"}');
    assert.deepEqual(Object.keys(filesOf(folder)).sort(), [
      'active/y.json',
      'inbox/.x.0f.quarterdeck',
      'inbox/x.json',
    ]);
  });

  it('reapStale: says which stale ones it left and why', async () => {
    const { folder } = open({
      'active/a.json': running('a'),
      'active/b.json': running('b'),
      'inbox/b.json': taskText('b'),
      'active/c.json': taskText('c', { history: [claimed('coder', 'then')] }),
      'active/d.json': running('other'),
      'active/e.json': running('e'),
    });
    const later = () => Date.now() + 400_000;
    const young = await openFor(root(), folder).reapStale(300);
    assert.deepEqual(young.ok && young.value.reaped, []);
    const tasks = openFor(root(), folder, {}, { now: later });
    const versions = Object.fromEntries((await tasks.scan()).tasks.map(({ id, version }) => [id, version]));
    const chosen = await tasks.reapStale(300, { seen: { e: versions['e'] ?? '', a: 'other' } });
    assert.deepEqual(chosen.ok && chosen.value, { reaped: ['e'], skipped: [{ id: 'a', code: 'changed' }] });
    const all = await tasks.reapStale();
    assert.deepEqual(all.ok && all.value, {
      reaped: ['a'],
      skipped: [
        { id: 'b', code: 'twin' },
        { id: 'd', code: 'invalid' },
      ],
    });
  });

  it('agents: names that are no file names, and one that differs only in case', async () => {
    const { tasks } = open({ 'agents/Bob.json': '{"name": "Bob"}', 'agents/broken.json': '{' });
    assert.equal(said(await tasks.registerAgent('../inbox/evil')), 'invalid-id {"id":"../inbox/evil"}');
    assert.equal(said(await tasks.registerAgent('bob')), 'exists {"folder":"agents"}');
    assert.equal(
      said(await tasks.registerAgent('Bob', 'worker', { name: 'x' })),
      'invalid {"field":"extra"}',
    );
    assert.equal(said(await tasks.heartbeat('broken')), 'unreadable {"reason":"invalid_json"}');
    assert.equal(said(await tasks.registerAgent('broken')), 'ok');
  });
});
