import assert from 'node:assert/strict';
import { loopAbilities } from '../../../../src/workspace/loops/loopAbilities.ts';
import type { WatchedLoop } from '../../../../src/workspace/loops/watchedLoop.ts';
import { question, snapshot, watched } from '../../../fakes/snapshots.ts';

const { manifest } = snapshot();
const starts = manifest === null ? null : { ...manifest, commands: { start: './run' } };
const NONE = { answer: 'no', steer: 'no', stop: 'no', start: 'no' };

describe('what may be done with a loop', () => {
  it('is to steer and stop what runs, to start what does not, and to answer what asks', () => {
    const running = watched('a', { status: 'running', manifest: starts });
    assert.deepEqual(loopAbilities(running, false), { ...NONE, steer: 'may', stop: 'may' });
    const asks = watched('a', { status: 'waiting', questions: [question()], manifest: starts });
    assert.deepEqual(loopAbilities(asks, false), { ...NONE, answer: 'may', steer: 'may', stop: 'may' });
    const done = watched('a', { status: 'done', manifest: starts });
    assert.deepEqual(loopAbilities(done, false), { ...NONE, start: 'may' });
  });

  it('says what hinders it', () => {
    const sent = watched('a', { status: 'sleeping', stopRequested: true, manifest: starts });
    assert.deepEqual(loopAbilities(sent, true), {
      ...NONE,
      steer: 'may',
      stop: 'stop-sent',
      start: 'runs-here',
    });
    const locked: WatchedLoop = { ...sent, writable: { ok: false, code: 'restricted', args: {} } };
    assert.deepEqual(loopAbilities(locked, true), {
      ...NONE,
      steer: 'unwritable',
      stop: 'unwritable',
      start: 'unwritable',
    });
  });
});
