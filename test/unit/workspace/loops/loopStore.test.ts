import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { type Files, nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import type { SourceChange } from '../../../../src/workspace/kernel/changeBatch.ts';
import type { Folders } from '../../../../src/workspace/kernel/place.ts';
import { LoopStore } from '../../../../src/workspace/loops/loopStore.ts';
import { loopKey } from '../../../../src/workspace/loops/watchedLoop.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeLoops } from '../../../fakes/fakeLoops.ts';
import { FakeWatcher } from '../../../fakes/fakeWatcher.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle, until } from '../../../fakes/until.ts';

describe('LoopStore', () => {
  const temp = tempFolder();
  let clock: FakeClock;
  let log: FakeLog;
  let watcher: FakeWatcher;
  let loops: FakeLoops;
  let changes: SourceChange[];
  let stores: LoopStore[];
  let trusted: boolean;
  let key: Uint8Array | null;
  let readOnly: Set<string>;
  let written: string[];

  beforeEach(() => {
    clock = new FakeClock();
    log = new FakeLog();
    watcher = new FakeWatcher();
    loops = new FakeLoops();
    changes = [];
    stores = [];
    trusted = true;
    key = null;
    readOnly = new Set();
    written = [];
  });

  afterEach(() => {
    for (const store of stores) {
      store.dispose();
    }
    assert.deepEqual(log.errors, []);
    assert.deepEqual(written, [], 'reading never writes');
    assert.equal(loops.opened, loops.closed, 'every reader is closed');
    assert.equal(watcher.watches.size, 0, 'every watch is given back');
  });

  /** Files that say when the store would write. */
  function files(): Files {
    const refuseToWrite = (name: string) => (path: string) => {
      written.push(`${name} ${path}`);
      return Promise.reject(new Error('written to'));
    };
    return {
      ...nodeFiles,
      mkdir: refuseToWrite('mkdir'),
      rename: refuseToWrite('rename'),
      link: refuseToWrite('link'),
      unlink: refuseToWrite('unlink'),
      open: (path, flags, mode) => {
        if ((flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0) {
          written.push(`open ${path}`);
        }
        return nodeFiles.open(path, flags, mode);
      },
    };
  }

  async function start(folders: Partial<Folders>, ports: { files?: Files } = {}): Promise<LoopStore> {
    const store = new LoopStore({
      files: ports.files ?? files(),
      clock,
      log,
      watcher,
      open: loops.open,
      canWrite: async (path) => !readOnly.has(path),
      key: () => key,
      stallMinutes: () => 30,
      trusted: () => trusted,
    });
    stores.push(store);
    store.onDidChange((change) => changes.push(change));
    store.setFolders({ workspace: [], settings: [], found: [], ...folders });
    await store.ready;
    await quiet();
    return store;
  }

  /** Waits until nothing is under way any more. */
  async function quiet(): Promise<void> {
    do {
      await idle();
    } while (stores.some((store) => store.busy));
  }

  /** The watcher tells of this folder, a while after the last reading. */
  async function fire(folder: string): Promise<void> {
    clock.advance(60);
    watcher.fire(folder);
    await quiet();
  }

  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await quiet();
  }

  async function makeLoop(repository: string, id: string, state: object = {}): Promise<string> {
    const folder = join(repository, '.loops', id);
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(join(folder, 'loop.json'), `${id} of ${repository}`);
    await setState(folder, state);
    return folder;
  }

  async function setState(folder: string, state: object): Promise<void> {
    await fs.writeFile(join(folder, 'events.jsonl'), JSON.stringify(state));
  }

  function ids(store: LoopStore): string[] {
    return store.loops().map((loop) => loop.id);
  }

  function all(of: 'added' | 'changed' | 'removed'): string[] {
    return changes.flatMap((change) => [...change[of].keys()]);
  }

  it('shows the loops of each folder, and says where it looked', async () => {
    const one = join(temp(), 'one');
    const two = join(temp(), 'two');
    await fs.mkdir(two);
    await makeLoop(one, 'a');
    await makeLoop(one, 'b');
    const store = await start({ workspace: [one], settings: [two, join(temp(), 'none')] });
    assert.deepEqual(ids(store), ['a', 'b']);
    assert.equal(store.loops()[0]?.repository, one);
    assert.equal(store.loops()[0]?.origin, 'workspace');
    assert.deepEqual(store.places(), [
      { folder: one, origin: 'workspace', kind: 'root', found: 2, problem: null, tookMs: 0, polling: false },
      { folder: two, origin: 'setting', kind: 'root', found: 0, problem: null, tookMs: 0, polling: false },
      {
        folder: join(temp(), 'none'),
        origin: 'setting',
        kind: 'root',
        found: 0,
        problem: 'missing',
        tookMs: 0,
        polling: false,
      },
    ]);
    assert.equal(all('added').length, 2);
  });

  it('works with no folder at all', async () => {
    const store = await start({});
    assert.deepEqual(store.loops(), []);
    assert.deepEqual(store.places(), []);
  });

  it('keeps equal ids in two folders apart', async () => {
    const one = join(temp(), 'one');
    const two = join(temp(), 'two');
    const first = await makeLoop(one, 'same');
    const second = await makeLoop(two, 'same');
    const store = await start({ workspace: [one, two] });
    assert.equal(new Set(store.loops().map((loop) => loop.key)).size, 2);
    assert.equal(store.get(loopKey(first, 'same'))?.snapshot.title, `same of ${one}`);
    assert.equal(store.get(loopKey(second, 'same'))?.snapshot.title, `same of ${two}`);
  });

  it('shows a folder once that is reached in two ways', async () => {
    const real = join(temp(), 'real');
    const linked = join(temp(), 'linked');
    await makeLoop(real, 'a');
    await fs.symlink(real, linked);
    const store = await start({ workspace: [linked], settings: [real] });
    assert.deepEqual(
      store.loops().map((loop) => [loop.key, loop.folder]),
      [[loopKey(join(real, '.loops', 'a'), 'a'), join(linked, '.loops', 'a')]],
    );
    assert.deepEqual(store.loops()[0]?.writable, { ok: true });
  });

  it('takes a found loop for its repository, without walking', async () => {
    const deep = join(temp(), 'x', 'y');
    await makeLoop(deep, 'a');
    const store = await start({
      workspace: [temp()],
      found: [join(deep, '.loops', 'a', 'loop.json'), join(deep, '.loops', 'a', 'loop.json'), '/no/where'],
    });
    assert.deepEqual(
      store.places().map((place) => [place.folder, place.origin, place.found]),
      [
        [temp(), 'workspace', 0],
        [deep, 'found', 1],
      ],
    );
    assert.deepEqual(store.loops()[0]?.writable, { ok: true });
  });

  it('sees what the watcher tells, and says exactly what changed', async () => {
    const a = await makeLoop(temp(), 'a');
    await makeLoop(temp(), 'b');
    const store = await start({ workspace: [temp()] });
    changes.length = 0;
    await setState(a, { costUsd: 3 });
    await fire(a);
    assert.deepEqual(changes, [
      {
        changed: new Map([[loopKey(a, 'a'), new Set()]]),
        added: new Set(),
        removed: new Set(),
        places: false,
      },
    ]);
    assert.equal(store.get(loopKey(a, 'a'))?.snapshot.costUsd, 3);
  });

  it('says nothing when nothing shown changed', async () => {
    const a = await makeLoop(temp(), 'a', { costUsd: 1 });
    const store = await start({ workspace: [temp()] });
    const before = store.get(loopKey(a, 'a'));
    changes.length = 0;
    await setState(a, { costUsd: 1, nextChangeAt: '2027-01-01T00:00:00.000Z' });
    await fire(a);
    await fire(join(temp(), '.loops'));
    assert.deepEqual(changes, []);
    assert.equal(store.get(loopKey(a, 'a')), before);
  });

  it('sees a change at most 10 s late with a watcher that never tells', async () => {
    const a = await makeLoop(temp(), 'a');
    const store = await start({ workspace: [temp()] });
    await pass(2000);
    await setState(a, { costUsd: 4 });
    await pass(10_000);
    assert.equal(store.get(loopKey(a, 'a'))?.snapshot.costUsd, 4);
    await fs.rm(a, { recursive: true });
    await makeLoop(temp(), 'c');
    await pass(10_000);
    assert.deepEqual(ids(store), ['c']);
  });

  it('reads again only what a stat shows to differ', async () => {
    for (const id of ['a', 'b', 'c']) {
      await makeLoop(temp(), id);
    }
    await start({ workspace: [temp()] });
    const before = loops.refreshes;
    await pass(30_000);
    assert.equal(loops.refreshes, before);
  });

  it('polls where watching fails, says so once, and watches again on refresh', async () => {
    const one = join(temp(), 'one');
    const two = join(temp(), 'two');
    const a = await makeLoop(one, 'a');
    await makeLoop(two, 'b');
    watcher.failWith = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const store = await start({ workspace: [one, two] });
    assert.deepEqual(
      store.places().map((place) => place.polling),
      [true, true],
    );
    assert.equal(log.warnings.length, 1);
    assert.match(log.warnings[0] ?? '', /ENOSPC/);
    await setState(a, { costUsd: 4 });
    await pass(10_000);
    assert.equal(store.get(loopKey(a, 'a'))?.snapshot.costUsd, 4);
    watcher.failWith = null;
    await store.refresh();
    await quiet();
    assert.deepEqual(
      store.places().map((place) => place.polling),
      [false, false],
    );
    assert.equal(watcher.watches.size, 4);
  });

  it('watches only each .loops and each loop', async () => {
    const a = await makeLoop(temp(), 'a');
    await fs.mkdir(join(a, 'artifacts'));
    await start({ workspace: [temp()] });
    assert.deepEqual(watcher.folders(), [join(temp(), '.loops'), a]);
    const names = [...watcher.watches].find((watched) => watched.folder === a)?.names;
    assert.deepEqual(names, ['loop.json', 'events.jsonl', 'inbox.jsonl']);
  });

  it('finds a .loops that is made later, and one that was deleted and made again', async () => {
    const store = await start({ workspace: [temp()] });
    assert.deepEqual(watcher.folders(), [temp()]);
    await makeLoop(temp(), 'a');
    await fire(temp());
    assert.deepEqual(ids(store), ['a']);
    assert.deepEqual(watcher.folders(), [join(temp(), '.loops'), join(temp(), '.loops', 'a')]);
    await fs.rm(join(temp(), '.loops'), { recursive: true });
    await fire(join(temp(), '.loops'));
    assert.deepEqual(ids(store), []);
    assert.deepEqual(watcher.folders(), [temp()]);
    await makeLoop(temp(), 'a', { costUsd: 7 });
    await fire(temp());
    assert.equal(store.loops()[0]?.snapshot.costUsd, 7);
    assert.deepEqual(watcher.folders(), [join(temp(), '.loops'), join(temp(), '.loops', 'a')]);
  });

  it('watches a loop anew when its folder was replaced', async () => {
    const a = await makeLoop(temp(), 'a');
    const store = await start({ workspace: [temp()] });
    const before = [...watcher.watches].find((watched) => watched.folder === a);
    await fs.rename(a, join(temp(), 'old'));
    await makeLoop(temp(), 'a', { costUsd: 9 });
    await pass(10_000);
    const after = [...watcher.watches].find((watched) => watched.folder === a);
    assert.notEqual(after, undefined);
    assert.notEqual(after, before);
    assert.equal(store.loops()[0]?.snapshot.costUsd, 9);
  });

  it('shows a folder only once it holds one of the three files', async () => {
    const folder = join(temp(), '.loops', 'a');
    await fs.mkdir(folder, { recursive: true });
    const store = await start({ workspace: [temp()] });
    assert.deepEqual(ids(store), []);
    await setState(folder, {});
    await fire(folder);
    assert.deepEqual(ids(store), ['a']);
    assert.deepEqual(store.loops()[0]?.writable, { ok: false, code: 'unreadable', args: {} });
    await fs.rm(join(folder, 'events.jsonl'));
    await fire(folder);
    assert.deepEqual(ids(store), []);
    assert.deepEqual(store.places()[0]?.found, 0);
  });

  it('forgets a loop that is deleted while its question is open', async () => {
    const a = await makeLoop(temp(), 'a', { waitsForYou: [{ code: 'question', args: {} }] });
    const store = await start({ workspace: [temp()] });
    assert.equal(store.loops()[0]?.snapshot.waitsForYou.length, 1);
    changes.length = 0;
    await fs.rm(a, { recursive: true });
    await fire(a);
    assert.deepEqual(ids(store), []);
    assert.deepEqual(all('removed'), [loopKey(a, 'a')]);
    assert.equal(store.get(loopKey(a, 'a')), undefined);
  });

  it('follows folders that are added and removed', async () => {
    const one = join(temp(), 'one');
    const two = join(temp(), 'two');
    await makeLoop(one, 'a');
    await makeLoop(two, 'b');
    const store = await start({ workspace: [one] });
    store.setFolders({ workspace: [one, two], settings: [], found: [] });
    await quiet();
    assert.deepEqual(ids(store), ['a', 'b']);
    store.setFolders({ workspace: [two], settings: [], found: [] });
    await quiet();
    assert.deepEqual(ids(store), ['b']);
    assert.deepEqual(
      store.places().map((place) => place.folder),
      [two],
    );
  });

  it('lets time alone move a state, told once and without a write', async () => {
    const a = await makeLoop(temp(), 'a', { stall: '2026-03-02T09:30:00.000Z' });
    const store = await start({ workspace: [temp()] });
    assert.equal(store.get(loopKey(a, 'a'))?.snapshot.status, 'running');
    changes.length = 0;
    await pass(29 * 60_000 + 59_000);
    assert.deepEqual(all('changed'), []);
    await pass(1001);
    assert.equal(store.get(loopKey(a, 'a'))?.snapshot.status, 'stalled');
    assert.deepEqual(all('changed'), [loopKey(a, 'a')]);
    await pass(60_000);
    assert.deepEqual(all('changed'), [loopKey(a, 'a')]);
  });

  it('does not spin on a change that is due and does not come', async () => {
    await makeLoop(temp(), 'a', { nextChangeAt: '2026-03-02T08:00:00.000Z' });
    await start({ workspace: [temp()] });
    const before = loops.refreshes;
    for (let index = 0; index < 50; index += 1) {
      await pass(100);
    }
    assert.ok(loops.refreshes - before <= 6, `read ${loops.refreshes - before} times in 5 s`);
  });

  it('tells that the machine slept before it tells what changed by it', async () => {
    await makeLoop(temp(), 'a', { stall: '2026-03-02T09:30:00.000Z' });
    const store = await start({ workspace: [temp()] });
    const told: string[] = [];
    store.onDidSleep((ms) => told.push(`slept ${Math.round(ms / 60_000)} min`));
    store.onDidChange(() => told.push('changed'));
    clock.jump(2 * 3_600_000);
    await pass(10_000);
    assert.deepEqual(told, ['slept 120 min', 'changed']);
  });

  it('looks at once where it is told that something was written', async () => {
    const a = await makeLoop(temp(), 'a');
    const store = await start({ workspace: [temp()] });
    await setState(a, { costUsd: 5 });
    store.poke(join(a, 'inbox.jsonl'));
    await quiet();
    assert.equal(store.loops()[0]?.snapshot.costUsd, 5);
    await makeLoop(temp(), 'b');
    store.poke(join(temp(), '.loops', 'b', 'loop.json'));
    await quiet();
    assert.deepEqual(ids(store), ['a', 'b']);
    const deep = join(temp(), 'deep');
    await makeLoop(deep, 'c');
    store.poke(join(deep, '.loops', 'c', 'loop.json'));
    await quiet();
    assert.deepEqual(ids(store), ['a', 'b', 'c']);
    store.poke('/elsewhere/.loops/x/loop.json');
    await quiet();
    assert.equal(store.places().length, 2);
  });

  it('reads at most four at a time', async () => {
    for (let index = 0; index < 20; index += 1) {
      await makeLoop(temp(), `loop-${index}`);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    loops.gate = promise;
    const starting = start({ workspace: [temp()] });
    await until('four to be read', () => loops.running === 4);
    await idle();
    assert.equal(loops.running, 4);
    resolve();
    const store = await starting;
    assert.equal(loops.mostRunning, 4);
    assert.equal(store.loops().length, 20);
    assert.equal(new Set(all('added')).size, 20);
    assert.equal(all('added').length, 20);
    await until('a watch of each', () => watcher.watches.size === 21);
    assert.ok(changes.length <= 3, `told in ${changes.length} parts`);
  });

  it('gives a new key to the readers it has', async () => {
    await makeLoop(temp(), 'a');
    const store = await start({ workspace: [temp()] });
    key = new Uint8Array(32);
    store.settingsChanged();
    await quiet();
    assert.deepEqual(loops.keys, [null, key]);
    assert.equal(loops.opened, 1);
  });

  it('does not follow a link out of the place, and shows one inside it', async () => {
    const outside = join(temp(), 'outside');
    const inside = join(temp(), 'inside');
    const target = await makeLoop(outside, 'target');
    const real = await makeLoop(inside, 'real');
    await fs.symlink(target, join(inside, '.loops', 'leak'));
    await fs.symlink(real, join(inside, '.loops', 'twin'));
    const linked = join(temp(), 'linked');
    await fs.mkdir(linked);
    await fs.symlink(join(outside, '.loops'), join(linked, '.loops'));
    const store = await start({ workspace: [inside, linked] });
    assert.deepEqual(ids(store), ['real', 'twin']);
    assert.deepEqual(
      store.places().map((place) => place.problem),
      [null, 'link'],
    );
  });

  it('leaves out what is too much, and says so once', async () => {
    const many = {
      ...files(),
      readdir: async () => Array.from({ length: 1200 }, (_, index) => `none-${index}`),
    };
    await makeLoop(temp(), 'a');
    const store = await start({ workspace: [temp()] }, { files: many });
    await store.refresh();
    assert.equal(log.warnings.length, 1);
    assert.match(log.warnings[0] ?? '', /200 are left out/);
  });

  it('takes any name for an id, and a file or a FIFO in .loops for no loop', async () => {
    const hostile = ['__proto__', 'constructor', '.. ', 'a|loop|b', '$(zap)', 'x'.repeat(200), '\u202Egnp'];
    for (const id of hostile) {
      await makeLoop(temp(), id);
    }
    await fs.writeFile(join(temp(), '.loops', 'file'), '');
    const store = await start({ workspace: [temp()] });
    assert.deepEqual(new Set(ids(store)), new Set(hostile));
    assert.equal(new Set(store.loops().map((loop) => loop.key)).size, hostile.length);
  });

  describe('who may write', () => {
    it('nobody in Restricted Mode, told at once when trust is given', async () => {
      trusted = false;
      const a = await makeLoop(temp(), 'a');
      const store = await start({ workspace: [temp()] });
      assert.deepEqual(store.loops()[0]?.writable, { ok: false, code: 'restricted', args: {} });
      changes.length = 0;
      trusted = true;
      store.settingsChanged();
      await quiet();
      assert.deepEqual(store.loops()[0]?.writable, { ok: true });
      assert.deepEqual(all('changed'), [loopKey(a, 'a')]);
    });

    it('not in a read-only folder, nor where the inbox is read-only', async () => {
      const a = await makeLoop(temp(), 'a');
      const b = await makeLoop(temp(), 'b');
      await fs.writeFile(join(b, 'inbox.jsonl'), '');
      readOnly.add(a).add(join(b, 'inbox.jsonl'));
      const store = await start({ workspace: [temp()] });
      assert.deepEqual(
        store.loops().map((loop) => loop.writable),
        [
          { ok: false, code: 'read-only', args: { path: a } },
          { ok: false, code: 'read-only', args: { path: join(b, 'inbox.jsonl') } },
        ],
      );
    });

    it('not in a found folder outside the workspace, until it is added', async () => {
      const inside = join(temp(), 'inside');
      const outside = join(temp(), 'outside');
      await fs.mkdir(inside);
      const a = await makeLoop(outside, 'a');
      const found = [join(a, 'loop.json')];
      const store = await start({ workspace: [inside], found });
      assert.deepEqual(store.loops()[0]?.writable, {
        ok: false,
        code: 'outside',
        args: { folder: outside, worktree: false },
      });
      store.setFolders({ workspace: [inside], settings: [outside], found });
      await quiet();
      assert.deepEqual(store.loops()[0]?.writable, { ok: true });
      assert.equal(store.loops()[0]?.origin, 'setting');
    });

    it('in a worktree only if it points back', async () => {
      const main = join(temp(), 'main');
      const good = join(temp(), 'good');
      const claimed = join(temp(), 'claimed');
      for (const [name, folder] of [
        ['good', good],
        ['claimed', claimed],
      ] as const) {
        await fs.mkdir(join(main, '.git', 'worktrees', name), { recursive: true });
        await fs.writeFile(join(main, '.git', 'worktrees', name, 'gitdir'), `${join(folder, '.git')}\n`);
        await makeLoop(folder, name);
      }
      await fs.writeFile(join(good, '.git'), `gitdir: ${join(main, '.git', 'worktrees', 'good')}\n`);
      const store = await start({ workspace: [main] });
      assert.deepEqual(
        store.loops().map((loop) => [loop.id, loop.origin, loop.writable]),
        [
          ['claimed', 'worktree', { ok: false, code: 'outside', args: { folder: claimed, worktree: true } }],
          ['good', 'worktree', { ok: true }],
        ],
      );
    });
  });
});
