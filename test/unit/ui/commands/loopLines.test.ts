import assert from 'node:assert/strict';
import { resumeLine } from '../../../../src/ui/commands/loop/resumeHint.ts';
import { orderLoops } from '../../../../src/ui/kit/loopOrder.ts';
import { newestArtifacts } from '../../../../src/workspace/loops/namedFiles.ts';
import { manifest, question, round, run, snapshot, watched } from '../../../fakes/snapshots.ts';

describe('lines and orders of loops', () => {
  it('put the loops of the file’s repository first, then those that wait, and the ended last', () => {
    const loops = [
      watched('ended', { status: 'done' }, '/b'),
      watched('runs', {}, '/b'),
      watched('waits', { questions: [question()] }, '/b'),
      watched('here', { status: 'done' }, '/a'),
    ];
    assert.deepEqual(
      orderLoops(loops, '/a/src/x.ts').map((loop) => loop.id),
      ['here', 'waits', 'runs', 'ended'],
    );
  });

  it('name the newest files, each once', () => {
    const rounds = [
      round({ runs: [run({ artifact: 'one.md' }), run({ artifact: 'two.md' })] }),
      round({ round: 2, runs: [run({ artifact: 'one.md' }), run({ artifact: null })] }),
    ];
    assert.deepEqual(newestArtifacts(snapshot({ rounds }), 3), ['one.md', 'two.md']);
    assert.deepEqual(newestArtifacts(snapshot({ rounds }), 1), ['one.md']);
  });

  it('give one line to take a loop up again, in which nothing that it wrote is run', () => {
    const loop = watched(
      'importer',
      {
        manifest: { ...manifest, workspace: { branch: '$(rm -rf ~)', worktree: "../it's\nhere" } },
        rounds: [round({ runs: [run({ session: '8f1c' }), run({ session: null })] })],
      },
      '/home/me/my shop',
    );
    assert.equal(
      resumeLine(loop, 'linux'),
      `cd '/home/me/my shop' && echo 'loop importer, session 8f1c, branch $(rm -rf ~), worktree ../it'\\''s here'`,
    );
  });
});
