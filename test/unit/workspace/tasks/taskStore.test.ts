import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { ok } from '../../../../src/protocol/lib/result.ts';
import { taskLooks } from '../../../../src/workspace/tasks/taskAttention.ts';
import { TaskStoreRig } from '../../../fakes/taskStoreRig.ts';
import { claimed, digestsOf, makeWorkspace, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const minute = 60_000;

describe('TaskStore', () => {
  const temp = tempFolder();
  let rigs: TaskStoreRig[];

  beforeEach(() => {
    rigs = [];
  });

  afterEach(() => {
    for (const each of rigs) each.dispose();
  });

  function rig(): TaskStoreRig {
    const made = new TaskStoreRig(temp());
    rigs.push(made);
    return made;
  }

  async function opened(files: Record<string, string>): Promise<{ rig: TaskStoreRig; folder: string }> {
    const folder = makeWorkspace(temp(), files);
    const made = rig();
    await made.start({ workspace: [temp()] });
    return { rig: made, folder };
  }

  const active = (id: string, by: string, at: number, fields = {}) =>
    taskText(id, {
      status: 'active',
      assigned_to: by,
      history: [claimed(by, new Date(at).toISOString().replace('Z', '000+00:00'))],
      ...fields,
    });

  it('shows what it finds, and reading leaves everything as it was', async () => {
    const folder = makeWorkspace(temp(), {
      'inbox/a.json': taskText('a'),
      'active/b.json': active('b', 'scout', Date.now()),
      'done/c.json': '{"id": "c", "ti',
    });
    const before = digestsOf(folder);
    const made = rig();
    await made.start({ workspace: [temp()] });
    const { rows, name, key, writable, origin } = made.only;
    assert.deepEqual([name, key, origin], ['ws', `${folder}|tasks`, 'workspace']);
    assert.deepEqual(writable, { ok: true });
    assert.deepEqual(
      Object.entries(rows).map(([each, list]) => [each, list.map(({ id }) => id)]),
      [
        ['inbox', ['a']],
        ['active', ['b']],
        ['done', ['c']],
        ['failed', []],
        ['blocked', []],
        ['feedback', []],
      ],
    );
    await made.passSlowly(3 * minute);
    assert.deepEqual(digestsOf(folder), before);
  });

  it('reads only the file that changed, keeps all other rows and tells of the two folders', async () => {
    const { rig: made, folder } = await opened({
      'inbox/a.json': taskText('a'),
      'inbox/b.json': taskText('b'),
      'done/c.json': taskText('c'),
    });
    const before = made.only;
    await made.move(folder, 'inbox/a.json', 'active/a.json', active('a', 'scout', made.clock.now()));
    assert.deepEqual(made.told(), ['active', 'inbox']);
    assert.deepEqual(made.asked, { scans: 1, rescans: [['active/a.json', 'inbox/a.json']] });
    const after = made.only;
    assert.notEqual(after, before);
    assert.equal(after.rows.done, before.rows.done);
    assert.equal(after.row('inbox', 'b'), before.row('inbox', 'b'));
    assert.equal(after.facts(after.rows.active[0] ?? assert.fail()).state, 'active');
  });

  it('tells of the first change at once and of a burst in few readings', async () => {
    const { rig: made, folder } = await opened({ 'inbox/a.json': taskText('a') });
    const inbox = path.join(folder, 'inbox');
    const submit = (id: string): void => {
      fs.writeFileSync(path.join(inbox, `${id}.json`), taskText(id));
      made.watcher.fire(inbox, `.${id}.tmp`);
      made.watcher.fire(inbox, `${id}.json`);
    };
    await made.pass(1000);
    submit('first');
    await made.pass(10);
    assert.equal(made.only.rows.inbox.length, 2);
    for (let index = 0; index < 20; index += 1) {
      submit(`more${index}`);
      await made.pass(5);
    }
    await made.pass(100);
    assert.equal(made.only.rows.inbox.length, 22);
    assert.ok(made.asked.rescans.length <= 3, `${made.asked.rescans.length} readings`);
  });

  it('says nothing where nothing shown changed', async () => {
    const { rig: made, folder } = await opened({ 'inbox/a.json': taskText('a') });
    fs.writeFileSync(path.join(folder, 'inbox/a.json'), taskText('a'));
    await made.tell(folder, 'inbox/a.json');
    assert.equal(made.asked.rescans.length, 1);
    assert.deepEqual(made.changes, []);
  });

  it('follows with a watcher that never tells: within 10 s', async () => {
    const { rig: made, folder } = await opened({ 'inbox/a.json': taskText('a') });
    fs.writeFileSync(path.join(folder, 'feedback/b.json'), taskText('b'));
    await made.pass(10_000);
    assert.equal(made.only.rows.feedback.length, 1);
    fs.unlinkSync(path.join(folder, 'inbox/a.json'));
    await made.pass(10_000);
    assert.equal(made.only.rows.inbox.length, 0);
    fs.writeFileSync(path.join(folder, 'agents/zoë.json'), JSON.stringify({ name: 'zoë', role: 'worker' }));
    await made.pass(10_000);
    assert.deepEqual(
      made.only.agents.map((agent) => [agent.name, agent.role]),
      [['zoë', 'worker']],
    );
  });

  it('follows a folder whose watch is dead, however often others are read meanwhile', async () => {
    const { rig: made, folder } = await opened({ 'done/a.json': taskText('a') });
    fs.unlinkSync(path.join(folder, 'done/a.json'));
    fs.writeFileSync(path.join(folder, 'inbox/b.json'), taskText('b'));
    await made.tell(folder, 'inbox/b.json');
    assert.equal(made.only.rows.done.length, 1);
    await made.pass(10_000);
    assert.equal(made.only.rows.done.length, 0);
  });

  it('sees within a minute what is written into a shown file in place', async () => {
    const { rig: made, folder } = await opened({ 'inbox/a.json': taskText('a') });
    made.store.shown(made.only.key, ['inbox/a.json']);
    for (const title of ['Anew', 'And again']) {
      fs.writeFileSync(path.join(folder, 'inbox/a.json'), taskText('a', { title }));
      await made.passSlowly(minute);
      assert.equal(made.only.facts(made.only.rows.inbox[0] ?? assert.fail()).title, title);
    }
    const read = made.asked.rescans.length;
    await made.passSlowly(minute);
    assert.equal(made.asked.rescans.length, read);
  });

  it('polls where watching fails, and says so once', async () => {
    makeWorkspace(path.join(temp(), 'one'), {});
    const folder = makeWorkspace(path.join(temp(), 'two'), {});
    const made = rig();
    made.watcher.failWith = Object.assign(new Error('full'), { code: 'ENOSPC' });
    await made.start({ settings: [path.join(temp(), 'one'), path.join(temp(), 'two')] });
    assert.deepEqual(
      made.store.workspaces().map(({ polling }) => polling),
      [true, true],
    );
    assert.equal(made.log.warnings.length, 1);
    fs.writeFileSync(path.join(folder, 'inbox/a.json'), taskText('a'));
    await made.pass(10_000);
    assert.equal(made.store.workspaces()[1]?.rows.inbox.length, 1);
    made.watcher.failWith = null;
    await made.store.refresh();
    assert.deepEqual(
      made.store.workspaces().map(({ polling }) => polling),
      [false, false],
    );
  });

  it('watches a folder anew that was replaced, and reads all that is in the new one', async () => {
    const { rig: made, folder } = await opened({
      'done/a.json': taskText('a'),
      'done/b.json': taskText('b'),
    });
    fs.renameSync(path.join(folder, 'done'), path.join(folder, 'old'));
    fs.mkdirSync(path.join(folder, 'done'));
    fs.writeFileSync(path.join(folder, 'done/a.json'), taskText('a', { title: 'Another' }));
    made.watcher.fire(folder, 'done');
    await made.pass(150);
    assert.deepEqual(
      made.only.rows.done.map((row) => made.only.facts(row).title),
      ['Another'],
    );
    fs.writeFileSync(path.join(folder, 'done/c.json'), taskText('c'));
    await made.tell(folder, 'done/c.json');
    assert.equal(made.only.rows.done.length, 2);
    assert.equal(made.watcher.folders().filter((each) => each.endsWith('done')).length, 1);
  });

  it('lets a workspace go that is deleted, and finds it again', async () => {
    const { rig: made, folder } = await opened({ 'inbox/a.json': taskText('a') });
    const { key } = made.only;
    fs.rmSync(folder, { recursive: true });
    made.watcher.fire(folder, null);
    await made.pass(150);
    assert.deepEqual(made.store.workspaces(), []);
    assert.deepEqual([...(made.changes.at(-1)?.removed ?? [])], [key]);
    makeWorkspace(temp(), { 'inbox/b.json': taskText('b') });
    made.watcher.fire(temp(), 'ws');
    await made.pass(1000);
    assert.deepEqual([...(made.changes.at(-1)?.added ?? [])], [key]);
    assert.deepEqual(
      made.only.rows.inbox.map(({ id }) => id),
      ['b'],
    );
  });

  it('finds a workspace that is made later, with the watcher at once, without it within a minute', async () => {
    const made = rig();
    await made.start({ workspace: [temp()] });
    makeWorkspace(path.join(temp()), {});
    made.watcher.fire(temp(), 'ws');
    await made.pass(1000);
    assert.equal(made.store.workspaces().length, 1);
    fs.renameSync(path.join(temp(), 'ws'), path.join(temp(), 'other'));
    makeWorkspace(temp(), {});
    await made.passSlowly(minute);
    assert.deepEqual(
      made.store.workspaces().map(({ name }) => name),
      ['other', 'ws'],
    );
  });

  it('looks at once where it is told of a path', async () => {
    const { rig: made, folder } = await opened({});
    fs.writeFileSync(path.join(folder, 'inbox/a.json'), taskText('a'));
    made.store.poke(path.join(folder, 'inbox', 'a.json'));
    await made.quiet();
    assert.equal(made.only.rows.inbox.length, 1);
    makeWorkspace(path.join(temp(), 'deeper'), {});
    fs.renameSync(path.join(temp(), 'deeper', 'ws'), path.join(temp(), 'second'));
    made.store.poke(path.join(temp(), 'second', 'inbox'));
    await made.quiet();
    assert.equal(made.store.workspaces().length, 2);
  });

  it('calls a claim interrupted once it is 5 s old, by time alone', async () => {
    const { rig: made, folder } = await opened({ 'inbox/a.json': taskText('a') });
    await made.move(folder, 'inbox/a.json', 'active/a.json');
    const state = (): string => made.only.facts(made.only.rows.active[0] ?? assert.fail()).state;
    assert.equal(state(), 'between');
    assert.deepEqual(made.only.odd, []);
    made.told();
    await made.pass(5500);
    assert.equal(state(), 'claim-interrupted');
    assert.equal(made.only.odd.length, 1);
    assert.deepEqual(made.told(), ['active']);
  });

  it('tells when a task becomes stale, and when an agent was not seen for an hour', async () => {
    const now = Date.now();
    const { rig: made } = await opened({
      'active/a.json': active('a', 'scout', now),
      'inbox/b.json': taskText('b', { assigned_to: 'zoë' }),
      'agents/zoë.json': JSON.stringify({ name: 'zoë', last_seen: new Date(now).toISOString() }),
    });
    const looks = (): string[] => taskLooks(made.only, made.clock.now()).map(({ code }) => code);
    await made.pass(29 * minute);
    assert.deepEqual(made.told(), []);
    await made.pass(2 * minute);
    assert.deepEqual(made.told(), ['active']);
    assert.deepEqual(looks(), ['task-stale']);
    await made.pass(30 * minute);
    assert.deepEqual(made.told(), ['inbox']);
    assert.deepEqual(looks(), ['task-stale', 'task-bound']);
  });

  it('reads agents that only say that they live rarely', async () => {
    const { rig: made, folder } = await opened({});
    const beat = async (second: number): Promise<void> => {
      const seen = new Date(made.clock.now() + second).toISOString();
      const temporary = path.join(folder, 'agents/scout.tmp');
      fs.writeFileSync(temporary, JSON.stringify({ name: 'scout', last_seen: seen }));
      fs.renameSync(temporary, path.join(folder, 'agents/scout.json'));
      made.watcher.fire(path.join(folder, 'agents'), 'scout.json');
      await made.pass(1000);
    };
    for (let second = 0; second < 20; second += 1) await beat(second);
    assert.ok(made.asked.rescans.length <= 5, `${made.asked.rescans.length} readings`);
    assert.equal(made.only.agents.length, 1);
    fs.writeFileSync(path.join(folder, 'inbox/a.json'), taskText('a'));
    await made.tell(folder, 'inbox/a.json');
    assert.equal(made.only.rows.inbox.length, 1);
  });

  it('shows what an act left before the act is told to be done', async () => {
    const { rig: made } = await opened({ 'inbox/a.json': taskText('a') });
    const { key } = made.only;
    const submitted = await made.store.act(key, (tasks) =>
      tasks.submit({ title: 'New', createdBy: 'mira', id: 'new' }),
    );
    assert.deepEqual(submitted, ok('new'));
    assert.equal(made.only.rows.inbox.length, 2);
    await made.store.act(key, async (tasks) => {
      await tasks.claim('a', 'mira');
      return tasks.block('new', 'not active');
    });
    assert.deepEqual(
      made.only.rows.active.map(({ id }) => id),
      ['a'],
    );
    await made.store.act(key, (tasks) => tasks.registerAgent('zoë'));
    assert.equal(made.only.agents.length, 1);
    assert.equal(made.asked.scans, 1);
  });

  it('refuses to act where one may not write, as values and before anything runs', async () => {
    const { rig: made, folder } = await opened({ 'inbox/a.json': taskText('a') });
    const { key } = made.only;
    const before = digestsOf(folder);
    const codeOf = async (of = key): Promise<string> => {
      const result = await made.store.act(of, (tasks) => tasks.claim('a', 'mira'));
      return result.ok ? 'ok' : result.code;
    };
    made.trusted = false;
    made.store.settingsChanged();
    await made.quiet();
    assert.deepEqual(made.only.writable, { ok: false, code: 'restricted', args: {} });
    assert.equal(await codeOf(), 'restricted');
    made.trusted = true;
    made.readOnly.add(path.join(folder, 'active'));
    assert.equal(await codeOf(), 'read-only');
    made.readOnly.clear();
    assert.equal(await codeOf('/nowhere|tasks'), 'gone');
    assert.deepEqual(digestsOf(folder), before);
    assert.equal(await codeOf(), 'ok');
  });

  it('follows the setting of the stale time', async () => {
    const at = Date.now() - 20 * minute;
    const { rig: made } = await opened({ 'active/a.json': active('a', 'scout', at) });
    assert.deepEqual(taskLooks(made.only, made.clock.now()), []);
    made.staleMinutes = 10;
    made.store.settingsChanged();
    await made.quiet();
    assert.equal(taskLooks(made.only, made.clock.now())[0]?.code, 'task-stale');
  });

  it('keeps equal ids of two workspaces apart, and counts one folder once', async () => {
    const one = makeWorkspace(path.join(temp(), 'one'), { 'inbox/a.json': taskText('a', { title: '1' }) });
    const two = makeWorkspace(path.join(temp(), 'two'), { 'inbox/a.json': taskText('a', { title: '2' }) });
    fs.symlinkSync(one, path.join(temp(), 'link'));
    const made = rig();
    await made.start({ workspace: [one, path.join(temp(), 'two')], settings: [path.join(temp(), 'link')] });
    assert.deepEqual(
      made.store
        .workspaces()
        .map(({ key, origin, rows, facts }) => [key, origin, rows.inbox.map((row) => facts(row).title)]),
      [
        [`${one}|tasks`, 'workspace', ['1']],
        [`${two}|tasks`, 'workspace', ['2']],
      ],
    );
  });

  it('tells of two folders where one of thousands moves, all other rows the same', async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 2000; index += 1) {
      files[`${index % 2 === 0 ? 'inbox' : 'done'}/t${index}.json`] = taskText(`t${index}`);
    }
    const { rig: made, folder } = await opened(files);
    const before = made.only;
    await made.move(folder, 'inbox/t400.json', 'active/t400.json', active('t400', 'x', Date.now()));
    assert.deepEqual(made.told(), ['active', 'inbox']);
    assert.equal(made.asked.scans, 1);
    const kept = new Set(before.scan.tasks);
    assert.equal(made.only.scan.tasks.filter((row) => !kept.has(row)).length, 1);
    assert.equal(made.only.rows.done, before.rows.done);
  });

  it('keeps what it knows while the system fails to show it, says so, and looks again soon', async () => {
    const folder = makeWorkspace(temp(), { 'feedback/q.json': taskText('q'), 'inbox/a.json': taskText('a') });
    let errno = '';
    const failing =
      <T extends readonly [string, ...unknown[]], R>(call: (...args: T) => Promise<R>) =>
      async (...args: T): Promise<R> => {
        if (errno !== '' && args[0].startsWith(temp())) {
          throw Object.assign(new Error(errno), { code: errno, syscall: 'open' });
        }
        return call(...args);
      };
    const made = new TaskStoreRig(temp(), {
      stat: failing(nodeFiles.stat),
      list: failing(nodeFiles.list),
      readdir: failing(nodeFiles.readdir),
      realpath: failing(nodeFiles.realpath),
      lstat: failing(nodeFiles.lstat),
    });
    rigs.push(made);
    await made.start({ workspace: [temp()] });
    for (errno of ['EIO', 'ESTALE', 'EACCES']) {
      fs.writeFileSync(path.join(folder, `inbox/${errno}.json`), taskText(errno));
      await made.tell(folder, `inbox/${errno}.json`);
      made.store.setFolders({ workspace: [temp()], settings: [] });
      await made.pass(500);
      assert.equal(made.only.rows.feedback.length, 1);
      assert.deepEqual(
        made.store.places().map(({ problem }) => problem),
        [errno === 'EACCES' ? 'no-permission' : 'unreadable'],
      );
      errno = '';
      await made.passSlowly(3000);
      assert.equal(made.store.places()[0]?.problem, null);
    }
    assert.deepEqual(
      made.changes.flatMap(({ removed }) => [...removed]),
      [],
    );
    assert.equal(made.only.rows.inbox.length, 4);
  });

  it('reads and writes the folder that it showed when a link on the way is turned to another', async () => {
    for (const name of ['A', 'B']) {
      fs.renameSync(
        makeWorkspace(temp(), { 'inbox/x.json': taskText('x', { title: name }) }),
        path.join(temp(), name),
      );
    }
    const link = path.join(temp(), 'link');
    fs.symlinkSync(path.join(temp(), 'A'), link);
    const made = rig();
    await made.start({ workspace: [link], settings: [path.join(temp(), 'A')] });
    const { key } = made.only;
    fs.unlinkSync(link);
    fs.symlinkSync(path.join(temp(), 'B'), link);
    await made.store.refresh();
    const titles = made.store.workspaces().map((each) => [each.name, each.rows.inbox[0]?.task?.['title']]);
    assert.deepEqual(titles, [
      ['link', 'B'],
      ['A', 'A'],
    ]);
    const done = await made.store.act(key, (tasks) =>
      tasks.submit({ title: 'For A', createdBy: 'me', id: 'new' }),
    );
    assert.ok(done.ok);
    const has = (name: string) => fs.existsSync(path.join(temp(), name, 'inbox/new.json'));
    assert.deepEqual([has('A'), has('B')], [true, false]);
  });

  it('finds a root again that was deleted and made anew, within a minute', async () => {
    const root = path.join(temp(), 'root');
    fs.mkdirSync(root);
    makeWorkspace(root, { 'inbox/a.json': taskText('a') });
    const made = rig();
    await made.start({ workspace: [root] });
    fs.rmSync(root, { recursive: true });
    await made.passSlowly(70_000);
    assert.equal(made.store.workspaces().length, 0);
    assert.equal(made.store.places()[0]?.problem, 'missing');
    fs.mkdirSync(root);
    makeWorkspace(root, { 'inbox/b.json': taskText('b') });
    await made.passSlowly(60_000);
    assert.deepEqual(
      made.only.rows.inbox.map(({ id }) => id),
      ['b'],
    );
    fs.rmSync(root, { recursive: true });
    fs.mkdirSync(root);
    makeWorkspace(root, { 'inbox/c.json': taskText('c') });
    await made.passSlowly(20_000);
    assert.deepEqual(
      made.only.rows.inbox.map(({ id }) => id),
      ['c'],
    );
  });
});
