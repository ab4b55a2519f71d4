import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLoop } from '../../src/protocol/loops/reader.ts';
import { validateLoops } from '../../src/protocol/loops/validateLoops.ts';
import { reply } from '../fakes/inboxWriting.ts';
import { exampleFile, examplesOf, PROMPTS, readMedia } from '../fakes/promptExamples.ts';
import { until } from '../fakes/until.ts';
import { peerProblems } from './peerProblems.ts';
import { runPython, startPython } from './runPython.ts';

const LOOP = 'api-docs';

for (const name of PROMPTS) {
  describe(`what an agent makes with the prompt ${name}`, function () {
    this.timeout(60_000);
    const prompt = readMedia(`prompts/${name}.md`);
    const key = randomBytes(32);
    let repository: string;
    let folder: string;
    let env: Record<string, string>;

    beforeEach(async () => {
      const home = await mkdtemp(join(tmpdir(), 'quarterdeck-prompt-'));
      repository = join(home, 'repository');
      folder = join(repository, '.loops', LOOP);
      env = { LOOPCAPTAIN_INBOX_KEY: join(home, 'inbox.key') };
      await mkdir(repository);
      await writeFile(join(home, 'inbox.key'), key.toString('hex'), { mode: 0o600 });
      await writeFile(join(repository, 'loophelper.py'), exampleFile(prompt, 'loophelper.py'));
      await writeFile(join(repository, 'my-loop.json'), exampleFile(prompt, 'loop.json'));
    });

    afterEach(async () => {
      await rm(join(repository, '..'), { recursive: true, force: true });
    });

    it('is valid where it writes the example files themselves', async () => {
      await mkdir(folder, { recursive: true });
      for (const file of ['loop.json', 'events.jsonl', 'inbox.jsonl']) {
        await writeFile(join(folder, file), exampleFile(prompt, file));
      }
      assert.deepEqual(await validateLoops(repository), []);
      assert.deepEqual(await peerProblems(folder), []);
      const snapshot = await readLoop(folder, { key: null });
      assert.equal(snapshot.status, 'stopped');
      assert.equal(snapshot.inbox.length, 3);
    });

    it('is valid where it runs the lines for the shell', async () => {
      const [example] = examplesOf(prompt).filter(({ language }) => language === 'sh');
      for (const line of (example?.text ?? '').trimEnd().split('\n')) {
        const words = line.match(/'[^']*'|[^\s']+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
        const from = words.indexOf('<');
        const args = words.slice(1, from < 0 ? undefined : from);
        const input = from < 0 ? '' : await readFile(join(repository, words[from + 1] ?? ''), 'utf8');
        const { code, err } = await runPython(args, { cwd: repository, env, input });
        assert.equal(code, 0, `${line}\n${err}`);
      }
      assert.deepEqual(await validateLoops(repository), []);
      assert.deepEqual(await peerProblems(folder), []);
      const snapshot = await readLoop(folder, { key });
      assert.deepEqual(
        snapshot.rounds.map(({ verdict, costUsd }) => [verdict, costUsd]),
        [['continue', 0.4]],
      );
    });

    it('asks, refuses what is not signed, and takes option and words with the example for Python', async () => {
      const [example] = examplesOf(prompt).filter(
        ({ language, name: file }) => language === 'python' && file === 'example',
      );
      const program = [
        example?.text ?? '',
        'import json',
        'loophelper.register(LOOP, json.load(open("my-loop.json", encoding="utf-8")))',
        'loophelper.emit(LOOP, "round_started", {"round": 1})',
        'print(json.dumps(ask(1)))',
      ].join('\n');
      await writeFile(join(repository, 'loop.py'), program);
      const run = await startPython(['loop.py'], { cwd: repository, env });
      const question = await untilAsked(folder);
      const forged = { id: 'x', ts: new Date().toISOString(), kind: 'reply', text: 'no', loop: LOOP };
      await appendFile(join(folder, 'inbox.jsonl'), `${JSON.stringify(forged)}\n`);
      const sent = await reply(
        folder,
        { to: question, choice: 'ops', text: 'Operators. Keep page one for all' },
        { key },
      );
      assert.ok(sent.ok, JSON.stringify(sent));
      const { code, out, err } = await run.ended;
      assert.equal(code, 0, err);
      assert.deepEqual(JSON.parse(out), ['ops', 'Keep page one for all']);
      assert.match(err, /REFUSED, not signed by your editor's key: reply x: no/);
      assert.deepEqual(await validateLoops(repository), []);
      assert.deepEqual(await peerProblems(folder), []);
    });
  });
}

async function untilAsked(folder: string) {
  const asked = async () => (await readLoop(folder, { key: null })).questions[0]?.key ?? false;
  return until('its question', asked);
}
