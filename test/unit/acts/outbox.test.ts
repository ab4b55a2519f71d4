import assert from 'node:assert/strict';
import { Outbox, type OutboxPorts } from '../../../src/acts/outbox.ts';
import { ok, refuse } from '../../../src/protocol/lib/result.ts';
import type { WatchedLoop } from '../../../src/workspace/loops/watchedLoop.ts';

const REQUEST = { to: null, text: 'words' };

function setUp(change: Partial<OutboxPorts> = {}, loopChange: Partial<WatchedLoop> = {}) {
  const acts: string[] = [];
  const loop = {
    key: 'k',
    folder: '/r/.loops/a',
    id: 'a',
    writable: { ok: true },
    ...loopChange,
  } as unknown as WatchedLoop;
  const ports: OutboxPorts = {
    inbox: {
      reply: async (folder, { text }) => {
        acts.push(`reply ${folder} ${text}`);
        return ok({ id: 'qd-1', ts: '2026-11-30T09:21:04Z', kind: 'reply', text });
      },
      stop: async () => ok({ id: 'qd-2', ts: '2026-11-30T09:21:04Z', kind: 'stop', text: '' }),
    },
    signingKey: async () => {
      acts.push('key');
      return ok(new Uint8Array(32));
    },
    trusted: () => true,
    model: { loop: () => loop, workspace: () => undefined },
    store: { poke: (folder) => void acts.push(`poke ${folder}`) },
    tasks: { act: async () => refuse('gone', 'No tasks here.') },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...change,
  };
  return { outbox: new Outbox(ports), acts, loop };
}

describe('the outbox', () => {
  it('signs, writes, and has the loop looked at', async () => {
    const { outbox, acts, loop } = setUp();
    assert.equal((await outbox.reply('answer', loop, REQUEST)).ok, true);
    assert.deepEqual(acts, ['key', 'reply /r/.loops/a words', 'poke /r/.loops/a']);
  });

  it('has the loop looked at where the line was refused too', async () => {
    const inbox = { reply: async () => refuse('io', 'No space left.'), stop: async () => refuse('io', '') };
    const { outbox, acts, loop } = setUp({ inbox });
    const sent = await outbox.reply('answer', loop, REQUEST);
    assert.equal(sent.ok === false && sent.code, 'io');
    assert.deepEqual(acts, ['key', 'poke /r/.loops/a']);
  });

  it('neither reads nor makes a key where it may not write', async () => {
    const refusals: [Partial<OutboxPorts>, Partial<WatchedLoop>, string][] = [
      [{ trusted: () => false }, {}, 'restricted'],
      [{}, { writable: { ok: false, code: 'read-only', args: {} } }, 'read-only'],
      [{ model: { loop: () => undefined, workspace: () => undefined } }, {}, 'gone'],
    ];
    for (const [ports, loopChange, code] of refusals) {
      const { outbox, acts, loop } = setUp(ports, loopChange);
      const sent = await outbox.reply('note', loop, REQUEST);
      assert.equal(sent.ok === false && sent.code, code);
      assert.deepEqual(acts, []);
    }
  });

  it('says what was sent', async () => {
    const { outbox, loop } = setUp();
    const told: string[] = [];
    outbox.onDidSend((sent) => {
      if (sent.kind !== 'feedback') told.push(`${sent.kind} ${sent.entry.id} ${sent.loopKey}`);
    });
    await outbox.stop(loop, 'qd-2');
    assert.deepEqual(told, ['stop qd-2 k']);
  });
});
