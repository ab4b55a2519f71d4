import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { parseNoted } from '../../../../src/protocol/lib/pythonJson.ts';
import { plainOf } from '../../../../src/protocol/tasks/jsonValues.ts';
import { quickObject } from '../../../../src/protocol/tasks/quickText.ts';
import { validateTask } from '../../../../src/protocol/tasks/validateTask.ts';
import { withoutSync } from '../../../fakes/faultyFiles.ts';
import { makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

/** Pieces of JSON, in any order, so that some of them nearly are. */
const PIECES = fc.array(
  fc.constantFrom(
    ...['{', '}', '[', ']', ':', ',', '"id"', '"x"', '"title"', '"created_by"', '"a:b"', '" :"', ' ', '\n'],
    ...[
      '1',
      '-0',
      '1.0',
      '1e999',
      'NaN',
      '-Infinity',
      'null',
      'true',
      '"\\ud800"',
      '"\\""',
      '\ufeff',
      '\u0000',
      '"',
    ],
  ),
  { maxLength: 30 },
);
const VALUE = fc.letrec<{ value: string; list: string; object: string; atom: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, tie('atom'), tie('list'), tie('object')),
  atom: fc.oneof(
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '1.0', '-0', '1E22', '1e-07', '0.10', 'null', 'true'),
    fc.constantFrom('9007199254740993', `1${'0'.repeat(400)}`, '-123456789012345678901'),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('2', '1', 'a', '__proto__', 'é', '10', ''), tie('value')), {
      maxLength: 4,
    })
    .map((members) => {
      const distinct = [...new Map(members)];
      return `{${distinct.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`;
    }),
})).value;

/** As the peer lays it out, from a text: what stays must be this, with every number as it was spelled. */
function laidOut(text: string): string {
  const parts: string[] = [];
  let line = '\n';
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if ((token === '{' && next === '}') || (token === '[' && next === ']')) parts.push(token);
    else if (token === '{' || token === '[') {
      line += '  ';
      parts.push(token, line);
    } else if (token === '}' || token === ']') {
      const before = tokens[index - 1];
      if (before !== '{' && before !== '[') {
        line = line.slice(0, -2);
        parts.push(line);
      }
      parts.push(token);
    } else if (token === ',') parts.push(token, line);
    else if (token === ':') parts.push(': ');
    else parts.push(token);
  });
  return parts
    .join('')
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

describe('any task file', () => {
  const root = tempFolder();

  it('is judged without throwing, whatever bytes it holds', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
      PIECES.map((pieces) => Buffer.from(pieces.join(''))),
      fc.integer({ min: 0, max: 560 }).map((length) => Buffer.from(taskText('x').slice(0, length))),
    );
    fc.assert(
      fc.property(bytes, (some) => {
        const { reason, version } = validateTask(some, 'x');
        assert.equal(version.length, 64);
        if (some.toString() === taskText('x')) assert.equal(reason, null);
      }),
      { numRuns: 1000 },
    );
  });

  it('says the same by the quick way, where that is taken, as by the careful one', () => {
    const text = fc.oneof(
      PIECES.map((pieces) => pieces.join('')),
      VALUE.map((value) => `{"id": "x", "title": ${value}, "created_by": "me", "more": ${value}}`),
      VALUE,
      fc.json(),
    );
    fc.assert(
      fc.property(text, (some) => {
        const quick = quickObject(some);
        if (quick === null) return;
        const careful = parseNoted(some, 900);
        assert.ok(careful.ok && careful.value instanceof Map, some);
        assert.deepEqual(careful.notes, { doubled: false, beyond: false });
        assert.deepEqual(quick, plainOf(careful.value));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps what an act does not change: unknown keys, key order, and numbers as they are spelled', async () => {
    const files = withoutSync(nodeFiles);
    await fc.assert(
      fc.asyncProperty(VALUE, VALUE, async (value, other) => {
        const folder = makeWorkspace(root());
        const text = `{"zed": ${other}, "id": "x", "title": "t", "created_by": "m", "context": {"2": ${value}, "1": 1.0}, "7": ${value}, "result": ${value}, "created_at": "2026-11-30T12:00:00+00:00", "__proto__": 1}`;
        fs.writeFileSync(path.join(folder, 'inbox/x.json'), text);
        const at = '2026-12-01T00:00:00.000001+00:00';
        const done = await openFor(root(), folder, { now: () => at }, { files }).claim('x', 'me');
        assert.ok(done.ok, JSON.stringify(done));
        const expected = `{"id": "x", "title": "t", "created_by": "m", "status": "active", "description": "", "assigned_to": "me", "priority": 5, "context": {"2": ${value}, "1": 1.0}, "result": ${value}, "tags": [], "parent_id": null, "retry_count": 0, "max_retries": 3, "created_at": "2026-11-30T12:00:00+00:00", "updated_at": "${at}", "history": [{"status": "active", "at": "${at}", "claimed_by": "me"}], "zed": ${other}, "7": ${value}, "__proto__": 1}`;
        assert.equal(fs.readFileSync(path.join(folder, 'active/x.json'), 'utf8'), laidOut(expected));
        assert.ok(Object.hasOwn(done.value, '__proto__'));
        fs.rmSync(folder, { recursive: true });
      }),
      { numRuns: 60 },
    );
  });
});
