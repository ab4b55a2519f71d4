import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { loops } from '../../../../src/protocol/index.ts';

const FIXTURES = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'loops');

interface Case {
  folder: string;
  now: string;
  expected: Record<string, unknown>;
}

/** The value cut down to what is expected of it, so that the two can be compared; sums to twelve digits. */
function like(value: unknown, expected: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(expected)) {
    return value.map((member, index) => like(member, expected[index]));
  }
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (typeof value !== 'object' || value === null || typeof expected !== 'object' || expected === null)
    return value;
  return Object.fromEntries(
    Object.keys(expected).map((key) => [key, like(Reflect.get(value, key), Reflect.get(expected, key))]),
  );
}

describe('loops read from their folders', () => {
  for (const [set, key] of [
    [
      'fold',
      new Uint8Array(
        Buffer.from(fs.readFileSync(path.join(FIXTURES, 'fold', 'inbox.key'), 'utf8').trim(), 'hex'),
      ),
    ],
    ['fold-nokey', null],
  ] as const) {
    it(`${set}: each is what it should be at its time`, async () => {
      const cases: Case[] = JSON.parse(fs.readFileSync(path.join(FIXTURES, set, 'expected.json'), 'utf8'));
      assert.ok(cases.length >= 10);
      for (const { folder, now, expected } of cases) {
        const snapshot = await loops.read(path.join(FIXTURES, set, folder), { now: new Date(now), key });
        const seen = { ...snapshot, waits: snapshot.waitsForYou.length > 0 };
        assert.deepEqual(like(seen, expected), like(expected, expected), folder);
      }
    });
  }
});
