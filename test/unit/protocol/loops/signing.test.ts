import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { parseFoldEntry, parseInboxEntry } from '../../../../src/protocol/loops/parseInboxEntry.ts';
import { canonical, sign, verify } from '../../../../src/protocol/loops/signing.ts';

const key = Buffer.alloc(32, 7);

/** A line with the mark of a text. */
function marked(members: string, signed: string): string {
  const sig = createHmac('sha256', key).update(signed).digest('hex');
  return `{${members},"sig":"${sig}"}`;
}

describe('signatures', () => {
  const entry = {
    id: 'a',
    ts: '2026-11-14T21:03:00Z',
    kind: 'reply',
    text: 'é\u2028😀',
    loop: 'l',
    round: 3,
  };

  it('signs what it checks', () => {
    const line = JSON.stringify({ ...entry, sig: sign(entry, key) });
    assert.equal(verify(line, key, 'l'), true);
    assert.equal(verify(line, key, 'm'), false);
    assert.equal(verify(line, Buffer.alloc(32, 8), 'l'), false);
    assert.equal(verify(line, null, 'l'), null);
    assert.equal(verify(line.replace('é', 'e'), key, 'l'), false);
  });

  it('drops sig and what is undefined, sorts by code point', () => {
    const text = canonical({ b: 1.5, a: undefined, sig: 'x', '\u{1f600}': 2, '\ufffd': [null, true] });
    assert.equal(text, '{"b":1.5,"\ufffd":[null,true],"\u{1f600}":2}');
    assert.equal(canonical({ ...entry, sig: 'old' }), canonical(entry));
  });

  it('checks numbers as they stand in the line', () => {
    const members = '"loop":"l","x":[1.0,1E16,123456789012345678901,1e-7]';
    const line = marked(members, '{"loop":"l","x":[1.0,1e+16,123456789012345678901,1e-07]}');
    assert.equal(verify(line, key, 'l'), true);
    assert.equal(verify(line.replace('1.0', '1'), key, 'l'), false);
  });

  it('checks the known fields as the board writes them too', () => {
    const members =
      '"kind":"stop","id":"a","ts":"2026-11-14T21:03:00.5","round":"0_2.0","loop":"l","text":"","x":1';
    const body = '{"id":"a","kind":"stop","loop":"l","round":2,"text":"","ts":"2026-11-14T21:03:00.500000Z"}';
    assert.equal(verify(marked(members, body), key, 'l'), true);
  });

  it('never checks a lone surrogate, wherever it stands', () => {
    const body = '{"id":"a","kind":"stop","loop":"l","text":"","ts":"2026-11-14T21:03:00Z"}';
    const members = `${body.slice(1, -1)},"x":`;
    assert.equal(verify(marked(`${members}"ok"`, body), key, 'l'), true);
    assert.equal(verify(marked(`${members}"\\ud800"`, body), key, 'l'), false);
  });

  it('says no to anything else, and throws for nothing', () => {
    const lines = [
      '',
      '[]',
      'null',
      '{',
      '{"sig":{}}',
      '{"loop":"l","sig":null}',
      '\ufeff{}',
      '['.repeat(100_000),
    ];
    for (const line of lines) assert.equal(verify(line, key, 'l'), false, line.slice(0, 20));
  });
});

describe('a line of inbox.jsonl', () => {
  it('is for the fold with its exact round and whether it is trusted', () => {
    const members =
      '"id":"a","ts":"2026-11-14T23:03:00+02:00","kind":"reply","loop":"l","round":9007199254740993,"choice":null';
    const body =
      '{"id":"a","kind":"reply","loop":"l","round":9007199254740993,"text":"","ts":"2026-11-14T23:03:00+02:00"}';
    const line = marked(members, body);
    const expected = {
      id: 'a',
      ts: 1_794_690_180_000_000,
      tsText: '2026-11-14T23:03:00+02:00',
      kind: 'reply',
      text: '',
      round: 9007199254740993n,
      question: null,
      choice: null,
    };
    assert.deepEqual(parseFoldEntry(line, key, 'l'), { ok: true, entry: { ...expected, trusted: true } });
    assert.deepEqual(parseFoldEntry(line, null, 'l'), { ok: true, entry: { ...expected, trusted: null } });
    assert.deepEqual(parseFoldEntry(line, key, 'm'), { ok: true, entry: { ...expected, trusted: false } });
  });

  it('names the field that is wrong', () => {
    const read = parseInboxEntry('{"id":"a","ts":"2026-11-14","kind":"order"}');
    assert.ok(!read.ok);
    assert.equal(read.message, 'kind: must be reply or stop, is "order"');
  });
});
