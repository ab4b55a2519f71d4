import assert from 'node:assert/strict';
import { capUses } from '../../../../src/workspace/loops/capUse.ts';
import { cost, loop, MINUTE } from '../../../fakes/loopBuilder.ts';

describe('how much of its caps a loop has used up', () => {
  it('is told for each cap that it has', () => {
    const built = loop().caps({ cost_cap_usd: 10, round_cap: 4, runtime_cap_minutes: 60 }).round(3);
    const snapshot = built
      .later(6 * MINUTE)
      .end('continue', { cost: cost(5) })
      .after();
    assert.deepEqual(capUses(snapshot), [
      { cap: 'cost', value: 5, limit: 10, share: 0.5 },
      { cap: 'runtime', value: 6, limit: 60, share: 0.1 },
      { cap: 'rounds', value: 3, limit: 4, share: 0.75 },
    ]);
  });

  it('is none where there is no cap, or one of Infinity', () => {
    assert.deepEqual(capUses(loop().caps({ cost_cap_usd: null }).round(1).after()), []);
  });
});
