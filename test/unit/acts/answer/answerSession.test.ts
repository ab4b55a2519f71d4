import assert from 'node:assert/strict';
import { AnswerSession } from '../../../../src/acts/answer/answerSession.ts';
import type { LoopTarget } from '../../../../src/acts/answer/answerTarget.ts';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { ok, type Result, refuse } from '../../../../src/protocol/lib/result.ts';
import type { Reply } from '../../../../src/protocol/loops/loopOptions.ts';
import { allAnswered } from '../../../../src/ui/kit/words/alikeWords.ts';
import { DraftStore } from '../../../../src/workspace/kept/drafts.ts';
import type { FeedbackWait } from '../../../../src/workspace/tasks/taskAttention.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { FakeWatcher } from '../../../fakes/fakeWatcher.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';

const QUESTION = {
  key: { id: 'audience', askedAt: '2026-11-30T09:15:00.000Z', offset: 120 },
  options: [{ id: 'leads', label: 'Team leads' }],
};
const ASK: LoopTarget = { key: 'w', loop: { key: 'k', id: 'a' }, question: QUESTION };
const LEADS = { text: '', choice: 'leads' };
const WORDS = { text: 'words', choice: null };

describe('an answer session', () => {
  const temp = tempFolder();
  let drafts: DraftStore;
  let requests: Reply[];
  /** What becomes of each line; what happens while it is on its way goes in here too. */
  let reply: (request: Reply) => Promise<Result<unknown>>;

  beforeEach(async () => {
    const log = new FakeLog();
    drafts = new DraftStore({
      folder: temp(),
      files: nodeFiles,
      clock: new FakeClock(),
      log,
      watcher: new FakeWatcher(),
    });
    await drafts.ready;
    requests = [];
    reply = async () => ok(null);
  });

  afterEach(() => drafts.dispose());

  function sessionOf(target: LoopTarget = ASK): AnswerSession {
    const outbox = {
      reply: async (kind: 'answer' | 'note', loop: { key: string }, request: Reply) => {
        requests.push(request);
        const became = await reply(request);
        if (!became.ok) return became;
        const entry = { id: 'qd-1', ts: '2026-11-30T09:21:04Z', kind: 'reply' as const, text: request.text };
        return ok({ kind, entry, loopKey: loop.key, twice: false });
      },
      respond: () => assert.fail('No task asks.'),
    };
    const session = new AnswerSession({ outbox, drafts }, target.key);
    session.see(target);
    return session;
  }

  it('sends what was chosen and typed, and deletes the draft once the line is on disk', async () => {
    const session = sessionOf();
    const answer = { text: ' but mention leads ', choice: 'leads' };
    session.keep(answer);
    reply = async () => {
      assert.equal(drafts.get('w')?.text, answer.text);
      return ok(null);
    };
    assert.equal(session.sends(answer), 'Team leads. but mention leads');
    assert.equal((await session.send(answer)).ok, true);
    assert.deepEqual(requests, [
      { to: QUESTION.key, text: 'Team leads. but mention leads', choice: 'leads' },
    ]);
    assert.equal(drafts.get('w'), undefined);
  });

  it('keeps the draft where the line was refused, and what was typed while it was on its way', async () => {
    const session = sessionOf();
    session.keep(WORDS);
    reply = async () => refuse('io', 'No space left.');
    const refused = await session.send(WORDS);
    assert.equal(refused.ok === false && refused.code, 'io');
    assert.equal(drafts.get('w')?.text, 'words');
    reply = async () => {
      session.keep({ text: 'words and more', choice: null });
      return ok(null);
    };
    assert.equal((await session.send(WORDS)).ok, true);
    assert.equal(drafts.get('w')?.text, 'words and more');
  });

  it('sends nothing for nothing, and nothing to what was not seen', async () => {
    const session = sessionOf();
    const sent = await session.send({ text: ' \n', choice: null });
    assert.equal(sent.ok === false && sent.code, 'empty');
    assert.equal(session.sends({ text: ' \n', choice: null }), null);
    const unseen = new AnswerSession(
      { outbox: { reply: () => assert.fail(), respond: () => assert.fail() }, drafts },
      'w',
    );
    const gone = await unseen.send(WORDS);
    assert.equal(gone.ok === false && gone.code, 'gone');
    assert.deepEqual(requests, []);
  });

  it('takes Enter struck twice as one answer', async () => {
    const session = sessionOf();
    const both = await Promise.all([session.send(LEADS), session.send({ ...LEADS })]);
    assert.equal(requests.length, 1);
    assert.equal(both[0], both[1]);
  });

  it('tries another answer after the first, so that its refusal is told', async () => {
    const session = sessionOf();
    reply = async () => (requests.length > 1 ? refuse('answered', 'Already answered.') : ok(null));
    const both = await Promise.all([session.send(LEADS), session.send(WORDS)]);
    assert.deepEqual(
      requests.map(({ text }) => text),
      ['Team leads', 'words'],
    );
    assert.deepEqual(
      both.map((one) => one.ok),
      [true, false],
    );
  });

  it('says that the person agreed to answer what has expired', async () => {
    await sessionOf().send(WORDS, { answers: true });
    assert.deepEqual(requests, [{ to: QUESTION.key, text: 'words', answers: true }]);
  });

  it('answers a wait without a question as a note, with the same id from every window', async () => {
    for (let window = 0; window < 2; window += 1) await sessionOf({ ...ASK, question: null }).send(WORDS);
    assert.equal(requests[0]?.to, null);
    assert.match(requests[0]?.id ?? '', /^qd-[0-9a-f]{24}$/);
    assert.equal(requests[0]?.id, requests[1]?.id);
  });

  it('follows the words of a task, and stays with the version that was seen', () => {
    const session = sessionOf();
    const seen = { kind: 'feedback', key: 'w', text: 'May I?', row: { id: 't', version: '1' } };
    session.see(seen as unknown as FeedbackWait);
    session.follow({
      ...seen,
      text: 'May I not?',
      row: { id: 't', version: '2' },
    } as unknown as FeedbackWait);
    const { seen: now } = session;
    assert.ok(now?.kind === 'feedback');
    assert.deepEqual([now.text, now.row.version], ['May I not?', '1']);
  });

  describe('for asks alike', () => {
    const alike = [10, 20, 30].map(
      (offset): LoopTarget => ({
        key: `w${offset}`,
        loop: { key: 'k', id: 'scribe' },
        question: { key: { id: null, askedAt: QUESTION.key.askedAt, offset }, options: [] },
      }),
    );
    const [first] = alike;

    it('sends a line a question, the newest first, and goes on after a refusal', async () => {
      assert.ok(first);
      const session = sessionOf(first);
      session.alike = alike;
      session.keep(WORDS);
      drafts.set('w30', { text: 'begun before', choice: null });
      reply = async ({ to }) => (to?.offset === 20 ? refuse('answered', 'Already answered.') : ok(null));
      const all = await session.sendToAll(WORDS);
      assert.deepEqual(
        requests.map(({ to, text }) => `${to?.offset} ${text}`),
        ['30 words', '20 words', '10 words'],
      );
      assert.equal(
        allAnswered(all.answered, all.refused, 'scribe'),
        'scribe: 2 answered, 1 refused: answered meanwhile',
      );
      // Of the one that was refused the text is kept, and it can be tried again for all.
      assert.deepEqual(
        ['w10', 'w20', 'w30'].map((key) => drafts.get(key)?.text),
        [undefined, 'words', undefined],
      );
      assert.equal(session.alike, alike);
    });

    it('is told in one line, each reason once', () => {
      const refused = ['answered', 'expired', 'answered'].map((code) => refuse(code, ''));
      assert.equal(
        allAnswered(0, refused, '$(zap)').replaceAll('\u2060', ''),
        '$(zap): 0 answered, 3 refused: answered meanwhile, its time ran out meanwhile',
      );
      assert.doesNotMatch(allAnswered(0, refused, '$(zap)'), /\$\(/);
      assert.equal(allAnswered(12, [], 'scribe'), 'scribe: 12 answered.');
    });
  });

  describe('that holds an option', () => {
    it('has it on disk, marked as not sent, for as long as nothing else was done', async () => {
      const session = sessionOf();
      await session.hold('leads');
      assert.equal(drafts.get('w')?.notSent, 'window-closed');
      const others = [
        async () => session.keep({ text: 'no, wait', choice: null }),
        async () => session.keep(LEADS),
        () => session.discard(),
        () => session.hold('builders'),
      ];
      for (const [at, other] of others.entries()) {
        const held = await session.hold('leads');
        await other();
        const draft = drafts.get('w');
        await held.drop();
        assert.equal(held.release(), null, String(at));
        assert.deepEqual(drafts.get('w'), draft);
      }
    });

    it('is dropped for what was there before, or released to be sent', async () => {
      const session = sessionOf();
      await (await session.hold('leads')).drop();
      assert.equal(drafts.get('w'), undefined);
      session.keep({ text: '', choice: 'builders' });
      await (await session.hold('leads')).drop();
      assert.deepEqual([drafts.get('w')?.choice, drafts.get('w')?.notSent], ['builders', null]);
      const answer = (await session.hold('leads')).release();
      assert.deepEqual(answer, LEADS);
      assert.deepEqual([drafts.get('w')?.choice, drafts.get('w')?.notSent], ['leads', null]);
    });
  });
});
