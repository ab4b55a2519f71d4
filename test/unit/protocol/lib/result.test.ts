import assert from 'node:assert/strict';
import { ok, refuse } from '../../../../src/protocol/lib/result.ts';

describe('result', () => {
  it('carries the value, or the code with its arguments and words', () => {
    assert.deepEqual(ok(1), { ok: true, value: 1 });
    assert.deepEqual(refuse('gone', 'It is gone.', { id: 'a' }), {
      ok: false,
      code: 'gone',
      args: { id: 'a' },
      message: 'It is gone.',
    });
  });
});
