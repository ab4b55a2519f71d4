import assert from 'node:assert/strict';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { lockPath } from '../../../../src/protocol/files/lock.ts';
import { entryLine, signedEntry } from '../../../../src/protocol/loops/entryDraft.ts';
import { newEntryId } from '../../../../src/protocol/loops/entryId.ts';
import { InboxWriter, type WriterPorts } from '../../../../src/protocol/loops/inboxWriter.ts';
import type { Reply } from '../../../../src/protocol/loops/loopOptions.ts';
import { OpenReaders } from '../../../../src/protocol/loops/openReaders.ts';
import { readLoop } from '../../../../src/protocol/loops/reader.ts';
import { verify } from '../../../../src/protocol/loops/signing.ts';
import { reply, stop } from '../../../fakes/inboxWriting.ts';
import {
  addEvents,
  at,
  inboxOf,
  KEY,
  keyOf,
  makeLoop,
  NOW,
  options,
  question,
  started,
} from '../../../fakes/loopFolder.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

describe('writing to a loop', () => {
  const root = tempFolder();
  const send = { key: KEY, now: NOW };
  let ports: WriterPorts = {};
  beforeEach(() => {
    ports = { home: root(), env: {} };
  });

  const look = (folder: string) => readLoop(folder, { key: KEY, now: NOW });
  async function refusal(folder: string, request: Reply): Promise<string> {
    const before = await inboxOf(folder);
    const result = await reply(folder, request, send, ports);
    assert.deepEqual(await inboxOf(folder), before, 'a refused reply wrote something');
    return result.ok ? 'written' : result.code;
  }

  it('answers a question with one signed line in the form of the peer', async () => {
    const folder = await makeLoop(root(), [started, question(10, { id: 'audience', options })]);
    const to = keyOf(await look(folder));
    const result = await reply(folder, { to, text: '', choice: 'leads', round: 1 }, send, ports);
    assert.ok(result.ok);
    const line = await fs.readFile(path.join(folder, 'inbox.jsonl'), 'utf8');
    assert.equal(
      line.replace(/[0-9a-f]{64}/, 'SIG'),
      `{"id":"${result.value.id}","ts":"2026-11-30T12:00:00.250000Z","kind":"reply","text":"Team leads","round":1,` +
        '"loop":"nightly","question":"audience","choice":"leads","sig":"SIG"}\n',
    );
    assert.match(result.value.id, /^qd-[0-9a-f]{24}$/);
    assert.equal(verify(line.trimEnd(), KEY, 'nightly'), true);
    const after = await look(folder);
    assert.equal(after.questions[0]?.state, 'answered');
    assert.equal(after.status, 'running');
  });

  it('puts the option before the words that go with it, once', async () => {
    const folder = await makeLoop(root(), [started, question(10, { id: 'audience', options })]);
    const to = keyOf(await look(folder));
    const result = await reply(
      folder,
      { to, text: 'But name the leads first', choice: 'builders' },
      send,
      ports,
    );
    assert.equal(result.ok && result.value.text, 'Builders. But name the leads first');
  });

  it('leaves the label that was taken where two options go by one id', async () => {
    const twins = [
      { id: 'a', label: 'Merge' },
      { id: 'a', label: 'Delete' },
    ];
    const folder = await makeLoop(root(), [started, question(1, { id: 'q', options: twins })]);
    const to = keyOf(await look(folder));
    const sent = await reply(folder, { to, text: 'Delete', choice: 'a' }, send, ports);
    assert.equal(sent.ok && sent.value.text, 'Delete');
  });

  it('writes a time that is not before anything the loop wrote', async () => {
    const folder = await makeLoop(root(), [
      started,
      question(10),
      { ts: '2026-11-30T13:00:00.123456Z', event: 'heartbeat' },
    ]);
    const result = await stop(folder, send, ports);
    assert.equal(result.ok && result.value.ts, '2026-11-30T13:00:00.123456Z');
    const whole = await stop(folder, { key: KEY, now: new Date('2026-11-30T14:00:00Z') }, ports);
    assert.equal(whole.ok && whole.value.ts, '2026-11-30T14:00:00Z');
  });

  it('ends a torn last line first, and what was torn does nothing', async () => {
    const folder = await makeLoop(root(), [started]);
    await fs.writeFile(path.join(folder, 'inbox.jsonl'), '{"id":"torn","ts":"2026-');
    const result = await reply(folder, { to: null, text: 'Go on' }, send, ports);
    assert.ok(result.ok);
    const snapshot = await look(folder);
    assert.deepEqual(
      snapshot.inbox.map(({ text }) => text),
      ['Go on'],
    );
    assert.deepEqual(
      snapshot.problems.map(({ file, line }) => [file, line]),
      [['inbox.jsonl', 1]],
    );
  });

  it('looks again where ending the torn line made it count', async () => {
    const folder = await makeLoop(root(), [started, question(10, { id: 'a' })]);
    const to = keyOf(await look(folder));
    const done = await reply(folder, { to, text: 'yes' }, send, ports);
    assert.ok(done.ok);
    const inbox = path.join(folder, 'inbox.jsonl');
    await fs.truncate(inbox, (await fs.stat(inbox)).size - 1);
    assert.equal((await look(folder)).questions[0]?.state, 'open');
    const second = await reply(folder, { to, text: 'no' }, send, ports);
    assert.equal(second.ok ? 'written' : second.code, 'answered');
    assert.deepEqual(
      (await inboxOf(folder)).map((entry) => entry?.['text']),
      ['yes'],
    );
  });

  it('sends a note or a stop of one id once, however often it is tried', async () => {
    const folder = await makeLoop(root(), [started]);
    const id = newEntryId();
    const first = await reply(folder, { to: null, text: 'Shorter', id }, send, ports);
    const second = await reply(folder, { to: null, text: 'Shorter', id }, { key: KEY }, ports);
    assert.deepEqual(second, first);
    const halt = newEntryId();
    await Promise.all([
      stop(folder, { ...send, id: halt }, ports),
      stop(folder, { ...send, id: halt }, ports),
    ]);
    assert.equal((await inboxOf(folder)).length, 2);
    const other = await reply(folder, { to: null, text: 'Longer', id }, send, ports);
    assert.equal(other.ok ? 'written' : other.code, 'answered');
  });

  /** A port whose append to the inbox is preceded by what another does in that moment. */
  function interrupted(first: () => Promise<void>): WriterPorts {
    const open = async (name: string, flags: number, mode?: number) => {
      const file = await nodeFiles.open(name, flags, mode);
      if (!name.endsWith('inbox.jsonl')) return file;
      const write: typeof file.write = async (bytes, offset, length) => {
        await first();
        return file.write(bytes, offset, length);
      };
      return { ...file, write };
    };
    return { ...ports, files: { ...nodeFiles, open } };
  }

  it('tells of another answer that came in the same moment, and both stand', async () => {
    const folder = await makeLoop(root(), [started, question(10, { id: 'a' })]);
    const to = keyOf(await look(folder));
    const other = signedEntry(
      'board-1',
      at(20),
      { kind: 'reply', text: 'no', question: 'a' },
      'nightly',
      KEY,
    );
    const board = () => fs.appendFile(path.join(folder, 'inbox.jsonl'), `${entryLine(other)}\n`);
    const result = await reply(folder, { to, text: 'yes' }, send, interrupted(board));
    assert.deepEqual([result.ok, result.twice], [true, true]);
    assert.deepEqual(
      (await inboxOf(folder)).map((entry) => entry?.['text']),
      ['no', 'yes'],
    );
  });

  it('says that it is not sent where the inbox was replaced while it wrote', async () => {
    const folder = await makeLoop(root(), [started]);
    const inbox = path.join(folder, 'inbox.jsonl');
    const id = newEntryId();
    const swap = async () => {
      await fs.rm(inbox);
      await fs.writeFile(inbox, '');
    };
    const result = await reply(folder, { to: null, text: 'x', id }, send, interrupted(swap));
    assert.equal(result.ok ? 'written' : result.code, 'io');
    assert.ok((await reply(folder, { to: null, text: 'x', id }, send, ports)).ok);
    assert.equal((await inboxOf(folder)).length, 1);
  });

  it('writes nothing once another took its lock over', async () => {
    const folder = await makeLoop(root(), [started]);
    const file = lockPath(await fs.realpath(folder), { files: nodeFiles, ...ports });
    const open = async (name: string, flags: number, mode?: number) => {
      if (name.endsWith('inbox.jsonl') && (flags & constants.O_APPEND) !== 0)
        await fs.writeFile(file, 'theirs');
      return nodeFiles.open(name, flags, mode);
    };
    const result = await stop(folder, send, { ...ports, files: { ...nodeFiles, open } });
    assert.equal(result.ok ? 'written' : result.code, 'busy');
    assert.deepEqual(await inboxOf(folder), []);
    assert.equal(await fs.readFile(file, 'utf8'), 'theirs');
  });

  it('writes nothing through a folder that became a link after it was looked at', async () => {
    const folder = await makeLoop(root(), [started]);
    const elsewhere = await makeLoop(path.join(root(), 'elsewhere'), [started]);
    await fs.writeFile(path.join(elsewhere, 'inbox.jsonl'), 'torn');
    const loops = path.dirname(folder);
    const open = async (name: string, flags: number, mode?: number) => {
      if (name.endsWith('inbox.jsonl') && (flags & constants.O_APPEND) !== 0) {
        await fs.rename(loops, path.join(root(), 'before'));
        await fs.symlink(path.dirname(elsewhere), loops);
      }
      return nodeFiles.open(name, flags, mode);
    };
    const result = await stop(folder, send, { ...ports, files: { ...nodeFiles, open } });
    assert.equal(result.ok ? 'written' : result.code, 'link');
    assert.equal(await fs.readFile(path.join(elsewhere, 'inbox.jsonl'), 'utf8'), 'torn');
  });

  describe('with the reader that is open anyway', () => {
    /** How many bytes of the log were read. */
    function counting(): { files: typeof nodeFiles; count: { bytes: number } } {
      const count = { bytes: 0 };
      const open: typeof nodeFiles.open = async (name, flags, mode) => {
        const file = await nodeFiles.open(name, flags, mode);
        if (path.basename(name) !== 'events.jsonl') return file;
        const read: typeof file.read = async (...given) => {
          const bytes = await file.read(...given);
          count.bytes += bytes;
          return bytes;
        };
        return { ...file, read };
      };
      return { files: { ...nodeFiles, open }, count };
    }

    it('reads nothing of a log again, and the one who opened it sees the line', async () => {
      const beats = Array.from({ length: 3000 }, () => ({ ts: at(5), event: 'heartbeat' }));
      const folder = await makeLoop(root(), [started, ...beats, question(10, { id: 'a' })]);
      const { files, count } = counting();
      const readers = new OpenReaders({ files });
      const reader = readers.open(folder, { key: KEY, now: NOW });
      await reader.refresh();
      const writer = new InboxWriter({ ...ports, files, readerOf: (each) => readers.get(each) });
      const whole = count.bytes;
      const sent = await writer.reply(folder, { to: keyOf(reader.snapshot()), text: 'yes' }, send);
      assert.ok(sent.ok);
      assert.ok(count.bytes - whole < whole / 4, `${count.bytes - whole} of ${whole} bytes again`);
      assert.equal(reader.snapshot().questions[0]?.state, 'answered');
      assert.equal(await reader.refresh(), false);
    });

    /** A port with which `first` is done once the inbox is about to be written. */
    function beforeAppend(first: () => Promise<void>): typeof nodeFiles {
      const open: typeof nodeFiles.open = async (name, flags, mode) => {
        if (name.endsWith('inbox.jsonl') && (flags & constants.O_APPEND) !== 0) await first();
        return nodeFiles.open(name, flags, mode);
      };
      return { ...nodeFiles, open };
    }

    it('goes on with it where it is closed meanwhile', async () => {
      const folder = await makeLoop(root(), [started]);
      const readers = new OpenReaders();
      const reader = readers.open(folder, { key: KEY, now: NOW });
      await reader.refresh();
      const files = beforeAppend(async () => reader.close());
      const writer = new InboxWriter({ ...ports, files, readerOf: (each) => readers.get(each) });
      assert.ok((await writer.reply(folder, { to: null, text: 'one' }, send)).ok);
      assert.equal(readers.get(folder), undefined);
      assert.equal(await reader.refresh(), false);
    });

    it('opens its own for another key', async () => {
      const folder = await makeLoop(root(), [started]);
      const readers = new OpenReaders();
      const reader = readers.open(folder, { key: new Uint8Array(32).fill(9), now: NOW });
      await reader.refresh();
      const writer = new InboxWriter({ ...ports, readerOf: (each) => readers.get(each) });
      assert.ok((await writer.reply(folder, { to: null, text: 'one' }, send)).ok);
      await reader.refresh();
      assert.equal(reader.snapshot().inbox[0]?.trusted, false);
    });

    it('does not take a reading that was under way for one of what stands there now', async () => {
      const folder = await makeLoop(root(), [started, question(10, { id: 'a' })]);
      const gate = Promise.withResolvers<void>();
      let held = false;
      /** The reader has passed the inbox, and waits at the log. */
      const open: typeof nodeFiles.open = async (name, flags, mode) => {
        if (held && name.endsWith('events.jsonl')) await gate.promise;
        return nodeFiles.open(name, flags, mode);
      };
      const readers = new OpenReaders({ files: { ...nodeFiles, open } });
      const reader = readers.open(folder, { key: KEY, now: NOW });
      await reader.refresh();
      const files = beforeAppend(async () => {
        await addEvents(folder, [{ ts: at(20), event: 'heartbeat' }]);
        held = true;
        void reader.refresh();
        await pause(50);
        setTimeout(gate.resolve, 50);
      });
      const writer = new InboxWriter({ ...ports, files, readerOf: (each) => readers.get(each) });
      const sent = await writer.reply(folder, { to: keyOf(reader.snapshot()), text: 'yes' }, send);
      assert.equal(sent.ok ? 'written' : sent.code, 'written');
    });
  });

  describe('refuses', () => {
    it('answered: by a reply, by the loop itself, not by a line that is not the person’s', async () => {
      const folder = await makeLoop(root(), [started, question(10, { id: 'a' }), question(20, { id: 'b' })]);
      const forged = {
        id: 'x',
        ts: at(15),
        kind: 'reply',
        text: 'me',
        question: 'a',
        loop: 'nightly',
        sig: '0'.repeat(64),
      };
      await fs.writeFile(path.join(folder, 'inbox.jsonl'), `${JSON.stringify(forged)}\n`);
      const [a, b] = [keyOf(await look(folder), 0), keyOf(await look(folder), 1)];
      assert.ok((await reply(folder, { to: a, text: 'one' }, send, ports)).ok);
      assert.equal(await refusal(folder, { to: a, text: 'two' }), 'answered');
      assert.equal(await refusal(folder, { to: a, text: 'one' }), 'answered');
      await addEvents(folder, [{ ts: at(30), event: 'question_closed', question: 'b' }]);
      assert.equal(await refusal(folder, { to: b, text: 'x' }), 'answered');
      const meant = await reply(folder, { to: a, text: 'two after all', sending: 1 }, send, ports);
      assert.ok(meant.ok);
    });

    it('withdrawn and asked-again', async () => {
      const folder = await makeLoop(root(), [
        started,
        question(10, { id: 'a' }),
        question(20, { id: 'b' }),
        question(30),
      ]);
      const snapshot = await look(folder);
      const [a, b, c] = [keyOf(snapshot, 0), keyOf(snapshot, 1), keyOf(snapshot, 2)];
      await addEvents(folder, [
        { ts: at(40), event: 'question_closed', question: 'a', reason: 'withdrawn' },
        { ts: at(41), event: 'question_closed', reason: 'superseded' },
        question(50, { id: 'b', text: 'Which now?' }),
      ]);
      assert.equal(await refusal(folder, { to: a, text: 'x' }), 'withdrawn');
      assert.equal(await refusal(folder, { to: b, text: 'x' }), 'asked-again');
      assert.equal(await refusal(folder, { to: c, text: 'x' }), 'withdrawn');
      const again = keyOf(await look(folder), 3);
      assert.ok((await reply(folder, { to: again, text: 'now' }, send, ports)).ok);
    });

    it('expired, unless it is meant as the answer all the same', async () => {
      const folder = await makeLoop(root(), [started, question(10, { id: 'a', timeout_s: 60 })]);
      const to = keyOf(await look(folder));
      assert.equal(await refusal(folder, { to, text: 'x' }), 'expired');
      assert.ok((await reply(folder, { to, text: 'x', answers: true }, send, ports)).ok);
    });

    it('not-newest: without an id the later question would take it', async () => {
      const folder = await makeLoop(root(), [started, question(10), question(20, { id: 'b' })]);
      const snapshot = await look(folder);
      assert.equal(await refusal(folder, { to: keyOf(snapshot, 0), text: 'x' }), 'not-newest');
      assert.ok((await reply(folder, { to: keyOf(snapshot, 1), text: 'x' }, send, ports)).ok);
      assert.ok((await reply(folder, { to: keyOf(snapshot, 0), text: 'x' }, send, ports)).ok);
    });

    it('would-answer: a note while a question stands, not once the loop went on', async () => {
      const folder = await makeLoop(root(), [started, question(10, { timeout_s: 60 })]);
      assert.equal(await refusal(folder, { to: null, text: 'British spelling' }), 'would-answer');
      await addEvents(folder, [{ ts: at(20), event: 'step_started', round: 1, step: 'build' }]);
      assert.ok((await reply(folder, { to: null, text: 'British spelling' }, send, ports)).ok);
      const other = await makeLoop(root(), [started, question(10)], 'other');
      assert.ok((await reply(other, { to: null, text: 'leads', answers: true }, send, ports)).ok);
      assert.equal((await look(other)).questions[0]?.state, 'answered');
    });

    it('gone: the folder or the question', async () => {
      const folder = await makeLoop(root(), [started, question(10, { id: 'a' })]);
      const to = keyOf(await look(folder));
      await fs.writeFile(path.join(folder, 'events.jsonl'), '');
      assert.equal(await refusal(folder, { to, text: 'x' }), 'gone');
      await fs.rm(folder, { recursive: true });
      assert.equal(await refusal(folder, { to, text: 'x' }), 'gone');
    });

    it('unreadable: no loop.json that can be read, or no inbox that can', async () => {
      const folder = await makeLoop(root(), [started]);
      await fs.mkdir(path.join(folder, 'inbox.jsonl'));
      const note: Reply = { to: null, text: 'x' };
      assert.equal((await reply(folder, note, send, ports)).ok, false);
      await fs.rmdir(path.join(folder, 'inbox.jsonl'));
      await fs.writeFile(path.join(folder, 'loop.json'), '{');
      assert.equal(await refusal(folder, note), 'unreadable');
      await fs.rm(path.join(folder, 'loop.json'));
      assert.equal(await refusal(folder, note), 'unreadable');
    });

    it('bad-key, invalid-text and too-large before anything is opened', async () => {
      const folder = await makeLoop(root(), [started]);
      const codes: string[] = [];
      const tries: [Reply, Uint8Array][] = [
        [{ to: null, text: 'x' }, new Uint8Array(31)],
        [{ to: null, text: 'half \ud83d' }, KEY],
        [{ to: null } as unknown as Reply, KEY],
        [{ to: null, text: 'x', choice: '\udc00' }, KEY],
        [{ to: { id: '\ud800', askedAt: at(1), offset: 0 }, text: 'x' }, KEY],
        [{ to: null, text: 'x', round: 0 }, KEY],
        [{ to: null, text: 'x', round: 1.5 }, KEY],
        [{ to: null, text: 'é'.repeat(131_073) }, KEY],
      ];
      for (const [request, key] of tries) {
        const result = await reply(folder, request, { key, now: NOW }, ports);
        codes.push(result.ok ? 'written' : result.code);
      }
      assert.deepEqual(codes, ['bad-key', ...Array(6).fill('invalid-text'), 'too-large']);
      assert.ok((await reply(folder, { to: null, text: 'é'.repeat(131_072) }, send, ports)).ok);
    });

    it('invalid-text: an option that the question does not have', async () => {
      const folder = await makeLoop(root(), [started, question(1, { id: 'q', options })]);
      const to = keyOf(await look(folder));
      assert.equal(await refusal(folder, { to, text: 'x', choice: 'none' }), 'invalid-text');
      assert.equal(await refusal(folder, { to, text: '', choice: '' }), 'invalid-text');
    });

    it('link: an inbox that is a link or has another name, a folder that leads out', async () => {
      const folder = await makeLoop(root(), [started]);
      const note: Reply = { to: null, text: 'x' };
      const inbox = path.join(folder, 'inbox.jsonl');
      await fs.writeFile(path.join(root(), 'else'), '');
      await fs.symlink(path.join(root(), 'else'), inbox);
      assert.equal(await refusal(folder, note), 'link');
      await fs.rm(inbox);
      await fs.link(path.join(root(), 'else'), inbox);
      assert.equal(await refusal(folder, note), 'link');
      const repository = path.join(root(), 'repository');
      await fs.mkdir(path.join(repository, '.loops'), { recursive: true });
      await fs.symlink(folder, path.join(repository, '.loops', 'nightly'));
      assert.equal(await refusal(path.join(repository, '.loops', 'nightly'), note), 'link');
      assert.equal(await fs.readFile(path.join(root(), 'else'), 'utf8'), '');
    });

    it('busy while another window holds the lock, and heals once that is gone or old', async () => {
      const folder = await makeLoop(root(), [started]);
      let now = Date.now();
      const patient: WriterPorts = {
        ...ports,
        now: () => now,
        sleep: async () => {
          now += 100;
        },
        alive: () => true,
        host: 'here',
      };
      const file = lockPath(await fs.realpath(folder), { files: nodeFiles, ...patient });
      await fs.mkdir(path.dirname(file), { recursive: true });
      const keep = async (pid: number) =>
        fs.writeFile(
          file,
          JSON.stringify({ host: 'here', pid, started: new Date(now).toISOString(), token: 'x' }),
        );
      await keep(1);
      const held = {
        ...patient,
        sleep: async () => {
          now += 100;
          await fs.utimes(file, now / 1000, now / 1000);
        },
      };
      const busy = await reply(folder, { to: null, text: 'x' }, send, held);
      assert.equal(busy.ok ? 'written' : busy.code, 'busy');
      assert.ok((await reply(folder, { to: null, text: 'old' }, send, patient)).ok);
      now = Date.now();
      await keep(1);
      const left = { ...patient, alive: () => false, sleep: () => Promise.reject(new Error('waited')) };
      assert.ok(
        (await reply(folder, { to: null, text: 'gone' }, send, { ...left, sleep: async () => undefined })).ok,
      );
      assert.deepEqual(await fs.readdir(path.dirname(file)), []);
    });
  });
});
