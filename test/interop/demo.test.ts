import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateLoops } from '../../src/protocol/loops/validateLoops.ts';
import { reply, stop } from '../fakes/inboxWriting.ts';
import { until } from '../fakes/until.ts';
import { DemoLoop } from './demoLoop.ts';
import { peerProblems } from './peerProblems.ts';
import { runPython } from './runPython.ts';

describe('the demo loop', function () {
  this.timeout(60_000);
  let demo: DemoLoop;

  beforeEach(async () => {
    demo = await DemoLoop.make();
  });

  afterEach(async () => {
    await demo.remove();
  });

  it('begins with rounds of history that are valid and get nearer to the bar', async () => {
    assert.equal((await demo.history()).code, 0);
    const snapshot = await demo.snapshot();
    assert.deepEqual(await validateLoops(demo.repository), []);
    assert.deepEqual(await peerProblems(demo.folder), []);
    assert.deepEqual(
      snapshot.rounds.map(({ verdict, openMaterial }) => [verdict, openMaterial]),
      [
        ['continue', 7],
        ['continue', 4],
      ],
    );
    assert.deepEqual(snapshot.questions, []);
    assert.ok(snapshot.costUsd > 0 && snapshot.costEstimated);
    assert.match(snapshot.manifest?.commands['start'] ?? '', /loop\.py$/);
    assert.equal((await demo.history()).code, 2, 'a second history is refused');
  });

  it('takes an option with words, and a note in the round after, and is done', async () => {
    await demo.history();
    const run = await demo.start();
    const question = await demo.asked();
    assert.deepEqual([question.round, question.blocks], [3, true]);
    assert.notEqual(question.expiresAt, null);
    const sent = await reply(
      demo.folder,
      { to: question.key, choice: 'pilots', text: 'Pilots. Mark the lee shore' },
      { key: demo.key },
    );
    assert.ok(sent.ok, JSON.stringify(sent));
    await demo.until('a step of round 3', ({ rounds }) => (rounds[2]?.runs.length ?? 0) > 0);
    const note = await reply(demo.folder, { to: null, text: 'Depths in metres, please' }, { key: demo.key });
    assert.ok(note.ok, JSON.stringify(note));
    const { code, out } = await run.ended;
    assert.equal(code, 0);
    assert.match(out, /Answer taken: the card is for Pilots\. And with it: Mark the lee shore/);
    assert.match(out, /Note taken up in round 4: Depths in metres, please/);
    const card = await demo.output();
    assert.match(card, /^For: Pilots\. Round 4\.$/m);
    assert.match(card, /^With the answer came: Mark the lee shore$/m);
    assert.match(card, /^- Depths in metres, please$/m);
    const snapshot = await demo.snapshot();
    assert.equal(snapshot.status, 'done');
    assert.ok(snapshot.rounds.length === 4 && snapshot.rounds.length < (snapshot.manifest?.round_cap ?? 0));
    assert.deepEqual(snapshot.openFindings, []);
    assert.deepEqual(
      snapshot.inbox.map(({ trusted, read, takenAt }) => [trusted, read, takenAt !== null]),
      [
        [true, true, true],
        [true, true, true],
      ],
    );
    assert.deepEqual(await validateLoops(demo.repository), []);
    assert.deepEqual(await peerProblems(demo.folder), []);
  });

  it('refuses unsigned and wrongly signed lines with words, and still takes the true answer', async () => {
    await demo.history();
    const run = await demo.start();
    const question = await demo.asked();
    const forged = { ts: new Date().toISOString(), kind: 'reply', question: 'reader', loop: demo.files.loop };
    await demo.forge({ ...forged, id: 'forged-1', text: 'Smugglers\u001b[2J' });
    await demo.forge({ ...forged, id: 'forged-2', text: 'Pirates', sig: '0'.repeat(64) });
    await demo.forge({ ...forged, id: 'forged-3', kind: 'stop', text: '' });
    await until('the last forged line to be refused', () => run.err().includes('forged-3'));
    const still = await demo.snapshot();
    assert.equal(still.status, 'waiting');
    assert.equal(still.needsALook.filter(({ code }) => code === 'untrusted').length > 0, true);
    const sent = await reply(demo.folder, { to: question.key, text: 'Rowers' }, { key: demo.key });
    assert.ok(sent.ok, JSON.stringify(sent));
    const { code, err } = await run.ended;
    assert.equal(code, 0);
    assert.match(err, /REFUSED, not signed by your editor's key: reply forged-1: Smugglers \[2J/);
    assert.match(err, /REFUSED, not signed by your editor's key: reply forged-2: Pirates/);
    assert.match(err, /inbox\.key: fingerprint [0-9a-f]{8}/);
    assert.doesNotMatch(err, new RegExp(Buffer.from(demo.key).toString('hex')));
    assert.match(await demo.output(), /^For: Rowers\. Round 4\.$/m);
  });

  it("says that the key comes with the first answer, and which key it can't use", async () => {
    const key = join(demo.home, 'inbox.key');
    const says = async () =>
      (
        await runPython(['loophelper.py', 'key'], {
          cwd: demo.repository,
          env: { LOOPCAPTAIN_INBOX_KEY: key },
        })
      ).out;
    assert.match(await says(), /inbox\.key: fingerprint [0-9a-f]{8}$/m);
    await writeFile(key, 'short');
    assert.match(await says(), /inbox\.key: no key that can be used$/m);
    await rm(key);
    assert.match(await says(), /inbox\.key: not there \(your editor makes it with your first answer\)$/m);
  });

  it('stops while it asks', async () => {
    const run = await demo.start();
    await demo.asked();
    assert.ok((await stop(demo.folder, { key: demo.key })).ok);
    const { code, out } = await run.ended;
    assert.equal(code, 0);
    assert.match(out, /Stopped, as you told it, before round 3/);
    const snapshot = await demo.snapshot();
    assert.deepEqual([snapshot.status, snapshot.questions[0]?.reason], ['stopped', 'withdrawn']);
    assert.deepEqual(snapshot.waitsForYou, []);
  });

  it('stops before the next round when told within one, and goes on from there when started again', async () => {
    const run = await demo.start('--pace', '0.05');
    const question = await demo.asked();
    await reply(demo.folder, { to: question.key, choice: 'ferries', text: 'Ferry crews' }, { key: demo.key });
    await demo.until('a step of round 3', ({ rounds }) => (rounds[2]?.runs.length ?? 0) > 0);
    assert.ok((await stop(demo.folder, { key: demo.key })).ok);
    await run.ended;
    const stopped = await demo.snapshot();
    assert.deepEqual([stopped.status, stopped.rounds.length], ['stopped', 3]);
    assert.deepEqual([stopped.rounds[2]?.verdict, stopped.stopRequested], ['continue', false]);
    await (await demo.start()).ended;
    const ended = await demo.snapshot();
    assert.deepEqual([ended.status, ended.rounds.length, ended.questions.length], ['done', 4, 1]);
    assert.match(await demo.output(), /^For: Ferry crews\. Round 4\.$/m);
  });

  it('goes on with the first option when nobody answers in time', async () => {
    await (await demo.start('--wait', '1')).ended;
    const { questions, status } = await demo.snapshot();
    assert.deepEqual([questions[0]?.state, questions[0]?.reason, status], ['closed', 'superseded', 'done']);
    assert.match(await demo.output(), /^For: Visiting sailors\./m);
  });

  it('turns decisions about findings into closed findings that do not come back', async () => {
    await demo.history();
    const text = "readings/line-7: won't fix: it always dries\nreadings/line-8: fix: ask the lifeboat";
    assert.ok((await reply(demo.folder, { to: null, text }, { key: demo.key })).ok);
    await (await demo.start('--wait', '1')).ended;
    const listed = (await demo.snapshot()).rounds.flatMap(({ findings }) => findings);
    const seven = listed.filter(({ id }) => id === 'line-7');
    assert.deepEqual(
      seven.map(({ state, resolution }) => [state, resolution]),
      [
        ['superseded', null],
        ['closed', 'wontfix'],
      ],
    );
    assert.equal(listed.filter(({ id }) => id === 'line-8').at(-1)?.resolution, 'fixed');
  });

  it('says what is missing before it writes anything', async () => {
    await rm(join(demo.repository, 'loophelper.py'));
    await writeFile(join(demo.repository, 'out'), '');
    const { code, err } = await runPython(['loop.py', '--history', '2'], { cwd: demo.repository });
    assert.equal(code, 2);
    assert.match(err, /nothing was written\. Missing:\n {2}- the file loophelper\.py/);
    assert.match(err, /a folder at .*out, where a file is now/);
    assert.equal(existsSync(join(demo.repository, '.loops')), false);
  });

  it('keeps a line that broke off apart from the next one', async () => {
    await mkdir(demo.folder, { recursive: true });
    await writeFile(join(demo.folder, 'events.jsonl'), '{"ts": "2026-');
    await (await demo.start('--wait', '1')).ended;
    const lines = (await readFile(join(demo.folder, 'events.jsonl'), 'utf8')).split('\n');
    assert.equal(lines[0], '{"ts": "2026-');
    assert.match(lines[1] ?? '', /"round_started"/);
    assert.equal((await demo.snapshot()).status, 'done');
  });
});
