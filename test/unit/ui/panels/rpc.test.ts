import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ok, refuse } from '../../../../src/protocol/lib/result.ts';
import { BAD, nothing, object, text, whole } from '../../../../src/ui/panels/checkMessage.ts';
import {
  MAX_SLICE_BYTES,
  PanelChannel,
  type PanelHandlers,
  type Slice,
  sliceKey,
  type ToPanel,
} from '../../../../src/ui/panels/rpc.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';
import { idle } from '../../../fakes/until.ts';

type Contract = {
  slices: {
    word: { asks: null; gives: string };
    page: { asks: { page: number }; gives: number[] };
  };
  requests: {
    say: { takes: { word: string }; gives: string };
    refuse: { takes: null; gives: null };
    fail: { takes: null; gives: null };
  };
  events: { look: { at: number } };
};

class World {
  word = 'first';
  numbers: readonly number[] = [1, 2, 3];
  made = 0;
  readonly posted: ToPanel[] = [];
  readonly logged: string[] = [];
  readonly clock = new FakeClock();
  readonly handlers: PanelHandlers<Contract> = {
    slices: {
      word: { check: nothing, give: () => this.word },
      page: {
        check: object({ page: whole(0, 100) }),
        stamp: () => [this.numbers],
        give: ({ page }) => {
          this.made += 1;
          return this.numbers.map((number) => number + page);
        },
      },
    },
    requests: {
      say: { check: object({ word: text(5) }), run: async ({ word }) => ok(word.toUpperCase()) },
      refuse: { check: nothing, run: () => refuse('busy', 'not now', { by: 'me' }) },
      fail: {
        check: nothing,
        run: () => {
          throw new Error('a bug');
        },
      },
    },
  };
  readonly channel = new PanelChannel<Contract>(
    {
      post: (message) => this.posted.push(message),
      clock: this.clock,
      log: {
        info: () => undefined,
        warn: (line) => this.logged.push(line),
        error: (line) => this.logged.push(line),
      },
      refusalWords: (code, args, message) => `${code} ${String(args['by'])} ${message}`,
      failed: (failure) => this.logged.push(`said: ${String(failure)}`),
    },
    this.handlers,
  );

  ask(name: string, ask: unknown, id = 1): Slice<unknown> {
    this.channel.receive({ kind: 'slice', id, name, ask });
    const last = this.posted.at(-1);
    assert.ok(last?.kind === 'answer' && last.reply.ok);
    return last.reply.value as Slice<unknown>;
  }

  /** Keys told as changed since the last look. */
  told(): string[] {
    const keys = this.posted.flatMap((each) => (each.kind === 'changed' ? Object.keys(each.versions) : []));
    this.posted.length = 0;
    return keys;
  }
}

describe('the channel of a panel', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  it('gives a slice whole, with a version that stays while it is the same', () => {
    const first = world.ask('word', null);
    assert.equal(first.value, 'first');
    assert.equal(world.ask('word', null).version, first.version);
    world.word = 'second';
    const second = world.ask('word', null);
    assert.equal(second.value, 'second');
    assert.notEqual(second.version, first.version);
  });

  it('answers also what was asked for at too great length', () => {
    world.channel.receive({ kind: 'slice', id: 9, name: 'page', ask: { page: 'x'.repeat(3000) } });
    assert.deepEqual(world.posted, [
      { kind: 'answer', id: 9, reply: { ok: false, code: 'bad-message', words: '' } },
    ]);
  });

  it('tells which of the slices that were asked for differ, once, until they are asked for again', () => {
    world.ask('word', null);
    world.ask('page', { page: 0 });
    world.channel.changed();
    assert.deepEqual(world.told(), []);
    world.word = 'second';
    world.channel.changed();
    assert.deepEqual(world.told(), [sliceKey('word', null)]);
    world.clock.advance(100);
    world.word = 'third';
    world.channel.changed();
    assert.deepEqual(world.told(), []);
    assert.equal(world.ask('word', null).value, 'third');
    world.clock.advance(100);
    world.word = 'fourth';
    world.channel.changed();
    assert.deepEqual(world.told(), [sliceKey('word', null)]);
  });

  it('tells the first change at once and a burst together', () => {
    world.ask('word', null);
    world.ask('page', { page: 0 });
    world.word = 'second';
    world.channel.changed();
    assert.deepEqual(world.told(), [sliceKey('word', null)]);
    world.ask('word', null);
    world.posted.length = 0;
    for (let at = 0; at < 50; at += 1) {
      world.word = `word ${at}`;
      world.numbers = [at];
      world.channel.changed();
    }
    assert.deepEqual(world.told(), []);
    world.clock.advance(50);
    assert.deepEqual(world.told().sort(), [sliceKey('page', { page: 0 }), sliceKey('word', null)].sort());
  });

  it('makes no slice anew while nothing that it is made of is another', () => {
    world.ask('page', { page: 1 });
    assert.equal(world.made, 1);
    for (let at = 0; at < 9; at += 1) {
      world.clock.advance(100);
      world.channel.changed();
    }
    assert.equal(world.made, 1);
    world.numbers = [7];
    world.clock.advance(100);
    world.channel.changed();
    assert.deepEqual(world.told(), [sliceKey('page', { page: 1 })]);
  });

  it('looks at nothing that the page has let go, or that went with its page', () => {
    world.ask('word', null);
    world.channel.receive({ kind: 'forget', keys: [sliceKey('word', null)] });
    world.word = 'second';
    world.channel.changed();
    assert.deepEqual(world.told(), []);
    world.ask('word', null);
    world.channel.receive({ kind: 'start' });
    world.word = 'third';
    world.clock.advance(100);
    world.channel.changed();
    assert.deepEqual(world.told(), []);
  });

  it('follows no more than it can', () => {
    for (let page = 0; page <= 100; page += 1) world.ask('page', { page });
    world.made = 0;
    world.numbers = [5];
    world.channel.changed();
    assert.equal(world.made, 64);
  });

  it('refuses a slice over 200 kB rather than send it', () => {
    world.word = 'é'.repeat(MAX_SLICE_BYTES / 2);
    world.channel.receive({ kind: 'slice', id: 4, name: 'word', ask: null });
    assert.deepEqual(world.posted, [
      { kind: 'answer', id: 4, reply: { ok: false, code: 'too-large', words: '' } },
    ]);
  });

  it('answers every request once: done, refused in words, failed, unknown or ill-formed', async () => {
    const requests: [string, unknown][] = [
      ['say', { word: 'yes' }],
      ['refuse', null],
      ['fail', null],
      ['nothing', null],
      ['toString', null],
      ['say', { word: 'far too long' }],
      ['say', { word: 'x', command: 'workbench.action.quit' }],
    ];
    requests.forEach(([name, value], id) => {
      world.channel.receive({ kind: 'request', id, name, value });
    });
    await idle();
    const answers = world.posted.map((each) => (each.kind === 'answer' ? [each.id, each.reply] : each));
    const bad = { ok: false, code: 'bad-message', words: '' };
    assert.equal(world.logged.filter((line) => line === 'said: Error: a bug').length, 1);
    assert.deepEqual(
      answers.sort((one, other) => Number((one as unknown[])[0]) - Number((other as unknown[])[0])),
      [
        [0, { ok: true, value: 'YES' }],
        [1, { ok: false, code: 'busy', words: 'busy me not now' }],
        [2, { ok: false, code: 'failed', words: '' }],
        [3, bad],
        [4, bad],
        [5, bad],
        [6, bad],
      ],
    );
  });

  it('takes anything without a throw, and runs nothing that its checkers refuse', async () => {
    let ran = 0;
    world.handlers.requests.say.run = () => {
      ran += 1;
      return ok('');
    };
    const message = fc.record(
      {
        kind: fc.constantFrom('slice', 'request', 'forget', 'start', 'other'),
        id: fc.oneof(fc.integer(), fc.anything()),
        name: fc.oneof(fc.constantFrom('word', 'page', 'say', '__proto__', 'constructor'), fc.anything()),
        ask: fc.anything({ withBigInt: true }),
        value: fc.anything(),
        keys: fc.anything(),
      },
      { requiredKeys: ['kind'] },
    );
    fc.assert(fc.property(fc.oneof(message, fc.anything()), (each) => world.channel.receive(each)));
    await idle();
    const said = fc.sample(message, 200).filter(({ value }) => object({ word: text(5) })(value) !== BAD);
    assert.ok(ran <= said.length + 1);
  });

  it('keeps what it is to tell until the page runs, of each name the newest', () => {
    world.channel.send('look', { at: 1 });
    world.channel.send('look', { at: 2 });
    assert.deepEqual(world.posted, []);
    world.channel.receive({ kind: 'start' });
    world.channel.send('look', { at: 3 });
    assert.deepEqual(
      world.posted,
      [2, 3].map((at) => ({ kind: 'event', name: 'look', value: { at } })),
    );
  });

  it('says nothing after its end', () => {
    world.ask('word', null);
    world.posted.length = 0;
    world.channel.dispose();
    world.word = 'second';
    world.channel.changed();
    world.channel.send('look', { at: 1 });
    world.clock.advance(1000);
    assert.deepEqual(world.posted, []);
  });
});
