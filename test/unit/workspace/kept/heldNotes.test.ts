import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { ok, type Result, refuse } from '../../../../src/protocol/lib/result.ts';
import type { LoopSnapshot } from '../../../../src/protocol/loops/loopSnapshot.ts';
import { mayGoOut } from '../../../../src/workspace/kept/heldNoteRule.ts';
import { HeldNoteStore } from '../../../../src/workspace/kept/heldNotes.ts';
import type { WatchedLoop } from '../../../../src/workspace/loops/watchedLoop.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeWatcher } from '../../../fakes/fakeWatcher.ts';
import { question, round, run, sent, snapshot, watched } from '../../../fakes/snapshots.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle, until } from '../../../fakes/until.ts';

const asks = { questions: [question({ id: 'q' })] };
const goesOn = { questions: [question({ id: 'q', state: 'closed', reason: 'withdrawn' })] };

describe('a held note', () => {
  const answered = question({ id: 'q', state: 'answered', askedAt: '2026-03-02T09:00:00.000Z' });
  const answer = sent({ question: 'q', ts: '2026-03-02T09:10:00.000Z', answers: answered.key });

  const cases: [string, Partial<LoopSnapshot>, boolean][] = [
    ['goes out where nothing was ever asked', {}, true],
    ['waits while a question is open', asks, false],
    [
      'waits while a question that ran out may still be answered',
      { questions: [question({ state: 'expired' })] },
      false,
    ],
    [
      'goes out where the loop went on without an answer',
      { questions: [question({ overtaken: true })] },
      true,
    ],
    ['goes out where the question was withdrawn', goesOn, true],
    ['waits after an answer until the loop goes on', { questions: [answered], inbox: [answer] }, false],
    [
      'waits though the answer was read',
      { questions: [answered], inbox: [{ ...answer, read: true, readAt: '2026-03-02T09:11:00.000Z' }] },
      false,
    ],
    [
      'goes out once the answer was taken',
      { questions: [answered], inbox: [{ ...answer, takenAt: '2026-03-02T09:12:00.000Z' }] },
      true,
    ],
    [
      'goes out once a step started after an answer that was never marked as read',
      {
        questions: [answered],
        inbox: [answer],
        rounds: [round({ runs: [run({ startedAt: '2026-03-02T09:10:01.000Z' })] })],
      },
      true,
    ],
    [
      'does not take a step that started before the answer for going on',
      {
        questions: [answered],
        inbox: [answer],
        rounds: [round({ runs: [run({ startedAt: '2026-03-02T09:09:59.000Z' })] })],
      },
      false,
    ],
    [
      'looks at the newest answer only',
      {
        questions: [answered, question({ id: 'r', state: 'answered' })],
        inbox: [
          { ...answer, takenAt: '2026-03-02T09:12:00.000Z' },
          sent({ id: 'qd-2', ts: '2026-03-02T09:20:00.000Z', answers: question({ id: 'r' }).key }),
        ],
      },
      false,
    ],
    [
      'takes no heed of a line that answered nothing',
      { questions: [answered], inbox: [{ ...answer, trusted: false, answers: null }] },
      true,
    ],
    ['goes out where the loop itself said that it was answered', { questions: [answered] }, true],
    [
      'waits while the loop waits for the verdict',
      { waitsForYou: [{ code: 'verdict-wait', args: {} }] },
      false,
    ],
    ['stays where the loop has ended', { status: 'done' }, false],
  ];
  for (const [title, values, expected] of cases) {
    it(title, () => {
      assert.equal(mayGoOut(snapshot(values)), expected);
    });
  }
});

describe('HeldNoteStore', () => {
  const temp = tempFolder();
  const folder = (): string => join(temp(), 'notes');
  let clock: FakeClock;
  let watcher: FakeWatcher;
  let log: FakeLog;
  let windows: HeldNoteStore[];
  let shown: Map<string, WatchedLoop>;
  let lines: [string, string, string][];
  /** What the files say, where that differs from what was shown. */
  let onDisk: WatchedLoop | null;
  let answerSend: (id: string) => Promise<Result<unknown>>;

  beforeEach(() => {
    clock = new FakeClock(Date.now());
    watcher = new FakeWatcher();
    log = new FakeLog();
    windows = [];
    lines = [];
    onDisk = null;
    shown = new Map();
    answerSend = async () => ok(null);
  });

  afterEach(() => {
    for (const window of windows) {
      window.dispose();
    }
    assert.deepEqual(log.errors, []);
  });

  async function open(): Promise<HeldNoteStore> {
    const store = new HeldNoteStore({
      folder: folder(),
      files: nodeFiles,
      clock,
      log,
      watcher,
      lock: { env: { XDG_STATE_HOME: join(temp(), 'state') }, platform: 'linux' },
      fresh: async (loopKey) => onDisk ?? shown.get(loopKey),
      send: async (loop, text, id) => {
        const result = await answerSend(id);
        if (result.ok) {
          lines.push([loop.id, text, id]);
        }
        return result;
      },
    });
    windows.push(store);
    await store.ready;
    return store;
  }

  function show(store: HeldNoteStore, loops: WatchedLoop[]): void {
    shown = new Map(loops.map((loop) => [loop.key, loop]));
    store.loopsChanged(loops);
  }

  async function quiet(): Promise<void> {
    await idle();
    for (const window of windows) {
      await window.settled();
    }
    await idle();
  }

  it('keeps a note while the loop asks, and sends it once when it has gone on', async () => {
    const store = await open();
    const told: string[] = [];
    store.onDidSend((note) => told.push(note.text));
    show(store, [watched('a', asks), watched('b')]);
    const kept = await store.keep(watched('a', asks), 'shorter table');
    await quiet();
    assert.ok(kept.ok);
    assert.deepEqual(lines, []);
    assert.deepEqual(
      store.list(watched('a').key).map((note) => [note.text, note.failed]),
      [['shorter table', null]],
    );
    assert.deepEqual(store.list(watched('b').key), []);
    show(store, [watched('a', goesOn)]);
    show(store, [watched('a', goesOn)]);
    await quiet();
    assert.deepEqual(lines, [['a', 'shorter table', kept.value.id]]);
    assert.deepEqual(store.list(), []);
    assert.deepEqual(told, ['shorter table']);
    assert.deepEqual(await fs.readdir(folder()), []);
  });

  it('goes out once where many windows see the moment', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => open()));
    await stores[0]?.keep(watched('a', asks), 'note');
    watcher.fire(folder());
    await until('the note in each window', () => stores.every((store) => store.list().length === 1));
    for (const store of stores) {
      show(store, [watched('a', goesOn)]);
    }
    await quiet();
    assert.equal(lines.length, 1);
    watcher.fire(folder());
    await until('no note in any window', () => stores.every((store) => store.list().length === 0));
  });

  it('survives a restart', async () => {
    const before = await open();
    await before.keep(watched('a', asks), 'note');
    before.dispose();
    const after = await open();
    assert.equal(after.list()[0]?.text, 'note');
    show(after, [watched('a', goesOn)]);
    await quiet();
    assert.deepEqual(
      lines.map(([, text]) => text),
      ['note'],
    );
  });

  it('is not sent again by the window after one that ended before it could say that it was', async () => {
    const store = await open();
    const kept = await store.keep(watched('a', asks), 'note');
    assert.ok(kept.ok);
    show(store, [watched('a', { ...asks, inbox: [sent({ id: kept.value.id })] })]);
    await quiet();
    assert.deepEqual(lines, []);
    assert.deepEqual(store.list(), []);
  });

  it('keeps the text with the reason when sending fails, and tries again later', async () => {
    answerSend = async () => refuse('bad-key', 'The key is too short.', { path: '/k' });
    const store = await open();
    show(store, [watched('a', asks)]);
    await store.keep(watched('a', asks), 'note');
    show(store, [watched('a', goesOn)]);
    await quiet();
    const failed = { ok: false, code: 'bad-key', args: { path: '/k' }, message: 'The key is too short.' };
    assert.deepEqual(store.list()[0]?.failed, failed);
    assert.deepEqual((await open()).list()[0]?.failed, failed);
    answerSend = async () => ok(null);
    show(store, [watched('a', goesOn)]);
    await quiet();
    assert.equal(lines.length, 0);
    clock.advance(30_000);
    await until('the note to go out', () => lines.length === 1 && store.list().length === 0);
  });

  it('stays held where a question came in between', async () => {
    answerSend = async () => refuse('would-answer', 'It would be its answer.');
    const store = await open();
    show(store, [watched('a', goesOn)]);
    await store.keep(watched('a', goesOn), 'note');
    await quiet();
    assert.deepEqual(
      store.list().map((note) => note.failed),
      [null],
    );
  });

  it('looks at the loop anew before it goes out: what is shown may be old', async () => {
    const store = await open();
    await store.keep(watched('a', asks), 'note');
    onDisk = watched('a', asks);
    show(store, [watched('a', goesOn)]);
    await quiet();
    assert.deepEqual(lines, []);
    onDisk = watched('a', goesOn);
    clock.advance(1000);
    show(store, [watched('a', goesOn)]);
    await until('the note to go out', () => lines.length === 1);
  });

  it('is not sent where the person may not write', async () => {
    const store = await open();
    const loop = { ...watched('a', goesOn), writable: { ok: false, code: 'restricted', args: {} } as const };
    show(store, [loop]);
    await store.keep(loop, 'note');
    await quiet();
    assert.deepEqual(lines, []);
    assert.equal(store.list().length, 1);
  });

  it('does not meet the loop of the same id in another folder', async () => {
    const store = await open();
    await store.keep(watched('a', asks, '/one'), 'note');
    show(store, [watched('a', goesOn, '/two'), watched('a', asks, '/one')]);
    await quiet();
    assert.deepEqual(lines, []);
  });

  it('is dropped when the person says so', async () => {
    const store = await open();
    const kept = await store.keep(watched('a', asks), 'note');
    assert.ok(kept.ok);
    await store.drop(kept.value.id);
    show(store, [watched('a', goesOn)]);
    await quiet();
    assert.deepEqual(lines, []);
    assert.deepEqual(store.list(), []);
  });

  it('sends the notes of one loop in the order in which they were written', async () => {
    const store = await open();
    for (const text of ['one', 'two', 'three']) {
      await store.keep(watched('a', asks), text);
      clock.advance(1);
    }
    show(store, [watched('a', goesOn)]);
    await until('the three notes to go out', () => lines.length === 3);
    assert.deepEqual(
      lines.map(([, text]) => text),
      ['one', 'two', 'three'],
    );
  });
});
