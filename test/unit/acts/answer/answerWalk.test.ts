import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { HeldOptions } from '../../../../src/acts/answer/heldOptions.ts';
import { Outbox, type SentLine } from '../../../../src/acts/outbox.ts';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { ok } from '../../../../src/protocol/lib/result.ts';
import { InboxWriter } from '../../../../src/protocol/loops/inboxWriter.ts';
import { OpenReaders } from '../../../../src/protocol/loops/openReaders.ts';
import { verify } from '../../../../src/protocol/loops/signing.ts';
import { stageWords } from '../../../../src/ui/kit/words/sentWords.ts';
import { toastContent } from '../../../../src/ui/notifications/toastContent.ts';
import { DraftStore } from '../../../../src/workspace/kept/drafts.ts';
import { LoopStore } from '../../../../src/workspace/loops/loopStore.ts';
import { progressOf } from '../../../../src/workspace/loops/sentProgress.ts';
import { ReadModel } from '../../../../src/workspace/model.ts';
import { needsYou } from '../../../../src/workspace/needsYou.ts';
import { TaskSource } from '../../../../src/workspace/tasks/taskSource.ts';
import { noMemory, toastPlan, togetherMs } from '../../../../src/workspace/toastPlan.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeSources } from '../../../fakes/fakeModel.ts';
import { FakeWatcher } from '../../../fakes/fakeWatcher.ts';
import { addEvents, at, KEY, makeLoop, options, question, started } from '../../../fakes/loopFolder.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { idle, until } from '../../../fakes/until.ts';

/** One answer, from the button of its toast to the line on disk and back to the row that says it was taken. Real files. */
describe('the walk of an answer', () => {
  const temp = tempFolder();
  const disposables: { dispose(): void }[] = [];

  afterEach(() => {
    for (const each of disposables.splice(0)) each.dispose();
  });

  function openWindow() {
    const clock = new FakeClock(at(60));
    const log = new FakeLog();
    const watcher = new FakeWatcher();
    const readers = new OpenReaders();
    const store = new LoopStore({
      files: nodeFiles,
      clock,
      log,
      watcher,
      open: (folder, settings) => readers.open(folder, settings),
      canWrite: async () => true,
      key: () => KEY,
      stallMinutes: () => 30,
      trusted: () => true,
    });
    const drafts = new DraftStore({ folder: join(temp(), 'drafts'), files: nodeFiles, clock, log, watcher });
    const tasks = new TaskSource(() => assert.fail('No task asks.'), log);
    const model = new ReadModel({
      ...new FakeSources(clock.now(), []),
      clock,
      log,
      loops: store,
      tasks,
      drafts,
    });
    const inbox = new InboxWriter({
      home: temp(),
      env: {},
      now: () => clock.now(),
      readerOf: (folder) => readers.get(folder),
    });
    const outbox = new Outbox({
      inbox,
      signingKey: async () => ok(KEY),
      trusted: () => true,
      model,
      store,
      tasks,
      log,
    });
    const holds: string[] = [];
    const held = new HeldOptions({
      outbox,
      drafts,
      model,
      clock,
      log,
      hold: (_, { label }, ms) => {
        holds.push(`${label} ${ms}`);
        return new Promise((resolve) => clock.setTimeout(() => resolve(true), ms));
      },
      teller: { send: async (session, answer) => (await session.send(answer)).ok },
      tellUnsent: () => assert.fail('Nothing was left.'),
    });
    const sent: SentLine[] = [];
    outbox.onDidSend((one) => one.kind !== 'feedback' && sent.push(one));
    disposables.push(store, drafts, outbox, held, model);
    return { clock, log, store, drafts, held, holds, sent };
  }

  it('goes from the toast to the inbox, and from what the loop says of it back to “taken”', async () => {
    const repository = await fs.realpath(temp());
    const asked = question(30, { id: 'audience', text: 'Who reads it?', options });
    const folder = await makeLoop(repository, [started, asked]);
    const inboxLines = async () => {
      const text = await fs.readFile(join(folder, 'inbox.jsonl'), 'utf8').catch(() => '');
      return text.split('\n').slice(0, -1);
    };
    const { clock, log, store, drafts, held, holds, sent } = openWindow();
    store.setFolders({ workspace: [repository], settings: [], found: [] });
    await Promise.all([store.ready, drafts.ready]);
    await held.start();

    // The toast.
    const input = () => {
      const { waits, looks } = needsYou(store.loops(), [], clock.now());
      return { now: clock.now(), waits, looks, marked: () => false, active: true };
    };
    const { memory, againAt } = toastPlan({ ...input(), memory: noMemory });
    assert.ok(againAt !== null && againAt - clock.now() <= togetherMs);
    clock.advance(againAt - clock.now());
    const { toast } = toastPlan({ ...input(), memory });
    assert.ok(toast !== null);
    const content = toastContent(toast, clock.now());
    assert.match(content.text, /nightly .*: Who reads it\?$/);
    const button = content.buttons.find(({ label }) => label === 'Team leads');
    assert.ok(button?.act.act === 'option');
    const { wait, option } = button.act;

    // Three seconds in which it can be cancelled: its draft is on disk, the line is not.
    const became = held.send(wait, option);
    await until('the option is held', () => holds.length > 0);
    assert.deepEqual(holds, ['Team leads 3000']);
    const [kept = ''] = await fs.readdir(join(temp(), 'drafts'));
    assert.match(await fs.readFile(join(temp(), 'drafts', kept), 'utf8'), /"leads".*"window-closed"/);
    clock.advance(2999);
    await idle();
    assert.deepEqual([await inboxLines(), sent], [[], []]);
    clock.advance(1);
    assert.equal(await became, 'sent');

    // The line.
    const [line = ''] = await inboxLines();
    const [entry] = sent;
    assert.ok(entry);
    assert.deepEqual(JSON.parse(line), entry.entry);
    assert.deepEqual(
      [entry.entry.text, entry.entry.choice, entry.entry.question],
      ['Team leads', 'leads', 'audience'],
    );
    assert.equal(verify(line, KEY, 'nightly'), true);
    assert.equal(drafts.get(wait.key), undefined);
    assert.deepEqual(await fs.readdir(join(temp(), 'drafts')), []);

    // Nothing waits any more; the loop reads it, and goes on.
    const state = () => {
      const loop = store.get(entry.loopKey);
      assert.ok(loop !== undefined);
      return progressOf(loop, entry.entry.id)?.state ?? null;
    };
    await until('the store has read the line', () => state() === 'sent');
    assert.deepEqual(input().waits, []);
    const seconds = (clock.now() - Date.parse(at(0))) / 1000;
    await addEvents(folder, [{ ts: at(seconds + 1), event: 'inbox_read', ids: [entry.entry.id] }]);
    store.poke(folder);
    await until('the loop has read it', () => state() === 'read');
    await addEvents(folder, [{ ts: at(seconds + 2), event: 'step_started', round: 1, step: 'build' }]);
    store.poke(folder);
    await until('it is taken', () => state() === 'taken');
    const loop = store.get(entry.loopKey);
    const row = loop?.snapshot.inbox[0];
    assert.ok(loop && row);
    assert.match(stageWords(row, progressOf(loop, row.id)), /^sent [\d:]+ · read [\d:]+ · taken [\d:]+$/);
    assert.deepEqual(log.errors, []);
  });
});
