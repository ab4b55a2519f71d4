import assert from 'node:assert/strict';
import { Rounds } from '../../../../src/workspace/kernel/singleFlight.ts';
import { idle } from '../../../fakes/until.ts';

describe('Rounds', () => {
  it('settles after the run that began after the call, though others are asked for on and on', async () => {
    const runs: (() => void)[] = [];
    const rounds = new Rounds(
      () => new Promise((resolve) => runs.push(resolve)),
      () => assert.fail(),
    );
    const settled: string[] = [];
    const ask = (name: string) => void rounds.ask().then(() => settled.push(name));
    const end = async (index: number) => {
      runs[index]?.();
      await idle();
    };
    ask('first');
    ask('second');
    ask('second too');
    await end(0);
    assert.deepEqual(settled, ['first']);
    ask('third');
    await end(1);
    assert.deepEqual(settled, ['first', 'second', 'second too']);
    await end(2);
    assert.deepEqual([runs.length, rounds.busy, settled.at(-1)], [3, false, 'third']);
  });

  it('goes on after a run that threw', async () => {
    const errors: unknown[] = [];
    let runs = 0;
    const rounds = new Rounds(
      async () => {
        runs += 1;
        if (runs === 1) throw new Error('no');
      },
      (error) => errors.push(error),
    );
    await Promise.all([rounds.ask(), rounds.ask()]);
    assert.deepEqual([runs, errors.length], [2, 1]);
  });
});
