import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { InboxWriter } from '../../../../src/protocol/loops/inboxWriter.ts';
import { readLoop } from '../../../../src/protocol/loops/reader.ts';
import { verify } from '../../../../src/protocol/loops/signing.ts';
import { inboxOf, KEY, keyOf, makeLoop, NOW, question, started } from '../../../fakes/loopFolder.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const SENDER = path.join(import.meta.dirname, '..', '..', '..', 'fakes', 'sender.ts');
const execute = promisify(execFile);

describe('several who write at once', () => {
  const root = tempFolder();

  it('two processes that answer one question leave one line, and the second is told', async () => {
    for (const sameWords of [true, false]) {
      const folder = await makeLoop(
        root(),
        [started, question(10, { id: 'a' })],
        sameWords ? 'same' : 'other',
      );
      const to = keyOf(await readLoop(folder, { key: KEY, now: NOW }));
      const start = String(Date.now() + 700);
      const said = await Promise.all(
        ['one', sameWords ? 'one' : 'two'].map(async (text) => {
          const args = [SENDER, folder, root(), JSON.stringify({ to, text }), start];
          const { stdout } = await execute(process.execPath, args);
          return stdout.trim();
        }),
      );
      assert.deepEqual(said.sort(), ['{"ok":false,"code":"answered"}', '{"ok":true}']);
      assert.equal((await inboxOf(folder)).length, 1);
    }
  });

  it('two windows of one process as well', async () => {
    const folder = await makeLoop(root(), [started, question(10)]);
    const to = keyOf(await readLoop(folder, { key: KEY, now: NOW }));
    const window = () => new InboxWriter({ home: root(), env: {} });
    const results = await Promise.all(
      ['one', 'two', 'three'].map((text) => window().reply(folder, { to, text }, { key: KEY, now: NOW })),
    );
    assert.equal(results.filter(({ ok }) => ok).length, 1);
    assert.equal((await inboxOf(folder)).length, 1);
  });

  it('200 notes at once, some large, are all whole', async () => {
    const folder = await makeLoop(root(), [started]);
    const writer = new InboxWriter({ home: root(), env: {} });
    const texts = Array.from({ length: 200 }, (_, index) =>
      index % 20 === 0 ? `${index} ${'é\u2028🙂\n'.repeat(8_000)}` : `note ${index}`,
    );
    const results = await Promise.all(
      texts.map((text) => writer.reply(folder, { to: null, text }, { key: KEY, now: NOW })),
    );
    assert.deepEqual(
      results.filter(({ ok }) => !ok),
      [],
    );
    const entries = await inboxOf(folder);
    assert.deepEqual(entries.map((entry) => entry?.['text']).sort(), [...texts].sort());
    for (const entry of entries) assert.equal(verify(JSON.stringify(entry), KEY, 'nightly'), true);
  }).timeout(60_000);
});
