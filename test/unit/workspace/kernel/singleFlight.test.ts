import assert from 'node:assert/strict';
import { SingleFlight } from '../../../../src/workspace/kernel/singleFlight.ts';
import { idle } from '../../../fakes/until.ts';

describe('SingleFlight', () => {
  let ended: string[];
  let running: Map<string, () => void>;
  let queue: SingleFlight;
  let errors: unknown[];
  let idleTimes: number;

  beforeEach(() => {
    ended = [];
    running = new Map();
    errors = [];
    idleTimes = 0;
    queue = new SingleFlight(
      2,
      (error) => errors.push(error),
      () => {
        idleTimes += 1;
      },
    );
  });

  /** A job that runs until `end` is called with its name. */
  function push(key: string, name = key, urgent = false): Promise<void> {
    return queue.push(
      key,
      () =>
        new Promise((resolve) => {
          running.set(name, () => {
            ended.push(name);
            resolve();
          });
        }),
      urgent,
    );
  }

  async function end(name: string): Promise<void> {
    const finish = running.get(name);
    assert.ok(finish !== undefined, `${name} runs`);
    running.delete(name);
    finish();
    await idle();
  }

  it('runs at most so many at a time, the urgent ones first', async () => {
    for (const key of ['a', 'b', 'c', 'd']) {
      void push(key);
    }
    void push('now', 'now', true);
    assert.deepEqual([...running.keys()], ['a', 'b']);
    await end('a');
    assert.deepEqual([...running.keys()], ['b', 'now']);
    assert.equal(queue.size, 4);
  });

  it('runs one of a key at a time, and once more for all that came meanwhile', async () => {
    let settled = 0;
    const count = (): void => {
      settled += 1;
    };
    void push('a', 'first').then(count);
    void push('a', 'second').then(count);
    void push('a', 'third').then(count);
    assert.deepEqual([...running.keys()], ['first']);
    await end('first');
    assert.deepEqual([...running.keys()], ['third']);
    assert.equal(settled, 1);
    await end('third');
    assert.equal(settled, 3);
    assert.equal(idleTimes, 1);
  });

  it('goes on after a job that throws', async () => {
    await queue.push('a', () => Promise.reject(new Error('bug')));
    void push('b');
    await end('b');
    assert.deepEqual(ended, ['b']);
    assert.deepEqual(String(errors), 'Error: bug');
  });

  it('lets go of what waits when it ends', async () => {
    void push('a');
    void push('b');
    const waits = push('c');
    queue.dispose();
    await waits;
    await end('a');
    await push('d');
    assert.deepEqual([...running.keys()], ['b']);
  });

  it('settles after the run that began after the call, though others are asked for on and on', async () => {
    const settled: string[] = [];
    const ask = (name: string) => void push('a', 'run').then(() => settled.push(name));
    ask('first');
    ask('second');
    ask('second too');
    await end('run');
    assert.deepEqual(settled, ['first']);
    ask('third');
    await end('run');
    assert.deepEqual(settled, ['first', 'second', 'second too']);
    assert.equal(queue.has('a'), true);
    await end('run');
    assert.deepEqual([ended.length, queue.has('a'), queue.size, settled.at(-1)], [3, false, 0, 'third']);
  });

  it('runs again for what was asked for during a run that threw', async () => {
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error('no');
    };
    await Promise.all([queue.push('a', run), queue.push('a', run)]);
    assert.deepEqual([runs, errors.length], [2, 1]);
  });
});
