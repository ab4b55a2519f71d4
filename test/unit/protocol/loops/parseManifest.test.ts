import assert from 'node:assert/strict';
import { parseManifest } from '../../../../src/protocol/loops/parseManifest.ts';

/** The paths of what is wrong with a manifest. */
function wrong(text: string): string[] {
  const read = parseManifest(text);
  assert.ok(!read.ok, text);
  return read.problems.map(({ path }) => path);
}

describe('the text of a loop.json', () => {
  it('names every field that is wrong, in order, with its place', () => {
    const text =
      '{"id": "A", "steps": [{"id": "P"}, {"kind": "x", "id": "b"}], "round_cap": 0, "commands": {"a.b": 5}}';
    assert.deepEqual(wrong(text), ['id', 'steps.0.id', 'steps.1.kind', 'round_cap', 'commands.a.b']);
    const read = parseManifest(text);
    assert.ok(!read.ok);
    assert.equal(read.problems[3]?.message, 'must be a whole number from 1, is 0');
    const pieces = read.problems.map(({ start, end }) => text.slice(start ?? 0, end ?? 0));
    assert.deepEqual(pieces, ['"A"', '"P"', '"x"', '0', '5']);
  });

  it('looks at the graph only when the fields are right', () => {
    assert.deepEqual(wrong('{"id":"a","steps":[{"id":"x"},{"id":"x"}]}'), ['']);
    assert.deepEqual(wrong('{"id":"a","steps":[{"id":"x"},{"id":"x"}],"pace":1}'), ['pace']);
    const circle = parseManifest('{"id":"a","steps":[{"id":"x","after":["y"]},{"id":"y"}]}');
    assert.ok(!circle.ok && circle.problems[0]?.message.endsWith('y -> x -> y'));
  });

  it('reads thousands of chained steps', () => {
    const steps = Array.from({ length: 20_000 }, (_, index) => ({ id: `s${index}` }));
    const read = parseManifest(JSON.stringify({ id: 'a', steps }));
    assert.ok(read.ok);
    assert.equal(read.edges.length, 19_999);
    const closed = [{ id: 's0', after: ['s19999'] }, ...steps.slice(1)];
    assert.deepEqual(wrong(JSON.stringify({ id: 'a', steps: closed })), ['']);
  });

  it('names the first hundred of many faults, each with its place', () => {
    const text = `{"id":"a","steps":[${'{"id":"A"},'.repeat(50_000)}5]}`;
    const read = parseManifest(text);
    assert.ok(!read.ok);
    assert.equal(read.problems.length, 100);
    const last = read.problems.at(-1);
    assert.equal(last?.path, 'steps.99.id');
    assert.equal(text.slice(last?.start ?? 0, last?.end ?? 0), '"A"');
  });

  it('keeps commands of any name, and a cap that never bites', () => {
    const read = parseManifest('{"id":"a","commands":{"__proto__":"x"},"cost_cap_usd":Infinity}');
    assert.ok(read.ok);
    assert.deepEqual(Object.entries(read.manifest.commands), [['__proto__', 'x']]);
    assert.equal(read.manifest.cost_cap_usd, null);
    assert.deepEqual(wrong('{"id":"a","cost_cap_usd":NaN}'), ['cost_cap_usd']);
  });

  it('is bad as a whole where it is no JSON object', () => {
    for (const text of [
      '',
      '[]',
      '{',
      '5',
      '\ufeff{"id":"a"}',
      `{"id":"a","x":${'['.repeat(200)}${']'.repeat(200)}}`,
    ]) {
      assert.deepEqual(wrong(text), ['']);
    }
  });
});
