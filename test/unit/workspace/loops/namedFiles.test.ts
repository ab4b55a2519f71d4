import assert from 'node:assert/strict';
import { namedFiles } from '../../../../src/workspace/loops/namedFiles.ts';
import { manifest, round, run, snapshot } from '../../../fakes/snapshots.ts';

describe('the files of a loop', () => {
  it('are each listed once, those with a name first, then the newest', () => {
    const rounds = [
      round({ runs: [run({ artifact: 'out/card.md' }), run({ artifact: 'work/plan-1.md' })] }),
      round({ runs: [run({ artifact: 'work/plan-2.md' }), run({ artifact: 'out/card.md' })] }),
    ];
    const outputs = [{ name: 'card', path: 'out/card.md' }];
    assert.deepEqual(namedFiles(snapshot({ manifest: { ...manifest, outputs }, rounds }), 30), [
      { path: 'out/card.md', name: 'card' },
      { path: 'work/plan-2.md', name: null },
      { path: 'work/plan-1.md', name: null },
    ]);
  });
});
