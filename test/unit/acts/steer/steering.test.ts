import assert from 'node:assert/strict';
import { Steering } from '../../../../src/acts/steer/steering.ts';
import { refuse } from '../../../../src/protocol/lib/result.ts';
import type { HeldNote } from '../../../../src/workspace/kept/heldNotes.ts';
import { FakeAnswering } from '../../../fakes/fakeAnswering.ts';
import { FakeModel } from '../../../fakes/fakeModel.ts';
import { AUDIENCE, dashboard } from '../../../fakes/questionWorlds.ts';

function setUp() {
  const loop = dashboard();
  const fake = new FakeAnswering(new Map(), () => 0);
  const notes = [{ id: 'qd-9', loopKey: loop.key, text: 'Shorter' }] as HeldNote[];
  const steering = new Steering({
    ...fake.ports,
    model: new FakeModel(loop),
    heldNotes: {
      keep: async () => refuse('io', 'No space left.'),
      list: () => notes,
      drop: async (id) => void notes.splice(0, notes.length, ...notes.filter((note) => note.id !== id)),
    },
  });
  return { steering, loop, requests: fake.requests, fake };
}

describe('steering', () => {
  it('sends a note that answers nothing, under the id that its box was given', async () => {
    const { steering, loop, requests } = setUp();
    assert.equal((await steering.note(loop, ' Shorter\n', 'qd-3')).ok, true);
    assert.deepEqual(requests, [{ to: null, text: 'Shorter', id: 'qd-3' }]);
    const nothing = await steering.note(loop, '  ', 'qd-4');
    assert.equal(nothing.ok === false && nothing.code, 'empty');
    assert.equal(requests.length, 1);
  });

  it('answers what is open with a note’s text, and leaves another draft of the question alone where that fails', async () => {
    const { steering, loop, fake } = setUp();
    const open = steering.questionOf(loop);
    assert.equal(open?.question.text, AUDIENCE.text);
    assert.ok(open);
    const draft = { text: 'my own words', choice: null, savedAt: 0, notSent: null, window: 'here' };
    fake.drafts.set(open.session.key, draft);
    fake.becomes = async () => false;
    assert.equal((await open.session.send({ text: 'Shorter', choice: null })).ok, false);
    assert.equal(fake.drafts.get(open.session.key)?.text, 'my own words');
    assert.deepEqual(
      fake.requests.map(({ to, text }) => [to, text]),
      [[AUDIENCE.key, 'Shorter']],
    );
  });

  it('finds a held note with its loop, until it is dropped', async () => {
    const { steering, loop } = setUp();
    assert.equal(steering.held('qd-9')?.loop, loop);
    await steering.drop('qd-9');
    assert.equal(steering.held('qd-9'), undefined);
  });
});
