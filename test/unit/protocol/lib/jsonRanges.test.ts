import assert from 'node:assert/strict';
import { locate } from '../../../../src/protocol/lib/jsonRanges.ts';

/** The piece of the text that the place covers. */
function piece(text: string, ...keys: (string | number)[]): string | null {
  const place = locate(text, keys);
  return place === null ? null : text.slice(place.start, place.end);
}

describe('where a value stands in a JSON text', () => {
  const text = ' {"a": [1, {"b\\u0062": "x,]"}, 3], "round" : 1.5, "round": [ ], "o": {}}';

  it('finds members and items', () => {
    assert.equal(piece(text, 'a', 0), '1');
    assert.equal(piece(text, 'a', 1, 'bb'), '"x,]"');
    assert.equal(piece(text, 'a', 2), '3');
    assert.equal(piece(text), text.trim());
  });

  it('takes the last of equal names, which is the one that counts', () => {
    assert.equal(piece(text, 'round'), '[ ]');
  });

  it('shows what stands above a missing member', () => {
    assert.equal(piece(text, 'o', 'id'), '"o"');
    assert.equal(piece(text, 'a', 1, 'id'), '{');
    assert.equal(piece(text, 'id'), '{');
  });

  it('gives null for a text that has no value there', () => {
    assert.equal(piece('nothing'), null);
    assert.equal(piece(''), null);
  });
});
