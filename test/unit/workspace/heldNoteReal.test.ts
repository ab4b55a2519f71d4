import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../../src/protocol/files/filesPort.ts';
import type { InboxEntry } from '../../../src/protocol/loops/inboxEntry.ts';
import { LoopReader } from '../../../src/protocol/loops/reader.ts';
import { HeldNoteStore } from '../../../src/workspace/kept/heldNotes.ts';
import { LoopStore } from '../../../src/workspace/loops/loopStore.ts';
import { FakeClock } from '../../fakes/fakeClock.ts';
import { FakeLog } from '../../fakes/fakeLog.ts';
import { FakeWatcher } from '../../fakes/fakeWatcher.ts';
import { reply } from '../../fakes/inboxWriting.ts';
import { manifest } from '../../fakes/snapshots.ts';
import { tempFolder } from '../../fakes/tempFolder.ts';
import { until } from '../../fakes/until.ts';

/** The whole way of a note, over real files and the real writer, with two windows open. */
describe('a note that is kept while the loop asks', () => {
  const temp = tempFolder();
  const key = new Uint8Array(32).fill(7);
  const log = new FakeLog();
  let stateHome: string | undefined;

  beforeEach(() => {
    stateHome = process.env['XDG_STATE_HOME'];
    process.env['XDG_STATE_HOME'] = join(temp(), 'state');
  });

  afterEach(() => {
    if (stateHome === undefined) {
      delete process.env['XDG_STATE_HOME'];
    } else {
      process.env['XDG_STATE_HOME'] = stateHome;
    }
    assert.deepEqual(log.errors, []);
  });

  it('stands on one line of the inbox, after the answer, once the loop has gone on', async () => {
    const folder = join(temp(), '.loops', 'a');
    await fs.mkdir(folder, { recursive: true });
    const steps = [{ id: 'build', kind: 'build', name: 'Build', purpose: 'p' }];
    await fs.writeFile(join(folder, 'loop.json'), JSON.stringify({ ...manifest, steps }));
    const emit = async (event: object): Promise<void> => {
      const line = JSON.stringify({ ts: new Date().toISOString(), ...event });
      await fs.appendFile(join(folder, 'events.jsonl'), `${line}\n`);
      for (const window of windows) {
        window.store.poke(folder);
      }
    };
    const inbox = async (): Promise<InboxEntry[]> => {
      const text = await fs.readFile(join(folder, 'inbox.jsonl'), 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as InboxEntry]));
    };
    const windows = await Promise.all(Array.from({ length: 2 }, () => openWindow()));
    const [first, second] = windows;
    assert.ok(first !== undefined && second !== undefined);
    const loop = () => first.store.loops()[0];
    const all = (what: string, isSo: (window: (typeof windows)[number]) => boolean) =>
      until(`${what} in both windows`, () => windows.every(isSo));

    await emit({ event: 'round_started', round: 1, plan: 'p' });
    await emit({ event: 'question', text: 'Who?', blocks: true, id: 'q', round: 1, options: [] });
    await all('the question', ({ store }) => store.loops()[0]?.snapshot.status === 'waiting');
    const asking = loop();
    assert.ok(asking !== undefined);
    const [asked] = asking.snapshot.questions;
    assert.ok(asked !== undefined);
    const kept = await first.notes.keep(asking, 'British spelling');
    assert.ok(kept.ok);
    first.watcher.fire(join(temp(), 'notes'));
    second.watcher.fire(join(temp(), 'notes'));
    await all('the note', ({ notes }) => notes.list().length === 1);
    assert.deepEqual(await inbox(), []);

    const answer = await reply(folder, { to: asked.key, text: 'Team leads' }, { key });
    assert.ok(answer.ok);
    await emit({ event: 'inbox_read', ids: [answer.value.id] });
    await all('that the answer is read', ({ store }) => store.loops()[0]?.snapshot.inbox[0]?.read === true);
    await Promise.all(windows.map(({ notes }) => notes.settled()));
    assert.equal((await inbox()).length, 1, 'read, but the loop has not gone on');

    await emit({ event: 'step_started', round: 1, step: 'build', label: '' });
    await all('no note', ({ notes }) => notes.list().length === 0);
    await Promise.all(windows.map(({ notes }) => notes.settled()));
    const lines = await inbox();
    assert.deepEqual(
      lines.map(({ id, text, question }) => [id, text, question]),
      [
        [answer.value.id, 'Team leads', 'q'],
        [kept.value.id, 'British spelling', undefined],
      ],
    );
    for (const window of windows) {
      window.store.dispose();
      window.notes.dispose();
    }
  });

  async function openWindow() {
    const clock = new FakeClock(Date.now());
    const watcher = new FakeWatcher();
    const store = new LoopStore({
      files: nodeFiles,
      clock,
      log,
      watcher,
      open: (path, options) => new LoopReader(path, options),
      canWrite: async () => true,
      key: () => key,
      stallMinutes: () => 30,
      trusted: () => true,
    });
    const notes = new HeldNoteStore({
      folder: join(temp(), 'notes'),
      files: nodeFiles,
      clock,
      log,
      watcher,
      fresh: (loopKey) => store.readNow(loopKey),
      send: (loop, text, id) => reply(loop.folder, { to: null, text, id }, { key }),
    });
    store.onDidChange(() => notes.loopsChanged(store.loops()));
    // What another window did with the notes is seen when its files change.
    notes.onDidSend(() => {
      for (const each of everyWatcher) {
        each.fire(join(temp(), 'notes'));
      }
    });
    everyWatcher.add(watcher);
    store.setFolders({ workspace: [temp()], settings: [], found: [] });
    await Promise.all([store.ready, notes.ready]);
    return { store, notes, watcher };
  }

  const everyWatcher = new Set<FakeWatcher>();
});
