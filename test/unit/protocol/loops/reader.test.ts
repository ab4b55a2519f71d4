import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import fc from 'fast-check';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { LoopReader, readLoop } from '../../../../src/protocol/loops/reader.ts';
import { FaultyFiles } from '../../../fakes/faultyFiles.ts';
import { reply } from '../../../fakes/inboxWriting.ts';
import { addEvents, at, KEY, makeLoop, NOW, question, started } from '../../../fakes/loopFolder.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const LOOK = { key: null, now: NOW };

describe('reading a loop', () => {
  const root = tempFolder();
  const codes = async (folder: string) =>
    (await readLoop(folder, LOOK)).problems.map(({ file, code, line }) =>
      `${file} ${code} ${line ?? ''}`.trim(),
    );

  it('folds the rest where loop.json is missing, bad, too large, or no file', async () => {
    const folder = await makeLoop(root(), [started]);
    const manifest = path.join(folder, 'loop.json');
    const seen: string[][] = [];
    const look = async () => {
      seen.push(await codes(folder));
      assert.equal((await readLoop(folder, LOOK)).rounds.length, 1);
      await fs.rm(manifest, { recursive: true });
    };
    await fs.rm(manifest);
    await fs.writeFile(manifest, '{');
    await look();
    await fs.writeFile(manifest, '{"id": "other"}');
    await look();
    await fs.writeFile(manifest, `{"id": "nightly", "pace": "${'x'.repeat(4_194_304)}"}`);
    await look();
    await fs.mkdir(manifest);
    await look();
    if (process.platform !== 'win32') execFileSync('mkfifo', [manifest]);
    else await fs.mkdir(manifest);
    await look();
    seen.push(await codes(folder));
    assert.deepEqual(seen, [
      ['loop.json not-json 1'],
      ['loop.json id-differs'],
      ['loop.json too-large'],
      ['loop.json not-a-file'],
      ['loop.json not-a-file'],
      ['loop.json missing'],
    ]);
  });

  it('reads a loop.json with a byte order mark, and one too large for the main thread', async () => {
    const folder = await makeLoop(root(), []);
    const manifest = path.join(folder, 'loop.json');
    await fs.writeFile(manifest, '\ufeff{"id": "nightly", "title": "Marked"}');
    assert.equal((await readLoop(folder, LOOK)).title, 'Marked');
    const steps = Array.from({ length: 20_000 }, (_, index) => ({
      id: `step-${index}`,
      purpose: 'x'.repeat(80),
    }));
    await fs.writeFile(manifest, JSON.stringify({ id: 'nightly', title: 'Large', steps }));
    const snapshot = await readLoop(folder, LOOK);
    assert.deepEqual([snapshot.title, snapshot.manifest?.steps.length], ['Large', 20_000]);
  });

  it('makes one problem of each bad line, says where, and quotes little', async () => {
    const folder = await makeLoop(root(), [started]);
    const events = path.join(folder, 'events.jsonl');
    const first = (await fs.stat(events)).size;
    const bad = `{"ts":"${at(1)}","event":"round_started","round":"${'9'.repeat(5000)}x"}\n`;
    await fs.appendFile(events, `${bad}nonsense\n{"ts":"${at(1)}","event":"tea_made"}\n{"a":"\0"}\n`);
    await addEvents(folder, [{ ...started, round: 2 }]);
    const { problems, rounds } = await readLoop(folder, LOOK);
    assert.deepEqual(
      problems.map(({ line, offset, severity, code }) => [line, offset, severity, code]),
      [
        [2, first, 'error', 'bad-field'],
        [3, first + bad.length, 'error', 'not-json'],
        [4, first + bad.length + 9, 'info', 'unknown-event'],
        [5, problems[3]?.offset, 'error', 'nul-bytes'],
      ],
    );
    assert.ok(
      problems.every(({ message, args }) => message.length < 300 && JSON.stringify(args).length < 400),
    );
    assert.equal(rounds.length, 2);
  });

  it('parses a line of 40 MB in a worker, and the lines behind it in their order', async () => {
    const folder = await makeLoop(root(), [started]);
    const summary = 'é'.repeat(20_000_000);
    await addEvents(folder, [
      { ts: at(5), event: 'step_finished', round: 1, step: 'build', summary },
      { ts: at(6), event: 'round_finished', round: 1, verdict: 'done' },
    ]);
    const snapshot = await readLoop(folder, LOOK);
    assert.equal(snapshot.status, 'done');
    assert.equal(snapshot.rounds[0]?.runs[0]?.summary.length, summary.length);
    assert.ok(snapshot.rounds[0]?.runs[0]?.summary === summary);
  }).timeout(30_000);

  it('says whether anything changed, and shares a refresh that runs', async () => {
    const folder = await makeLoop(root(), [started]);
    const files = new FaultyFiles(nodeFiles);
    const loop = new LoopReader(folder, LOOK, { files });
    assert.deepEqual(await Promise.all([loop.refresh(), loop.refresh(), loop.refresh()]), [true, true, true]);
    assert.equal(files.calls.filter((call) => call === 'open').length, 2);
    assert.equal(await loop.refresh(), false);
    await addEvents(folder, [{ ts: at(5), event: 'round_finished', round: 1, verdict: 'continue' }]);
    const first = loop.snapshot();
    assert.equal(await loop.refresh(), true);
    await addEvents(folder, [{ ts: at(6), event: 'round_started', round: 2 }]);
    const before = loop.snapshot();
    assert.equal(await loop.refresh(), true);
    const after = loop.snapshot();
    assert.notEqual(before.rounds[0], first.rounds[0]);
    assert.equal(after.rounds[0], before.rounds[0]);
    assert.equal(after.rounds.length, 2);
    await fs.rm(folder, { recursive: true });
    assert.equal(await loop.refresh(), true);
    assert.deepEqual([loop.snapshot().status, loop.snapshot().problems[0]?.code], ['new', 'missing']);
    await makeLoop(root(), [started]);
    assert.equal(await loop.refresh(), true);
    assert.deepEqual([loop.snapshot().status, loop.snapshot().problems], ['stalled', []]);
    loop.close();
    await addEvents(folder, [started]);
    assert.equal(await loop.refresh(), false);
  });

  it('gives out no state that the loop was never in while a long log is read', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => [
      question(index, { id: `q${index}` }),
      { ts: at(index), event: 'question_closed', question: `q${index}` },
    ]).flat();
    const folder = await makeLoop(root(), lines);
    const loop = new LoopReader(folder, LOOK);
    const reading = loop.refresh();
    const open = new Set<number>();
    let done = false;
    const watch = async () => {
      while (!done) {
        open.add(loop.snapshot().waitsForYou.length);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const watching = watch();
    await reading;
    done = true;
    await watching;
    assert.deepEqual([...open], [0]);
    assert.equal(loop.snapshot().questions.length, 30_000);
  });

  it('checks every inbox line anew when the key comes or is another', async () => {
    const folder = await makeLoop(root(), [started]);
    const sent = await reply(
      folder,
      { to: null, text: 'x' },
      { key: KEY, now: NOW },
      { home: root(), env: {} },
    );
    assert.ok(sent.ok);
    const loop = new LoopReader(folder, LOOK);
    const trusted: unknown[] = [];
    for (const key of [null, KEY, new Uint8Array(32), null]) {
      loop.setKey(key);
      await loop.refresh();
      trusted.push(loop.snapshot().inbox.map((entry) => entry.trusted));
    }
    assert.deepEqual(trusted, [[null], [true], [false], [null]]);
  });

  it('reads nothing of a folder that leads out of its repository', async () => {
    const inside = path.join(root(), 'inside');
    const outside = await makeLoop(path.join(root(), 'outside'), [started]);
    await fs.mkdir(path.join(inside, '.loops'), { recursive: true });
    await fs.symlink(outside, path.join(inside, '.loops', 'nightly'));
    const snapshot = await readLoop(path.join(inside, '.loops', 'nightly'), LOOK);
    assert.deepEqual(
      [snapshot.status, snapshot.rounds, snapshot.problems.map(({ code }) => code)],
      ['new', [], ['link']],
    );
  });

  it('takes names like __proto__ and constructor for names', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const events = names.flatMap((name) => [
      {
        ts: at(1),
        event: 'step_finished',
        round: 1,
        step: name,
        label: name,
        findings: [{ id: name, text: name }],
      },
      question(2, { id: name, text: name, options: [{ id: name, label: name }] }),
    ]);
    const folder = await makeLoop(root(), events);
    await fs.appendFile(
      path.join(folder, 'events.jsonl'),
      `{"ts":"${at(3)}","event":"heartbeat","__proto__":{"ts":1}}\n`,
    );
    await fs.appendFile(
      path.join(folder, 'events.jsonl'),
      `{"__proto__":{"ts":"${at(3)}","event":"heartbeat"}}\n`,
    );
    const snapshot = await readLoop(folder, LOOK);
    assert.deepEqual(snapshot.openFindings.map(({ id }) => id).sort(), [...names].sort());
    assert.deepEqual(
      snapshot.questions.map(({ id }) => id),
      names,
    );
    assert.deepEqual(
      snapshot.problems.map(({ line, code }) => [line, code]),
      [[10, 'no-event']],
    );
  });

  it('throws for no bytes at all in any of its files', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => new Uint8Array(Buffer.from(`${text}\n`))),
      fc
        .constantFrom(...['{"ts":0,"event":"heartbeat"}\n', '\ufeff', '[', 'null\n'])
        .map((text) => new Uint8Array(Buffer.from(text))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, bytes, bytes, async (manifest, events, inbox) => {
        const folder = await makeLoop(root(), []);
        await fs.writeFile(path.join(folder, 'loop.json'), manifest);
        await fs.writeFile(path.join(folder, 'events.jsonl'), events);
        await fs.writeFile(path.join(folder, 'inbox.jsonl'), inbox);
        assert.equal((await readLoop(folder, { key: KEY, now: NOW })).id, 'nightly');
      }),
      { numRuns: 60 },
    );
  });
});
