import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loops } from '../../src/protocol/index.ts';
import { newEntryId } from '../../src/protocol/loops/entryId.ts';
import { note } from '../editor/note.ts';
import { reply, stop } from '../fakes/inboxWriting.ts';
import { KEY, keyOf, makeLoop, NOW, options, question, started } from '../fakes/loopFolder.ts';
import { ensurePython, findPeers, findPython } from './python.ts';

/** Text with every kind of character that some reader of lines, of JSON or of Unicode has ever tripped over. */
const TEXTS = [
  '',
  ' ',
  'plain words',
  'quotes " and \\ backslashes \\n \\u0041 / and \' too',
  `all controls: ${Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('')}`,
  `DEL and C1: \u007f${Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(0x80 + code)).join('')}`,
  'lines: a\nb\rc\r\nd\u0085e\u2028f\u2029g\u000bh\u000ci\u001cj\u001dk\u001el',
  'Größe, Ελληνικά, русский, עברית, العربية, हिन्दी, 日本語, 한국어',
  'astral: 🙂 👩‍👩‍👧‍👦 𝔘𝔫𝔦 \u{10ffff} \u{e0001}',
  'edges of the planes: \ud7ff \ue000 \ufffd \ufffe \uffff \u{10000}',
  'marks: \ufeff \u200b \u200d \u2060 \u202e \u2066 e\u0301 \u00ad',
  'names: __proto__ constructor toString null NaN Infinity -0 1e400',
  'markup: </script> $(zap) [x](command:y) `code` {{x}} %s $HOME',
];
/** Every character of the basic plane but halves, and some of the others, in pieces that fit a line. */
const CHARACTERS = Array.from({ length: 0x110 }, (_, block) => {
  const first = block * 0x100;
  const units = Array.from({ length: 0x100 }, (__, low) => first + low);
  return units
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .join('');
}).filter((text) => text !== '');

interface Seen {
  id: string;
  text: string;
  helper: boolean;
  board: boolean;
}

interface Peer {
  helper: { id: string; text: string; signed: boolean | null }[];
  board: { id: string; text: string; signed: boolean | null }[];
}

describe('what is written to an inbox', () => {
  const all = [...TEXTS, ...CHARACTERS];
  let root = '';
  let folder = '';
  let keyFile = '';
  const ids: string[] = [];

  before(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'quarterdeck-')));
    keyFile = join(root, 'inbox.key');
    writeFileSync(keyFile, `${Buffer.from(KEY).toString('hex')}\n`, { mode: 0o600 });
    const asks = all.slice(0, 3).map((text, index) => question(index, { id: text, options }));
    folder = await makeLoop(root, [started, ...asks], 'talks');
    const send = { key: KEY, now: NOW };
    const ports = { home: root, env: {} };
    const results = [];
    for (let index = 0; index < 3; index += 1) {
      const to = keyOf(await loops.read(folder, send), index);
      results.push(await reply(folder, { to, text: '', choice: 'leads', round: index + 1 }, send, ports));
    }
    for (const text of all) {
      results.push(
        await reply(folder, { to: null, text, choice: text.slice(0, 40), id: newEntryId() }, send, ports),
      );
    }
    results.push(await stop(folder, send, ports));
    for (const result of results) {
      assert.ok(result.ok, result.ok ? '' : result.message);
      ids.push(result.value.id);
    }
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const said = () => ['Team leads', 'Team leads', 'Team leads', ...all, ''];

  it('holds for a reader made from the protocol alone, as a loop sees it and as its board does', async () => {
    const python = await findPython();
    const args = [join(import.meta.dirname, 'verify.py'), join(folder, 'inbox.jsonl'), keyFile, 'talks'];
    const seen: Seen[] = JSON.parse(
      execFileSync(python, args, { encoding: 'utf8', maxBuffer: 64 * 1_048_576 }),
    );
    assert.deepEqual(
      seen.filter(({ helper, board }) => !helper || !board),
      [],
    );
    assert.deepEqual(
      seen.map(({ id, text }) => [id, text]),
      ids.map((id, index) => [id, said()[index]]),
    );
  });

  it('holds for the peer: its helper over the lines, its models and its signature over what they say', async () => {
    const peers = findPeers();
    if (peers === null) {
      note('the peer was not there: what we write was checked by our own verifier alone');
      return;
    }
    const args = [join(import.meta.dirname, 'peer.py'), peers, root, 'talks'];
    const env = { ...process.env, LOOPCAPTAIN_INBOX_KEY: keyFile };
    const output = execFileSync(await ensurePython(), args, {
      encoding: 'utf8',
      env,
      maxBuffer: 64 * 1_048_576,
    });
    const peer: Peer = JSON.parse(output);
    const expected = ids.map((id, index) => ({ id, text: said()[index], signed: true }));
    const short = (list: Peer['helper']) => list.map(({ id, text, signed }) => ({ id, text, signed }));
    assert.deepEqual(short(peer.helper), expected);
    assert.deepEqual(short(peer.board), expected);
    const after = await loops.read(folder, { key: KEY, now: NOW });
    assert.ok(after.inbox.every(({ read }) => read));
    assert.deepEqual(after.problems, []);
  });
});
