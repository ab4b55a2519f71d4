import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  compareCodePoints,
  hasLoneSurrogate,
  JsonNumber,
  type JsonValue,
  parse,
  pythonFloat,
  stringifyCanonical,
} from '../../../../src/protocol/lib/pythonJson.ts';

function value(text: string): JsonValue {
  const read = parse(text);
  assert.ok(read.ok, text);
  return read.value;
}

/** A tree as plain values, numbers by their nearest double. */
function plain(tree: JsonValue): unknown {
  if (tree instanceof JsonNumber) return tree.toNumber();
  if (Array.isArray(tree)) return tree.map(plain);
  if (!(tree instanceof Map)) return tree;
  return Object.fromEntries([...tree].map(([name, inner]) => [name, plain(inner)]));
}

describe('JSON as Python reads and writes it', () => {
  it('keeps numbers as written, of any size, with NaN and the infinities', () => {
    const text = '[1.0,1e5,-0,123456789012345678901234567890,NaN,Infinity,-Infinity]';
    const sources = (value(text) as JsonNumber[]).map(({ source, whole }) => [source, whole]);
    assert.deepEqual(sources, [
      ['1.0', false],
      ['1e5', false],
      ['-0', true],
      ['123456789012345678901234567890', true],
      ['NaN', false],
      ['Infinity', false],
      ['-Infinity', false],
    ]);
  });

  it('writes numbers as Python spells them', () => {
    const text = '{"b":[1.0,1E16,0.00001,-0,-0.0,1e400,1.50,12345678901234567890123],"a":0.0001}';
    const canonical = '{"a":0.0001,"b":[1.0,1e+16,1e-05,0,-0.0,Infinity,1.5,12345678901234567890123]}';
    assert.equal(stringifyCanonical(value(text)), canonical);
    assert.equal(pythonFloat(9999999999999998), '9999999999999998.0');
    assert.equal(pythonFloat(1.2345e-7), '1.2345e-07');
    assert.equal(pythonFloat(-123456.789), '-123456.789');
  });

  it('takes the last of equal names, and any name at all', () => {
    const tree = value('{"a":1,"__proto__":{"x":2},"a":3,"constructor":4}');
    assert.ok(tree instanceof Map);
    assert.deepEqual([...tree.keys()], ['a', '__proto__', 'constructor']);
    assert.equal(stringifyCanonical(tree), '{"__proto__":{"x":2},"a":3,"constructor":4}');
  });

  it('orders names by code point, where UTF-16 would not', () => {
    const names = ['\u{1f600}', '\ufffd', 'a', '\ue000', '', 'aa', '\u{10ffff}'];
    assert.deepEqual(names.toSorted(compareCodePoints), [
      '',
      'a',
      'aa',
      '\ue000',
      '\ufffd',
      '\u{1f600}',
      '\u{10ffff}',
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        assert.equal(Math.sign(compareCodePoints(a, b)), bytes);
      }),
    );
  });

  it('leaves all but quotes, backslashes and control characters as they are', () => {
    assert.equal(
      stringifyCanonical('\u0000\b\t\n\u001f"\\/\u007f\u2028é😀'),
      '"\\u0000\\b\\t\\n\\u001f\\"\\\\/\u007f\u2028é😀"',
    );
  });

  it('refuses what Python refuses, and says where', () => {
    const texts = [
      '',
      '{',
      '[1,]',
      '{"a":1,}',
      '01',
      '1.',
      '.5',
      '+1',
      '-',
      'nan',
      "{'a':1}",
      '"\t"',
      '"\\x"',
      '\ufeff{}',
      '{"a" 1}',
      '1 2',
      '-NaN',
      'tru',
    ];
    for (const text of texts) assert.equal(parse(text).ok, false, text);
    assert.deepEqual(parse('[1, x]'), { ok: false, fault: 'not-json', at: 4 });
    assert.deepEqual(parse('1'.repeat(4301)), { ok: false, fault: 'too-many-digits', at: 0 });
    assert.equal(parse('1'.repeat(4300)).ok, true);
    assert.equal(parse(`0.${'1'.repeat(5000)}`).ok, true);
  });

  it('takes 200 levels and no more, however deep a text is', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    assert.equal(parse(nested(200)).ok, true);
    assert.deepEqual(parse(nested(201)), { ok: false, fault: 'too-deep', at: 200 });
    assert.equal(parse('{"a":'.repeat(1_000_000)).ok, false);
    assert.equal(parse('['.repeat(1_000_000)).ok, false);
  });

  it('tells halves of surrogate pairs, in names too', () => {
    assert.equal(hasLoneSurrogate(value('{"a":["\\ud800"]}')), true);
    assert.equal(hasLoneSurrogate(value('{"\\udc00":1}')), true);
    assert.equal(hasLoneSurrogate(value('{"a":"\\ud83d\\ude00"}')), false);
  });

  it('reads what JSON.parse reads, and throws for nothing', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        assert.deepEqual(plain(value(text)), JSON.parse(text));
      }),
    );
    const units = fc.constantFrom(...'{}[]",:\\/ \t\n\u0000u0123456789.eE+-tfnaNIy\ud800é'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: units, maxLength: 30 }), (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          const read = parse(text);
          assert.ok(!read.ok || /NaN|Infinity/.test(text), text);
          return;
        }
        assert.deepEqual(plain(value(text)), expected);
      }),
      { numRuns: 3000 },
    );
  });
});
