import assert from 'node:assert/strict';
import { Answering, type AnsweringPorts } from '../../../../src/acts/answer/answering.ts';
import { ok, refuse } from '../../../../src/protocol/lib/result.ts';
import type { QuestionState } from '../../../../src/protocol/loops/loopSnapshot.ts';
import type { ReplyRequest } from '../../../../src/protocol/loops/write.ts';
import type { WatchedLoop } from '../../../../src/workspace/loops/watchedLoop.ts';
import type { LoopWait } from '../../../../src/workspace/needsYou.ts';

const question = {
  key: { id: 'audience', askedAt: '2026-11-30T09:15:00.000Z', offset: 120 },
  options: [{ id: 'leads', label: 'Team leads' }],
} as unknown as QuestionState;

function setUp(change: Partial<AnsweringPorts> = {}, loopChange: Partial<WatchedLoop> = {}) {
  const acts: string[] = [];
  const requests: ReplyRequest[] = [];
  const loop = {
    key: 'k',
    folder: '/r/.loops/a',
    id: 'a',
    writable: { ok: true },
    ...loopChange,
  } as unknown as WatchedLoop;
  const ports: AnsweringPorts = {
    reply: async (_folder, request) => {
      acts.push('reply');
      requests.push(request);
      return ok({ id: 'qd-1', ts: '2026-11-30T09:21:04Z', kind: 'reply', text: request.text });
    },
    stop: async () => ok({ id: 'qd-2', ts: '2026-11-30T09:21:04Z', kind: 'stop', text: '' }),
    signingKey: async () => {
      acts.push('key');
      return ok(new Uint8Array(32));
    },
    trusted: () => true,
    store: { get: () => loop, poke: () => void acts.push('poke') },
    tasks: {
      get: () => undefined,
      respond: async () => refuse('gone', 'No tasks here.'),
    },
    drafts: { delete: async (key) => void acts.push(`delete ${key}`) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...change,
  };
  const wait = { kind: 'question', key: 'w', loop, question } as unknown as LoopWait;
  return { answering: new Answering(ports), acts, requests, wait, loop };
}

describe('Answering', () => {
  it('deletes the draft and looks again once the line is on disk', async () => {
    const { answering, acts, requests, wait } = setUp();
    const sent = await answering.answer(wait, { text: 'but mention leads', choice: 'leads' });
    assert.equal(sent.ok, true);
    assert.deepEqual(acts, ['key', 'reply', 'poke', 'delete w']);
    assert.deepEqual(requests, [
      { to: question.key, text: 'Team leads. but mention leads', choice: 'leads' },
    ]);
  });

  it('keeps the draft when the line was refused', async () => {
    const { answering, acts, wait } = setUp({ reply: async () => refuse('io', 'No space left.') });
    const sent = await answering.answer(wait, { text: 'words', choice: null });
    assert.equal(sent.ok === false && sent.code, 'io');
    assert.deepEqual(acts, ['key', 'poke']);
  });

  it('neither reads nor makes a key where it may not write', async () => {
    const refusals: [Partial<AnsweringPorts>, Partial<WatchedLoop>, string][] = [
      [{ trusted: () => false }, {}, 'restricted'],
      [{}, { writable: { ok: false, code: 'read-only', args: {} } }, 'read-only'],
      [{ store: { get: () => undefined, poke: () => undefined } }, {}, 'gone'],
    ];
    for (const [ports, loopChange, code] of refusals) {
      const { answering, acts, wait } = setUp(ports, loopChange);
      const sent = await answering.answer(wait, { text: 'words', choice: null });
      assert.equal(sent.ok === false && sent.code, code);
      assert.deepEqual(acts, []);
    }
  });

  it('sends nothing for nothing', async () => {
    const { answering, acts, wait, loop } = setUp();
    for (const sent of [
      await answering.answer(wait, { text: ' \n', choice: null }),
      await answering.note(loop, '  ', 'qd-3'),
    ]) {
      assert.equal(sent.ok === false && sent.code, 'empty');
    }
    assert.deepEqual(acts, []);
  });

  it('takes Enter struck twice as one answer', async () => {
    const { answering, requests, wait } = setUp();
    const answer = { text: '', choice: 'leads' };
    const both = await Promise.all([answering.answer(wait, answer), answering.answer(wait, { ...answer })]);
    assert.equal(requests.length, 1);
    assert.equal(both[0], both[1]);
  });

  it('tries another answer after the first, so that its refusal is told', async () => {
    const texts: string[] = [];
    const { answering, wait } = setUp({
      reply: async (_folder, request) => {
        texts.push(request.text);
        return texts.length > 1
          ? refuse('answered', 'Already answered.')
          : ok({ id: 'qd-1', ts: '2026-11-30T09:21:04Z', kind: 'reply', text: request.text });
      },
    });
    const both = await Promise.all([
      answering.answer(wait, { text: '', choice: 'leads' }),
      answering.answer(wait, { text: 'words', choice: null }),
    ]);
    assert.deepEqual(texts, ['Team leads', 'words']);
    assert.deepEqual(
      both.map((one) => one.ok),
      [true, false],
    );
  });

  it('answers a wait without a question as a note, with the same id from every window', async () => {
    const first = setUp();
    const second = setUp();
    for (const { answering, wait } of [first, second]) {
      await answering.answer({ ...wait, question: null }, { text: 'go on', choice: null });
    }
    assert.equal(first.requests[0]?.to, null);
    assert.match(first.requests[0]?.id ?? '', /^qd-[0-9a-f]{24}$/);
    assert.equal(first.requests[0]?.id, second.requests[0]?.id);
  });

  it('says what was sent', async () => {
    const { answering, loop } = setUp();
    const told: string[] = [];
    answering.onDidSend((sent) => {
      if (sent.kind !== 'feedback') told.push(`${sent.kind} ${sent.entry.id} ${sent.loopKey}`);
    });
    await answering.stop(loop, 'qd-2');
    assert.deepEqual(told, ['stop qd-2 k']);
  });
});
