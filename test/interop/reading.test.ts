import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFoldEvent } from '../../src/protocol/loops/parseEvent.ts';
import { parseInboxEntry } from '../../src/protocol/loops/parseInboxEntry.ts';
import { parseManifest } from '../../src/protocol/loops/parseManifest.ts';
import { verify } from '../../src/protocol/loops/signing.ts';
import { ensurePython, findPeers } from './python.ts';
import { type LineKind, StrangeLines } from './strangeLines.ts';

const KEY = Buffer.alloc(32, 5);
const LINES = 3000;

interface Answer {
  ok: boolean;
  value?: unknown;
  edges?: unknown;
  paths?: string[];
  checks?: boolean;
}

/** What the peer's models say to lines, in their order. */
function ask(python: string, peers: string, kind: LineKind, lines: readonly string[]): Answer[] {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-interop-'));
  try {
    const keyFile = join(home, 'inbox.key');
    writeFileSync(keyFile, KEY.toString('hex'));
    const env = {
      QUARTERDECK_FUZZ_KEY: KEY.toString('hex'),
      LOOPCAPTAIN_INBOX_KEY: keyFile,
      PYTHONPATH: peers,
    };
    const run = spawnSync(python, [join(import.meta.dirname, 'peerAnswers.py')], {
      input: lines.map((line) => JSON.stringify([kind, line])).join('\n'),
      env: { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    assert.equal(run.status, 0, run.stderr);
    return run.stdout
      .trimEnd()
      .split('\n')
      .map((row) => JSON.parse(row) as Answer);
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Whether a value of ours is the peer's, whose numbers and times come as `{whole}`, `{float}` and `{micros}`. */
function isSame(ours: unknown, peer: unknown): boolean {
  if (typeof peer !== 'object' || peer === null) return ours === peer;
  if (Array.isArray(peer)) {
    return (
      Array.isArray(ours) && ours.length === peer.length && peer.every((one, at) => isSame(ours[at], one))
    );
  }
  const members = peer as Record<string, unknown>;
  if (typeof members['micros'] === 'string') return isSameTime(ours, BigInt(members['micros']));
  if (typeof members['whole'] === 'string') {
    return typeof ours === 'bigint'
      ? ours === BigInt(members['whole'])
      : Object.is(ours, Number(members['whole']));
  }
  if ('float' in members && Object.keys(members).length === 1) {
    return members['float'] === null ? ours === null : Object.is(ours, Number(members['float']));
  }
  if (typeof ours !== 'object' || ours === null) return false;
  const own = new Map(Object.entries(ours).filter(([, value]) => value !== undefined));
  const names = Object.keys(members);
  return own.size === names.length && names.every((name) => isSame(own.get(name), members[name]));
}

/** To the microsecond, and to the millisecond in years where a double does not hold more. */
function isSameTime(ours: unknown, micros: bigint): boolean {
  if (typeof ours !== 'number') return false;
  if (Number.isSafeInteger(Number(micros))) return BigInt(ours) === micros;
  const withinMilli = ((micros % 1000n) + 1000n) % 1000n;
  return Math.floor(ours / 1000) === Number((micros - withinMilli) / 1000n);
}

const peers = findPeers();

// Without the peer's files there is nothing to ask; the whole run says so in its last lines.
if (peers !== null) {
  describe('strange lines, against the models of the peer', function () {
    this.timeout(120_000);
    let python: string;

    before(async () => {
      python = await ensurePython();
    });

    it('events: the same are taken, with the same values, and the same field is named', () => {
      const strange = new StrangeLines(20261114);
      const lines = Array.from({ length: LINES }, () => strange.event());
      const answers = ask(python, peers, 'event', lines);
      let taken = 0;
      lines.forEach((line, at) => {
        const read = parseFoldEvent(line);
        const peer = answers[at];
        assert.ok(peer);
        assert.equal(read.ok, peer.ok, line);
        if (read.ok) {
          taken += 1;
          assert.ok(isSame(read.event, peer.value), line);
        } else if (read.code === 'bad-field') {
          // The peer's path begins with the name of the event.
          assert.equal(read.args['field'], peer.paths?.[0]?.split('.').slice(1).join('.'), line);
        }
      });
      assert.ok(taken > LINES / 5 && taken < LINES, `${taken} of ${LINES} taken`);
    });

    it('manifests: the same are taken, with the same values, edges and paths of what is wrong', () => {
      const strange = new StrangeLines(57);
      const lines = Array.from({ length: LINES }, () => strange.manifest());
      const answers = ask(python, peers, 'manifest', lines);
      let taken = 0;
      lines.forEach((line, at) => {
        const read = parseManifest(line);
        const peer = answers[at];
        assert.ok(peer);
        assert.equal(read.ok, peer.ok, line);
        if (read.ok) {
          taken += 1;
          assert.ok(isSame(read.manifest, peer.value), line);
          assert.deepEqual(read.edges, peer.edges, line);
        } else {
          assert.deepEqual([...new Set(read.problems.map(({ path }) => path))], peer.paths, line);
        }
      });
      assert.ok(taken > LINES / 20 && taken < LINES, `${taken} of ${LINES} taken`);
    });

    it('inbox lines: the same are taken, with the same body, and the same are signed', () => {
      const strange = new StrangeLines(76);
      const lines = Array.from({ length: LINES }, () => strange.inbox(KEY)).filter(
        (line) => !line.includes('\\ud800'),
      );
      const answers = ask(python, peers, 'inbox', lines);
      let signed = 0;
      lines.forEach((line, at) => {
        const read = parseInboxEntry(line);
        const peer = answers[at];
        assert.ok(peer);
        assert.equal(read.ok, peer.ok, line);
        if (read.ok) assert.ok(isSame(read.entry, peer.value), line);
        assert.equal(verify(line, KEY, 'fuzz'), peer.checks ?? false, line);
        if (peer.checks) signed += 1;
      });
      assert.ok(signed > LINES / 20, `${signed} signed`);
    });
  });
}
