import assert from 'node:assert/strict';
import type { LoopSnapshot } from '../../../../../src/protocol/loops/loopSnapshot.ts';
import { HOUR, loop, MINUTE, SECOND, START } from '../../../../fakes/loopBuilder.ts';

const states = (snapshot: LoopSnapshot) => snapshot.questions.map((question) => question.state);

describe('a reply', () => {
  it('that names an id answers the newest question of that id', () => {
    const snapshot = loop().ask('a').ask('b').ask().send({ question: 'a', text: 'left' }).after();
    assert.deepEqual(states(snapshot), ['answered', 'open', 'open']);
    assert.equal(snapshot.questions[0]?.answer, 'left');
    assert.deepEqual(snapshot.inbox[0]?.answers, snapshot.questions[0]?.key);
  });

  it('that names an id does nothing where the newest of that id is not open', () => {
    const snapshot = loop().ask('a').ask('b').closeQuestion('withdrawn', 'a').send({ question: 'a' }).after();
    assert.deepEqual(states(snapshot), ['closed', 'open']);
    assert.equal(snapshot.inbox[0]?.answers, null);
  });

  it('that names none answers the newest open one', () => {
    const snapshot = loop().ask('a').ask('b').ask('c').closeQuestion('answered', 'c').send().after();
    assert.deepEqual(states(snapshot), ['open', 'answered', 'answered']);
  });

  it('acts before the first event whose time is later, not before one of its own time', () => {
    const same = loop().beat().ask('a').send();
    assert.deepEqual(states(same.after()), ['answered']);
    const before = loop().beat();
    before.send().ask('a');
    assert.deepEqual(states(before.after()), ['open']);
  });

  it('goes by the greatest time so far, however far the clock falls back after', () => {
    const snapshot = loop()
      .beat()
      .event({ event: 'heartbeat', ts: 0, text: '' }, START + HOUR)
      .event({ event: 'question', ts: 0, text: '', blocks: false, options: [] }, START + MINUTE)
      .send({ ts: START + 2 * MINUTE })
      .after();
    assert.deepEqual(states(snapshot), ['open']);
  });

  it('acts in the order of its time, then of its line', () => {
    const built = loop().ask('a').ask('b').later(MINUTE).beat();
    const snapshot = built
      .send({ ts: START + 3 * SECOND, text: 'third' })
      .send({ ts: START + 2 * SECOND, text: 'first' })
      .send({ ts: START + 2 * SECOND, text: 'second' })
      .after();
    assert.deepEqual(
      snapshot.questions.map((question) => question.answer),
      ['second', 'first'],
    );
  });

  it('answers one that expired, and one that was overtaken', () => {
    const built = loop()
      .ask('a', { timeout_s: 1, blocks: true })
      .later(MINUTE)
      .start()
      .send({ question: 'a' });
    const [question] = built.after().questions;
    assert.deepEqual([question?.state, question?.overtaken], ['answered', true]);
  });

  it('that is a stop, a copy or not trusted answers nothing', () => {
    const snapshot = loop()
      .ask('a')
      .send({ trusted: false })
      .send({ kind: 'stop', id: 's' })
      .send({ kind: 'reply', id: 's' })
      .after();
    assert.deepEqual(states(snapshot), ['open']);
  });

  it('counts where no key is', () => {
    assert.deepEqual(states(loop().ask('a').send({ trusted: null }).after()), ['answered']);
  });
});

describe('question_closed', () => {
  it('with an id takes the newest of that id that none took yet', () => {
    const built = loop().ask('a').send({ question: 'a' }).ask('a').ask('b').closeQuestion('withdrawn', 'a');
    assert.deepEqual(states(built.after()), ['answered', 'closed', 'open']);
    built.closeQuestion('superseded', 'a');
    assert.deepEqual(states(built.after()), ['closed', 'closed', 'open'], 'the next older one');
  });

  it('without an id takes the newest that none took, answered or not', () => {
    const built = loop().ask('a').ask('b').send({ question: 'b' }).closeQuestion('withdrawn');
    assert.deepEqual(states(built.after()), ['open', 'closed']);
    built.closeQuestion('answered', undefined, 'by itself');
    const [first] = built.after().questions;
    assert.deepEqual([first?.state, first?.reason, first?.answer], ['answered', 'answered', 'by itself']);
  });

  it('that finds none does nothing', () => {
    const snapshot = loop().closeQuestion('withdrawn').ask('a').closeQuestion('withdrawn', 'b').after();
    assert.deepEqual(states(snapshot), ['open']);
  });

  it('wins over an earlier reply, and keeps a later one away', () => {
    const later = loop().ask('a').send().closeQuestion('superseded', 'a').after();
    assert.deepEqual([later.questions[0]?.state, later.questions[0]?.reason], ['closed', 'superseded']);
    const earlier = loop().ask('a').closeQuestion('superseded', 'a').send({ question: 'a' }).after();
    assert.equal(earlier.questions[0]?.state, 'closed');
  });

  it('keeps the words of a reply that it only confirms', () => {
    const [question] = loop()
      .ask('a')
      .send({ text: 'left' })
      .closeQuestion('answered', 'a')
      .after().questions;
    assert.deepEqual([question?.state, question?.answer], ['answered', 'left']);
  });
});

describe('the same question asked again', () => {
  it('is a new one, and closes an open one of its id as superseded and taken', () => {
    const built = loop().ask('a').ask('a').closeQuestion('withdrawn', 'a').closeQuestion('answered', 'a');
    const snapshot = built.after();
    assert.deepEqual(
      snapshot.questions.map((question) => question.reason),
      ['superseded', 'withdrawn'],
    );
  });

  it('leaves an answered one as it is', () => {
    assert.deepEqual(states(loop().ask('a').send().ask('a').after()), ['answered', 'open']);
  });

  it('without an id is only another question', () => {
    assert.deepEqual(states(loop().ask().ask().after()), ['open', 'open']);
  });
});

describe('a question’s time', () => {
  it('is out when now is past it, not at it', () => {
    const built = loop().ask('a', { timeout_s: 60, at: START - 10 * SECOND });
    assert.deepEqual(states(built.at(START + 50 * SECOND)), ['open']);
    assert.deepEqual(states(built.at(START + 50 * SECOND + 1000)), ['expired']);
    assert.equal(built.after().questions[0]?.expiresAt, new Date((START + 50 * SECOND) / 1000).toISOString());
  });

  it('does not matter once it is answered', () => {
    assert.deepEqual(states(loop().ask('a', { timeout_s: 1 }).send().after(HOUR)), ['answered']);
  });
});

describe('a question is overtaken', () => {
  const overtaken = (snapshot: LoopSnapshot) => snapshot.questions.map((question) => question.overtaken);

  it('when it blocks and the loop starts something or ends a round before it was answered', () => {
    assert.deepEqual(overtaken(loop().ask('a', { blocks: true }).round(1).after()), [true]);
    assert.deepEqual(overtaken(loop().ask('a', { blocks: true }).start().after()), [true]);
    assert.deepEqual(overtaken(loop().ask('a', { blocks: true }).finish().after()), [true]);
    assert.deepEqual(overtaken(loop().ask('a', { blocks: true }).end().after()), [true]);
  });

  it('not when it does not block', () => {
    assert.deepEqual(overtaken(loop().ask('a').round(1).end().after()), [false]);
  });

  it('not by a straggler, a heartbeat, a closed finding or the end of the loop', () => {
    const built = loop().round(1).start().ask('a', { blocks: true }).finish().beat().close('1').stopped();
    assert.deepEqual(overtaken(built.after()), [false]);
  });

  it('not by what comes after its answer', () => {
    assert.deepEqual(overtaken(loop().ask('a', { blocks: true }).send().start().after()), [false]);
    assert.deepEqual(
      overtaken(loop().ask('a', { blocks: true }).closeQuestion('answered', 'a').start().after()),
      [false],
    );
  });

  it('not by what comes between its answer and a closing of its own', () => {
    const built = loop().ask('a', { blocks: true }).send().start().closeQuestion('superseded', 'a');
    assert.deepEqual([overtaken(built.after()), states(built.after())], [[false], ['closed']]);
  });

  it('by what comes before a late answer, also of the same moment', () => {
    const built = loop().ask('a', { blocks: true }).start().send();
    assert.deepEqual(overtaken(built.after()), [true]);
  });

  it('is worked out anew when the answer turns up later with an early time', () => {
    const built = loop().ask('a', { blocks: true }).start().start();
    const live = built.live();
    const options = { now: new Date(START / 1000 + 5000), stallMinutes: 30, problems: [] };
    assert.deepEqual(overtaken(live.snapshot(options)), [true]);
    live.setInbox(built.send({ ts: START }).inbox);
    const snapshot = live.snapshot(options);
    assert.deepEqual([overtaken(snapshot), states(snapshot)], [[false], ['answered']]);
  });

  it('is worked out anew when a line follows that the answer comes after, also of its own moment', () => {
    for (const answeredAt of [START + HOUR, START + SECOND]) {
      const live = loop().ask('a').send({ ts: answeredAt, question: 'a' }).live();
      const options = { now: new Date(START / 1000 + 5000), stallMinutes: 30, problems: [] };
      assert.deepEqual(states(live.snapshot(options)), ['answered']);
      const ts = START + SECOND;
      live.addEvent({ event: 'question_closed', ts, question: 'a', reason: 'answered', answer: '' }, 500);
      const { questions } = live.snapshot(options);
      assert.deepEqual(
        [questions[0]?.reason, questions[0]?.answer],
        ['answered', null],
        'the reply came too late',
      );
    }
  });
});

describe('trust', () => {
  it('lets the first line of an id count that is not false; later ones are copies', () => {
    const { inbox } = loop()
      .send({ id: 'm', trusted: false })
      .send({ id: 'm' })
      .send({ id: 'm' })
      .send({ id: 'm', trusted: false })
      .after();
    assert.deepEqual(
      inbox.map((entry) => [entry.trusted, entry.copy]),
      [
        [false, false],
        [true, false],
        [true, true],
        [false, false],
      ],
    );
  });

  it('is taken anew for all lines when the key appears', () => {
    const built = loop().ask('a').send({ trusted: null });
    const live = built.live();
    const options = { now: new Date(START / 1000), stallMinutes: 30, problems: [] };
    assert.deepEqual(states(live.snapshot(options)), ['answered']);
    live.setInbox(built.inbox.map((entry) => ({ ...entry, trusted: false })));
    assert.deepEqual(states(live.snapshot(options)), ['open']);
  });
});

describe('a stop is requested', () => {
  const requested = (snapshot: LoopSnapshot) => snapshot.stopRequested;

  it('until an ending event at or after it', () => {
    const built = loop().round(1).send({ kind: 'stop' });
    assert.equal(requested(built.after()), true);
    assert.equal(requested(built.end('continue').start().after()), true);
    assert.equal(requested(built.end('stopped').start().after()), false, 'it started again after the ending');
  });

  it('no more by an ending event of its own moment', () => {
    const built = loop().round(1).end('stopped').send({ kind: 'stop' }).start();
    assert.equal(requested(built.after()), false);
    assert.equal(
      requested(
        loop()
          .round(1)
          .end('stopped')
          .send({ kind: 'stop', ts: START + SECOND + 1 })
          .start()
          .after(),
      ),
      true,
    );
  });

  it('not of a loop that has ended', () => {
    assert.equal(
      requested(
        loop()
          .round(1)
          .stopped()
          .send({ kind: 'stop', ts: START + HOUR })
          .after(),
      ),
      false,
    );
  });

  it('not by an untrusted line, nor by a reply', () => {
    assert.equal(requested(loop().round(1).send({ kind: 'stop', trusted: false }).send().after()), false);
  });
});
