import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { emit, register } from '../../../../src/protocol/agent.ts';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import type { Result } from '../../../../src/protocol/lib/result.ts';
import { newEntryId } from '../../../../src/protocol/loops/entryId.ts';
import { InboxWriter, type WriterPorts } from '../../../../src/protocol/loops/inboxWriter.ts';
import { readLoop } from '../../../../src/protocol/loops/reader.ts';
import { Crash, type Fault, FaultyFiles, withoutSync } from '../../../fakes/faultyFiles.ts';
import { reply, stop } from '../../../fakes/inboxWriting.ts';
import { inboxOf, KEY, keyOf, makeLoop, NOW, question, started } from '../../../fakes/loopFolder.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const CUTS: Omit<Fault, 'at'>[] = [
  { cut: 'before', error: 'crash' },
  { cut: 'half', error: 'crash' },
  { cut: 'after', error: 'crash' },
];
/** One of these at each call, each in its turn. */
const ERRORS: Omit<Fault, 'at'>[] = [
  ...['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'ENOENT', 'EEXIST'].map(
    (error) => ({ cut: 'before', error }) as const,
  ),
  { cut: 'half', error: 'ENOSPC' },
  { cut: 'after', error: 'EIO' },
];
const FILES = withoutSync(nodeFiles);

interface Act {
  name: string;
  /** Makes the loop anew and answers what does the act, the same act each time it is called. */
  prepare: (
    root: string,
  ) => Promise<{ folder: string; act: (ports: WriterPorts) => Promise<Result<unknown>> }>;
  /** How often the act stands in the folder. */
  count: (folder: string) => Promise<number>;
}

async function trusted(folder: string): Promise<number> {
  const { inbox } = await readLoop(folder, { key: KEY, now: NOW });
  return inbox.filter((entry) => entry.trusted && !entry.copy).length;
}

const ACTS: Act[] = [
  {
    name: 'an answer',
    prepare: async (root) => {
      const folder = await makeLoop(root, [started, question(10, { id: 'a' })]);
      const to = keyOf(await readLoop(folder, { key: KEY, now: NOW }));
      return { folder, act: (ports) => reply(folder, { to, text: 'yes' }, { key: KEY, now: NOW }, ports) };
    },
    count: trusted,
  },
  {
    name: 'a note behind a torn line',
    prepare: async (root) => {
      const folder = await makeLoop(root, [started]);
      await fs.writeFile(path.join(folder, 'inbox.jsonl'), '{"id":"torn","ts"');
      const id = newEntryId();
      return {
        folder,
        act: (ports) => reply(folder, { to: null, text: 'on', id }, { key: KEY, now: NOW }, ports),
      };
    },
    count: trusted,
  },
  {
    name: 'a stop',
    prepare: async (root) => {
      const folder = await makeLoop(root, [started]);
      const id = newEntryId();
      return { folder, act: (ports) => stop(folder, { key: KEY, now: NOW, id }, ports) };
    },
    count: trusted,
  },
];

/** Calls that change nothing: where one is cut makes no difference to what is on disk. */
const READS = new Set(['stat', 'lstat', 'realpath', 'readdir', 'file.stat', 'file.read']);

/** Runs `use` for each call that the act makes, with each cut of it and one of the errors. */
async function eachCut(calls: readonly string[], use: (fault: Fault) => Promise<void>): Promise<void> {
  for (const [at, call] of calls.entries()) {
    const error = ERRORS.filter((_, index) => index === at % ERRORS.length);
    const cuts = READS.has(call) ? CUTS.slice(0, 1) : CUTS;
    for (const kind of [...cuts, ...error]) {
      const fault = { ...kind, at };
      try {
        await use(fault);
      } catch (cause) {
        throw new Error(`${fault.error} ${fault.cut} call ${at}, ${call}`, { cause });
      }
    }
  }
}

describe('a write that fails', () => {
  const root = tempFolder();

  for (const { name, prepare, count } of ACTS) {
    it(`${name}: cut at each call, the folder still reads, and trying again leaves one line that acts`, async () => {
      const base = { home: root(), env: {}, sleep: async () => undefined };
      const whole = new FaultyFiles(FILES);
      const first = await prepare(root());
      assert.ok((await first.act({ ...base, files: whole })).ok);
      assert.equal(await count(first.folder), 1);
      await eachCut(whole.calls, async (fault) => {
        await fs.rm(path.join(root(), '.loops'), { recursive: true });
        await fs.rm(path.join(root(), '.local'), { recursive: true });
        const { folder, act } = await prepare(root());
        const files = new FaultyFiles(FILES, fault);
        let said = '';
        try {
          const result = await act({ ...base, files });
          said = result.ok ? 'ok' : result.message;
          if (!result.ok && result.code === 'io') assert.equal(typeof result.args['call'], 'string');
        } catch (error) {
          assert.ok(error instanceof Crash, String(error));
          said = 'crash';
        }
        assert.notEqual(said, '');
        assert.ok((await count(folder)) <= 1);
        // The window is opened again: its process is another, and the lock of the dead one is nobody's.
        const again = await act({
          ...base,
          files: FILES,
          alive: () => false,
          now: () => Date.now() + 11_000,
        });
        assert.ok(again.ok || again.code === 'answered', again.ok ? '' : again.message);
        assert.equal(await count(folder), 1);
        for (const entry of await inboxOf(folder)) assert.notEqual(entry?.['id'], 'torn');
      });
    }).timeout(60_000);
  }

  it('goes through where a scanner denies the file twice and then lets go', async () => {
    const denied: string[] = [];
    for (const name of ['realpath', 'mkdir', 'open', 'file.write', 'unlink']) {
      for (let at = 0; ; at += 1) {
        const folder = await makeLoop(root(), [started]);
        const files = new FaultyFiles(FILES, { at, name, cut: 'before', error: 'EPERM', times: 2 });
        const result = await stop(folder, { key: KEY, now: NOW }, { home: root(), env: {}, files });
        if (!files.struck) break;
        denied.push(name);
        assert.ok(result.ok, result.ok ? '' : `${name} ${at}: ${result.message}`);
      }
    }
    assert.deepEqual([...new Set(denied)], ['realpath', 'mkdir', 'open', 'file.write', 'unlink']);
  }).timeout(60_000);

  it('says why, and what was asked for can be sent as it stands', async () => {
    const folder = await makeLoop(root(), [started]);
    const id = newEntryId();
    const said: string[] = [];
    const ports = { home: root(), env: {} };
    for (const error of ['ENOSPC', 'EROFS', 'EIO']) {
      // The first write is the lock's.
      const files = new FaultyFiles(FILES, { at: 1, name: 'file.write', cut: 'before', error });
      const result = await reply(
        folder,
        { to: null, text: 'x', id },
        { key: KEY, now: NOW },
        { ...ports, files },
      );
      said.push(
        result.ok ? 'ok' : `${result.code} ${String(result.args['errno'])} ${String(result.args['call'])}`,
      );
    }
    assert.deepEqual(said, ['io ENOSPC file.write', 'io EROFS file.write', 'io EIO file.write']);
    assert.ok((await reply(folder, { to: null, text: 'x', id }, { key: KEY, now: NOW }, ports)).ok);
  });

  it('knows its own answer again where it could not tell that it was written, and no other one', async () => {
    const folder = await makeLoop(root(), [started, question(10, { id: 'a' })]);
    const to = keyOf(await readLoop(folder, { key: KEY, now: NOW }));
    const files = new FaultyFiles(nodeFiles, { at: 0, name: 'file.sync', cut: 'before', error: 'EIO' });
    const ports = { home: root(), env: {} };
    const ours = new InboxWriter({ ...ports, files });
    const send = { key: KEY, now: NOW };
    const first = await ours.reply(folder, { to, text: 'yes' }, send);
    assert.equal(first.ok ? 'written' : first.code, 'io');
    const theirs = await reply(folder, { to, text: 'yes' }, send, ports);
    assert.equal(theirs.ok ? 'written' : theirs.code, 'answered');
    assert.equal((await ours.reply(folder, { to, text: 'yes' }, send)).ok, true);
    const again = await ours.reply(folder, { to, text: 'yes' }, send);
    assert.equal(again.ok ? 'written' : again.code, 'answered');
    assert.equal((await inboxOf(folder)).length, 1);
  });

  it('register and emit: cut at each call, what is there is whole, and trying again does it', async () => {
    const folder = path.join(root(), '.loops', 'made');
    const whole = new FaultyFiles(FILES);
    const acts = async (files: FaultyFiles) => {
      const made = await register(folder, { title: 'New' }, { files });
      return made.ok ? emit(folder, 'round_started', { round: 1 }, { files }) : made;
    };
    assert.ok((await acts(whole)).ok);
    await eachCut(whole.calls, async (fault) => {
      await fs.rm(path.join(root(), '.loops'), { recursive: true, force: true });
      await makeLoop(root(), [started], 'made');
      try {
        await acts(new FaultyFiles(FILES, fault));
      } catch (error) {
        assert.ok(error instanceof Crash, String(error));
      }
      const between = await readLoop(folder, { key: null, now: NOW });
      assert.ok(between.title === 'Nightly' || between.title === 'New', between.title);
      assert.deepEqual(between.problems, []);
      const again = await acts(new FaultyFiles(FILES));
      assert.ok(again.ok, again.ok ? '' : again.message);
      const after = await readLoop(folder, { key: null, now: NOW });
      assert.equal(after.title, 'New');
      assert.equal(after.rounds.length, 1);
    });
  }).timeout(60_000);
});
