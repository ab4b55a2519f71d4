import assert from 'node:assert/strict';
import { DisposableList } from '../../../../src/protocol/lib/disposables.ts';
import { Emitter } from '../../../../src/protocol/lib/emitter.ts';

describe('Emitter', () => {
  it('tells every listener, also after one that throws, and none that has gone', () => {
    const errors: unknown[] = [];
    const emitter = new Emitter<number>((error) => errors.push(error));
    const heard: string[] = [];
    const { event } = emitter;
    event(() => {
      throw new Error('bug');
    });
    const first = event((value) => {
      heard.push(`first ${value}`);
      second.dispose();
    });
    const second = event((value) => heard.push(`second ${value}`));
    event((value) => heard.push(`third ${value}`));
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, ['first 1', 'third 1', 'third 2']);
    assert.equal(errors.length, 2);
    emitter.dispose();
    emitter.fire(3);
    assert.equal(heard.length, 3);
  });
});

describe('DisposableList', () => {
  it('gives back what it holds, newest first, and at once what comes late', () => {
    const given: string[] = [];
    const item = (name: string) => ({ dispose: () => void given.push(name) });
    const list = new DisposableList();
    const early = list.add(item('early'));
    list.add(item('a'));
    list.add(item('b'));
    list.remove(early);
    list.dispose();
    list.add(item('late'));
    list.dispose();
    assert.deepEqual(given, ['early', 'b', 'a', 'late']);
  });
});
