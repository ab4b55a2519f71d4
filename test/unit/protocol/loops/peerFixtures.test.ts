import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseEvent } from '../../../../src/protocol/loops/parseEvent.ts';
import { parseInboxEntry } from '../../../../src/protocol/loops/parseInboxEntry.ts';
import { parseManifest } from '../../../../src/protocol/loops/parseManifest.ts';
import { verify } from '../../../../src/protocol/loops/signing.ts';

/** What the peer answered to one line. */
interface Answer {
  line: string;
  ok: boolean;
  why?: string;
  read?: Record<string, unknown>;
  edges?: unknown;
  body?: unknown;
}

function fixture<T>(name: string): T {
  const file = new URL(`../../../fixtures/loops/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** The peer's answers give times with their own zone; here they are instants cut to milliseconds. */
function withInstants(read: Record<string, unknown> | undefined): Record<string, unknown> {
  const instants = { ...read };
  for (const name of ['ts', 'at', 'next_at']) {
    const time = instants[name];
    if (typeof time === 'string') instants[name] = new Date(time).toISOString();
  }
  return instants;
}

describe('what the peer answered', () => {
  fixture<Answer[]>('events').forEach((answer, index) => {
    it(`event ${index}: ${answer.line.slice(0, 90)}`, () => {
      const read = parseEvent(answer.line);
      if (answer.ok) assert.deepEqual(read, { ok: true, event: withInstants(answer.read) });
      else {
        assert.equal(read.ok, false);
        assert.ok(!read.ok && read.message.length > 0);
      }
    });
  });

  fixture<Answer[]>('manifests').forEach((answer, index) => {
    it(`manifest ${index}: ${answer.line.slice(0, 90)}`, () => {
      const read = parseManifest(answer.line);
      if (answer.ok) {
        assert.deepEqual(read, { ok: true, manifest: answer.read, edges: answer.edges });
      } else {
        assert.ok(!read.ok);
        const path = answer.why === 'not JSON' ? '' : answer.why?.split(': ')[0];
        assert.deepEqual(
          read.problems.map((problem) => problem.path),
          [path],
        );
      }
    });
  });

  fixture<Answer[]>('inbox').forEach((answer, index) => {
    it(`inbox line ${index}: ${answer.line.slice(0, 90)}`, () => {
      const read = parseInboxEntry(answer.line);
      if (answer.ok) assert.deepEqual(read, { ok: true, entry: answer.body });
      else assert.equal(read.ok, false);
    });
  });

  const { key, loop, cases } = fixture<{
    key: string;
    loop: string;
    cases: { why: string; line: string; expected: boolean }[];
  }>('signatures');
  cases.forEach(({ why, line, expected }, index) => {
    it(`signature ${index}: ${why}`, () => {
      assert.equal(verify(line, Buffer.from(key, 'hex'), loop), expected);
      assert.equal(verify(line, null, loop), null);
      assert.equal(verify(line, Buffer.from(key, 'hex'), `${loop}2`), false);
    });
  });

  it('is all of it', () => {
    const counts = ['events', 'manifests', 'inbox'].map((name) => fixture<Answer[]>(name).length);
    assert.deepEqual([...counts, cases.length], [208, 59, 7, 76]);
  });
});
