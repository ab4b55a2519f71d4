import assert from 'node:assert/strict';
import { differences } from '../../../fakes/differences.ts';
import { foldCases } from '../../../fakes/foldCases.ts';
import { oracleFold } from '../../../fakes/oracleFold.ts';

describe('the second fold', () => {
  for (const { name, input, expected } of foldCases()) {
    it(`reads ${name} as the peer does`, () => {
      const snapshot = oracleFold(input);
      const actual = { ...snapshot, waits: snapshot.waitsForYou.length > 0 };
      assert.deepEqual(differences(expected, actual), []);
    });
  }
});
