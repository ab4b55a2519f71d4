import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFiles } from '../../../src/protocol/files/filesPort.ts';
import { LoopReader } from '../../../src/protocol/loops/reader.ts';
import { LoopStore } from '../../../src/workspace/loops/loopStore.ts';
import { needsYou } from '../../../src/workspace/needsYou.ts';
import { FakeClock } from '../../fakes/fakeClock.ts';
import { FakeLog } from '../../fakes/fakeLog.ts';
import { FakeWatcher } from '../../fakes/fakeWatcher.ts';
import { manifest } from '../../fakes/snapshots.ts';
import { tempFolder } from '../../fakes/tempFolder.ts';
import { idle } from '../../fakes/until.ts';

const minute = 60_000;

describe('time alone, without a write', () => {
  const temp = tempFolder();
  let clock: FakeClock;
  let log: FakeLog;
  let store: LoopStore;
  let changes: number;

  beforeEach(() => {
    // Six minutes before a month's end, so that the states below change over it.
    clock = new FakeClock('2026-02-28T23:54:00.000Z');
    log = new FakeLog();
    changes = 0;
  });

  afterEach(() => {
    store.dispose();
    assert.deepEqual(log.errors, []);
  });

  const iso = (offset: number): string => new Date(clock.now() + offset).toISOString();

  async function start(...events: object[]): Promise<void> {
    const folder = join(temp(), '.loops', 'a');
    await fs.mkdir(folder, { recursive: true });
    const steps = [{ id: 'build', kind: 'build', name: 'Build', purpose: 'p' }];
    await fs.writeFile(join(folder, 'loop.json'), JSON.stringify({ ...manifest, steps }));
    await fs.writeFile(
      join(folder, 'events.jsonl'),
      events.map((event) => `${JSON.stringify({ ts: iso(0), ...event })}\n`).join(''),
    );
    store = new LoopStore({
      files: nodeFiles,
      clock,
      log,
      watcher: new FakeWatcher(),
      open: (path, options) => new LoopReader(path, options),
      canWrite: async () => true,
      key: () => null,
      stallMinutes: () => 30,
      trusted: () => true,
    });
    store.onDidChange(() => {
      changes += 1;
    });
    store.setFolders({ workspace: [temp()], settings: [], found: [] });
    await store.ready;
    await quiet();
    changes = 0;
  }

  async function quiet(): Promise<void> {
    do {
      await idle();
    } while (store.busy);
  }

  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await quiet();
  }

  const status = (): string | undefined => store.loops()[0]?.snapshot.status;
  const waits = (): number => needsYou(store.loops(), [], 0).waits.length;

  it('stalls a loop in a round after the window', async () => {
    await start({ event: 'round_started', round: 1, plan: 'p' });
    await pass(30 * minute);
    assert.deepEqual([status(), changes], ['running', 0]);
    await pass(2);
    assert.deepEqual([status(), changes], ['stalled', 1]);
    assert.deepEqual(
      needsYou(store.loops(), [], 0).looks.map((look) => look.code),
      ['stalled'],
    );
  });

  it('lets a question run out, and its wait with it', async () => {
    await start(
      { event: 'round_started', round: 1, plan: 'p' },
      { event: 'question', text: 'Which?', blocks: true, timeout_s: 600, id: 'q', options: [] },
    );
    assert.deepEqual([status(), waits()], ['waiting', 1]);
    await pass(10 * minute);
    assert.deepEqual([status(), waits(), changes], ['waiting', 1, 0]);
    await pass(2);
    assert.deepEqual([status(), waits(), changes], ['running', 0, 1]);
    assert.equal(store.loops()[0]?.snapshot.questions[0]?.state, 'expired');
  });

  it('lets a loop sleep until its next round is due', async () => {
    const finished = {
      event: 'round_finished',
      round: 1,
      verdict: 'continue',
      summary: 's',
      next: 'n',
      metrics: [],
    };
    await start(
      { event: 'round_started', round: 1, plan: 'p' },
      { ...finished, next_at: iso(24 * 60 * minute) },
    );
    assert.equal(status(), 'sleeping');
    await pass(24 * 60 * minute);
    assert.equal(status(), 'sleeping');
    await pass(2);
    assert.notEqual(status(), 'sleeping');
    assert.equal(changes, 1);
  });

  it('changes nothing in a loop that has ended', async () => {
    await start(
      { event: 'round_started', round: 1, plan: 'p' },
      { event: 'loop_stopped', stop_reason: 'goal_met', summary: 's' },
    );
    await pass(48 * 60 * minute);
    assert.deepEqual([status(), changes], ['done', 0]);
  });
});
