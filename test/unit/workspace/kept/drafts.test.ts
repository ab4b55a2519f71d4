import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { type Files, nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { DraftStore } from '../../../../src/workspace/kept/drafts.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeWatcher } from '../../../fakes/fakeWatcher.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle, until } from '../../../fakes/until.ts';

describe('DraftStore', () => {
  const temp = tempFolder();
  let clock: FakeClock;
  let log: FakeLog;
  let watcher: FakeWatcher;
  let windows: DraftStore[];

  beforeEach(() => {
    clock = new FakeClock();
    log = new FakeLog();
    watcher = new FakeWatcher();
    windows = [];
  });

  afterEach(() => {
    for (const window of windows) {
      window.dispose();
    }
  });

  const folder = (): string => join(temp(), 'storage', 'drafts');

  async function open(files: Files = nodeFiles): Promise<DraftStore> {
    const store = new DraftStore({ folder: folder(), files, clock, log, watcher });
    windows.push(store);
    await store.ready;
    return store;
  }

  async function onDisk(): Promise<unknown[]> {
    const names = (await fs.readdir(folder())).filter((name) => name.endsWith('.json'));
    return Promise.all(
      names.map(async (name) => JSON.parse(await fs.readFile(join(folder(), name), 'utf8')) as unknown),
    );
  }

  it('is known at once and on disk 300 ms after the last key', async () => {
    const store = await open();
    store.set('wait', { text: 'he', choice: null });
    assert.equal(store.get('wait')?.text, 'he');
    clock.advance(200);
    store.set('wait', { text: 'hello', choice: 'b' });
    clock.advance(200);
    await idle();
    assert.deepEqual(await onDisk(), []);
    clock.advance(100);
    await store.flush();
    const draft = {
      text: 'hello',
      choice: 'b',
      savedAt: Date.parse('2026-03-02T09:00:00.200Z'),
      notSent: null,
      window: store.window,
    };
    assert.deepEqual(await onDisk(), [{ key: 'wait', value: draft }]);
    assert.deepEqual(store.get('wait'), draft);
  });

  it('survives the end of its window, also one that ends in the middle of a word', async () => {
    const first = await open();
    first.set('wait', { text: 'half a sent', choice: null, notSent: 'window-closed' });
    first.dispose();
    await first.flush();
    const second = await open();
    assert.equal(second.get('wait')?.text, 'half a sent');
    assert.equal(second.get('wait')?.notSent, 'window-closed');
    assert.deepEqual(
      second.entries().map(([key]) => key),
      ['wait'],
    );
  });

  it('shows what another window typed and deleted, and says who', async () => {
    const [first, second] = [await open(), await open()];
    const told: string[][] = [];
    second.onDidChange((keys) => told.push([...keys]));
    first.set('wait', { text: 'from there', choice: null });
    await first.flush();
    watcher.fire(folder());
    await until('the words of the first window', () => second.get('wait')?.text === 'from there');
    assert.equal(second.get('wait')?.window, first.window);
    await first.delete('wait');
    watcher.fire(folder());
    await until('no draft any more', () => second.get('wait') === undefined);
    assert.deepEqual(told, [['wait'], ['wait']]);
  });

  it('sees another window 10 s late where nothing is watched', async () => {
    watcher.failWith = new Error('no');
    const [first, second] = [await open(), await open()];
    first.set('wait', { text: 'from there', choice: null });
    await first.flush();
    assert.equal(second.get('wait'), undefined);
    clock.advance(10_000);
    await until('the words of the first window', () => second.get('wait')?.text === 'from there');
  });

  it('does not let another window take the words out of the hand that types', async () => {
    const [first, second] = [await open(), await open()];
    first.set('wait', { text: 'from there', choice: null });
    await first.flush();
    second.set('wait', { text: 'mine', choice: null });
    watcher.fire(folder());
    await idle();
    assert.equal(second.get('wait')?.text, 'mine');
    await second.flush();
    watcher.fire(folder());
    await until('the words of the second window', () => first.get('wait')?.text === 'mine');
  });

  it('does not fall back to what is on disk while the newer text is being written', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let gate = Promise.resolve();
    const store = await open({
      ...nodeFiles,
      rename: async (from, to) => {
        await gate;
        await nodeFiles.rename(from, to);
      },
    });
    store.set('wait', { text: 'old', choice: null });
    await store.flush();
    gate = promise;
    store.set('wait', { text: 'new', choice: null });
    const flushed = store.flush();
    watcher.fire(folder());
    await idle();
    assert.equal(store.get('wait')?.text, 'new');
    resolve();
    await flushed;
    assert.equal(store.get('wait')?.text, 'new');
  });

  it('has no draft for an empty text without an option', async () => {
    const store = await open();
    store.set('wait', { text: 'a', choice: null });
    await store.flush();
    store.set('wait', { text: '', choice: null });
    assert.equal(store.get('wait'), undefined);
    await store.flush();
    assert.deepEqual(await onDisk(), []);
    store.set('wait', { text: '', choice: 'a' });
    assert.equal(store.get('wait')?.choice, 'a');
  });

  it('deletes what was typed but not yet written', async () => {
    const store = await open();
    store.set('wait', { text: 'a', choice: null });
    await store.delete('wait');
    clock.advance(1000);
    await store.flush();
    assert.equal(store.get('wait'), undefined);
    assert.deepEqual(await onDisk(), []);
  });

  it('tells nothing when nothing changed', async () => {
    const store = await open();
    let told = 0;
    store.onDidChange(() => {
      told += 1;
    });
    store.set('wait', { text: '', choice: null });
    store.set('wait', { text: 'a', choice: null });
    store.set('wait', { text: 'a', choice: null });
    assert.equal(told, 1);
  });

  it('keeps the text where the disk is full, and writes it with the next key', async () => {
    let full = true;
    const store = await open({
      ...nodeFiles,
      open: (path, flags, mode) =>
        full && path.endsWith('.tmp')
          ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'open' }))
          : nodeFiles.open(path, flags, mode),
    });
    store.set('wait', { text: 'precious', choice: null });
    await store.flush();
    assert.equal(store.get('wait')?.text, 'precious');
    assert.equal(log.errors.length, 1);
    full = false;
    store.set('wait', { text: 'precious.', choice: null });
    await store.flush();
    assert.equal((await onDisk()).length, 1);
  });

  it('keeps any key apart, and leaves files alone that are not its own', async () => {
    const keys = ['__proto__', '../../etc/passwd', 'a/b', 'A/B', 'x'.repeat(5000), '\u0000'];
    await fs.mkdir(folder(), { recursive: true });
    await fs.writeFile(join(folder(), `${'0'.repeat(64)}.json`), '{"key":"else","value":1}');
    await fs.writeFile(join(folder(), `${'1'.repeat(64)}.json`), 'no JSON');
    const store = await open();
    for (const key of keys) {
      store.set(key, { text: key, choice: null });
    }
    await store.flush();
    const again = await open();
    assert.deepEqual(
      new Map(again.entries().map(([key, { text }]) => [key, text])),
      new Map(keys.map((key) => [key, key])),
    );
    assert.equal((await fs.readdir(folder())).length, keys.length + 2);
  });
});
