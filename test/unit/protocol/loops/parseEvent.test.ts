import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FoldEvent } from '../../../../src/protocol/loops/eventDefinitions.ts';
import {
  parseEvent,
  parseFoldEvent,
  parseFoldEventSlowly,
} from '../../../../src/protocol/loops/parseEvent.ts';
import { parseInboxEntry } from '../../../../src/protocol/loops/parseInboxEntry.ts';
import { QuickEvents } from '../../../../src/protocol/loops/quickEvent.ts';
import { verify } from '../../../../src/protocol/loops/signing.ts';

const TS = '"ts":"2026-11-14T21:03:00Z"';

/** The event of a line that is right. */
function event(fields: string): FoldEvent {
  const read = parseFoldEvent(`{${TS},${fields}}`);
  assert.ok(read.ok, fields);
  return read.event;
}

/** What is said of a line that is wrong. */
function complaint(fields: string): string {
  const read = parseFoldEvent(`{${TS},${fields}}`);
  assert.ok(!read.ok, fields);
  return read.message;
}

function round(value: string): unknown {
  const read = event(`"event":"step_started","step":"a","round":${value}`);
  return 'round' in read ? read.round : null;
}

describe('a line of events.jsonl', () => {
  it('holds whole numbers of any size exactly, and gives out the nearest', () => {
    assert.equal(round('9007199254740991'), 9007199254740991);
    assert.equal(round('9007199254740993'), 9007199254740993n);
    assert.equal(round('"1_000.0"'), 1000);
    assert.equal(round('" +0_7 "'), 7);
    assert.equal(round('"0_1"'), 1);
    assert.equal(round('true'), 1);
    assert.equal(round('1e3'), 1000);
    const read = parseEvent(
      `{${TS},"event":"step_started","step":"a","round":123456789012345678901234567890}`,
    );
    assert.ok(read.ok && read.event.event === 'step_started');
    assert.equal(read.event.round, 1.2345678901234568e29);
  });

  it('takes NaN and the infinities where they have no bound, and gives null', () => {
    const metrics = '"event":"step_finished","round":1,"step":"a","metrics":';
    for (const value of ['NaN', '"nan"', 'Infinity', '-Infinity', '"-inf"', '1e400']) {
      const read = event(`${metrics}[{"name":"m","value":${value},"target":${value}}]`);
      assert.deepEqual('metrics' in read && read.metrics, [
        { name: 'm', value: null, target: null, unit: '' },
      ]);
    }
    assert.equal(round('1,"unknown":NaN'), 1);
    assert.match(complaint('"event":"round_started","round":NaN'), /^round: /);
    const usd = event('"event":"step_finished","round":1,"step":"a","cost":{"usd":Infinity}');
    assert.ok('cost' in usd && usd.cost?.usd === null);
    assert.match(
      complaint('"event":"step_finished","round":1,"step":"a","cost":{"usd":NaN}'),
      /^cost\.usd: /,
    );
  });

  it('reads whole numbers from text as the peer does, oddities and all', () => {
    const texts = ['0', '000_000', '-0', '0-0', '1_000', '0__1', '\\u00851\\u2003', '12_34.000', '+0_4'];
    const tokens = texts.map((text) => {
      const read = event(`"event":"step_finished","round":1,"step":"a","cost":{"turns":"${text}"}`);
      return 'cost' in read ? read.cost?.turns : null;
    });
    assert.deepEqual(tokens, [0, 0, 0, 0, 1000, 1, 1, 1234, 4]);
    for (const text of [
      '',
      '_1',
      '1_',
      '1__0',
      '+-1',
      '--1',
      '1.',
      '.0',
      '1.0_0',
      '0x1',
      '1e3',
      '٣',
      '\\ufeff1',
      '0_',
    ]) {
      assert.match(complaint(`"event":"round_started","round":"${text}"`), /^round: /);
    }
    // "0-5" is -5 to the peer, so it is the bound that refuses it, and an entry's round has none.
    const inbox = parseInboxEntry(`{"id":"a",${TS},"kind":"reply","round":"0-5"}`);
    assert.ok(inbox.ok && inbox.entry.round === -5);
  });

  it('reads the id of a finding as Python spells it', () => {
    const id = (value: string) => {
      const read = event(`"event":"finding_closed","round":1,"step":"a","id":${value}`);
      return 'id' in read ? read.id : null;
    };
    assert.equal(id('true'), 'True');
    assert.equal(id('-0'), '0');
    assert.equal(id('123456789012345678901234567890'), '123456789012345678901234567890');
    assert.match(complaint('"event":"finding_closed","round":1,"step":"a","id":1.0'), /^id: must be text/);
  });

  it('gives times out as UTC cut to milliseconds, or null past year 9999', () => {
    const line =
      '{"event":"heartbeat","ts":"2026-11-14T23:03:00.1239+02:00","next_at":"9999-12-31T23:59:59-01:00"}';
    const read = parseEvent(line);
    assert.deepEqual(read, {
      ok: true,
      event: { event: 'heartbeat', ts: '2026-11-14T21:03:00.123Z', text: '', next_at: null },
    });
  });

  it('names the field, what it must be and what it is', () => {
    const started = '"event":"round_started"';
    assert.equal(complaint(`${started},"round":1.5`), 'round: must be a whole number from 1, is 1.5');
    assert.equal(complaint(started), 'round: is missing');
    assert.equal(complaint('"event":"heartbeat","text":5'), 'text: must be text, is 5');
    assert.equal(
      complaint(
        '"event":"step_finished","round":1,"step":"a","findings":[{"id":"1","text":"t","severity":"big"}]',
      ),
      'findings.0.severity: must be material or minor, is "big"',
    );
    assert.match(complaint(`${started},"round":1,"artifact":"../x"`), /^artifact: must be a path inside/);
    const long = complaint(`${started},"round":"${'x'.repeat(5000)}"`);
    assert.ok(long.length < 130, long);
  });

  it('says where in the line the fault stands', () => {
    const line = `{${TS},"event":"round_started","round":"no"}`;
    const read = parseFoldEvent(line);
    assert.ok(!read.ok && read.column !== null && read.endColumn !== null);
    assert.equal(line.slice(read.column - 1, read.endColumn - 1), '"no"');
    const broken = parseFoldEvent('{"a": ]');
    assert.ok(!broken.ok);
    assert.deepEqual([broken.code, broken.column], ['not-json', 7]);
  });

  it('tells an unknown event from a broken line', () => {
    const read = parseFoldEvent(`{${TS},"event":"toString"}`);
    assert.ok(!read.ok);
    assert.equal(read.code, 'unknown-event');
    assert.equal(read.unknownEvent, 'toString');
    const odd = parseFoldEvent(`{${TS},"event":5}`);
    assert.ok(!odd.ok && odd.unknownEvent === undefined);
  });

  it('refuses what is nested deeper than 200 or has more digits than Python takes', () => {
    const nested = (depth: number) => `"x":${'['.repeat(depth)}${']'.repeat(depth)}`;
    assert.equal(round(`1,${nested(199)}`), 1);
    assert.match(complaint(`"event":"heartbeat",${nested(200)}`), /nested deeper than 200/);
    assert.match(complaint(`"event":"heartbeat",${nested(100_000)}`), /nested deeper than 200/);
    assert.match(complaint(`"event":"heartbeat","x":${'1'.repeat(4301)}`), /more than 4300 digits/);
    assert.equal(round(`1,"x":"${'1'.repeat(4301)}${'{['.repeat(300)}"`), 1);
  });

  it('is not led astray by names that objects of JavaScript have', () => {
    const odd = '"event":"heartbeat","__proto__":{"text":"no"},"constructor":{"text":"no"}';
    assert.deepEqual(parseEvent(`{${TS},${odd}}`), {
      ok: true,
      event: { event: 'heartbeat', ts: '2026-11-14T21:03:00.000Z', text: '' },
    });
    assert.equal(event(odd).ts, 1_794_690_180_000_000);
    assert.match(
      complaint('"event":"step_finished","round":1,"step":"a","cost":[]'),
      /^cost: must be an object/,
    );
  });

  it('gives lone surrogates as they are', () => {
    assert.ok('text' in event('"event":"heartbeat","text":"\\ud800"'));
  });

  it('answers for a heap of one thing, where a careless pattern would take minutes', () => {
    const pieces = [
      '0',
      '1',
      ' ',
      '_',
      '0_',
      '.0',
      '-',
      '1.',
      'e1',
      '2026-11-14',
      '\\\\',
      '\\u0085',
      '[',
      '{"a":',
    ];
    for (const piece of pieces) {
      const much = piece.repeat(200_000 / piece.length);
      const metric = `"event":"step_finished","round":1,"step":"a","metrics":[{"name":"","value":"${much}x"}]`;
      for (const fields of [
        `"event":"round_started","round":"${much}x"`,
        metric,
        `"event":"heartbeat","at":"${much}x"`,
      ]) {
        assert.equal(parseFoldEvent(`{${TS},${fields}}`).ok, false);
      }
      assert.equal(parseFoldEvent(`{${TS},"event":"heartbeat","x":${much}`).ok, false);
      assert.equal(
        verify(`{"sig":"${'0'.repeat(64)}","loop":"l","round":"${much}x"}`, Buffer.alloc(32), 'l'),
        false,
      );
    }
  });

  it('means the same on the quick way, and throws for no text at all', () => {
    const values = fc.oneof(
      fc.constantFrom(
        '1',
        '0',
        '-0',
        '-0.0',
        '2.0',
        '1e400',
        'NaN',
        'null',
        'true',
        '[]',
        '{}',
        '"1"',
        '1.5',
      ),
      fc.constantFrom(
        '"a"',
        '"../x"',
        '"/x"',
        '"~"',
        '"ok"',
        '"minor"',
        '"fixed"',
        '"2026-11-14T21:03:00.5+01:00"',
      ),
      fc.constantFrom(
        '1794690180',
        '1794690180123',
        '1794690180123.4',
        '9007199254740993',
        '[{"id":"a","text":"b"}]',
      ),
      fc.constantFrom(
        '[{"name":"m","value":-0}]',
        '{"usd":-0}',
        '{"usd":-0.0,"tokens_in":-0}',
        '[1]',
        '["a"]',
      ),
      fc.json({ maxDepth: 2 }),
    );
    const names = fc.constantFrom(
      ...[
        'round',
        'step',
        'label',
        'status',
        'findings',
        'cost',
        'metrics',
        'attempt',
        'error',
        'id',
        'text',
        'at',
      ],
      ...[
        'artifact',
        'verdict',
        'next_at',
        'options',
        'timeout_s',
        'blocks',
        'ids',
        'item',
        'kind',
        'result',
        'ts',
      ],
      ...['resolution', 'stop_reason', 'outcome', 'plan', 'question', 'reason', 'evidence', 'session'],
    );
    const events = fc.constantFrom(
      ...['round_started', 'step_started', 'step_finished', 'finding_closed', 'round_finished', 'heartbeat'],
      ...['question', 'question_closed', 'check', 'inbox_read', 'loop_stopped', 'other'],
    );
    const reader = new QuickEvents();
    let quick = 0;
    fc.assert(
      fc.property(events, fc.array(fc.tuple(names, values), { maxLength: 6 }), (name, members) => {
        const given = members.map(([member, text]) => `,"${member}":${text}`).join('');
        const line = `{"ts":"2026-11-14T21:03:00Z","event":"${name}","round":1,"step":"s","text":"t"${given}}`;
        const fast = reader.read(line);
        const slow = parseFoldEventSlowly(line);
        parseEvent(line);
        if (fast === null) return;
        quick += 1;
        assert.deepEqual(slow, { ok: true, event: fast });
      }),
      { numRuns: 2000, seed: 7 },
    );
    assert.ok(quick > 100, `${quick} on the quick way`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(parseFoldEvent(text).ok, false)),
    );
  });
});
