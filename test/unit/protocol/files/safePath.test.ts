import assert from 'node:assert/strict';
import { isInside } from '../../../../src/protocol/files/safePath.ts';

describe('what lies in a folder', () => {
  it('is the folder itself and all below it, by whole names', () => {
    assert.equal(isInside('/a', '/a'), true);
    assert.equal(isInside('/a', '/a/b'), true);
    assert.equal(isInside('/a', '/a/..b'), true);
    assert.equal(isInside('/a', '/ab'), false);
    assert.equal(isInside('/a', '/'), false);
    assert.equal(isInside('/a', '/b/a'), false);
  });
});
