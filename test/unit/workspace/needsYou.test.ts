import assert from 'node:assert/strict';
import type { LoopSnapshot } from '../../../src/protocol/loops/loopSnapshot.ts';
import type { WatchedLoop } from '../../../src/workspace/loops/watchedLoop.ts';
import { type Look, type NeedsYou, needsYou, type Wait } from '../../../src/workspace/needsYou.ts';
import { looks, question, round, run, watched } from '../../fakes/snapshots.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

function asks(id: string, values: Parameters<typeof question>[0]): WatchedLoop {
  return watched(id, { questions: [question(values)] });
}

function nameOf(each: Wait | Look): string {
  return each.kind === 'task' || each.kind === 'feedback' ? each.row.id : each.loop.id;
}

function order(found: NeedsYou): string[] {
  return [...found.waits, ...found.looks].map((each) => nameOf(each));
}

describe('needsYou', () => {
  it('puts blocking questions and verdicts by expiry, none last, then by how long they block', () => {
    const verdict: Partial<LoopSnapshot> = {
      waitsForYou: [{ code: 'verdict-wait', args: { round: 1, since: at(1), summary: '', next: '' } }],
    };
    const loops = [
      watched('verdict', verdict),
      asks('no-expiry-new', { askedAt: at(2) }),
      asks('late-expiry', { askedAt: at(0), expiresAt: at(50) }),
      asks('no-expiry-old', { askedAt: at(0) }),
      asks('early-expiry', { askedAt: at(30), expiresAt: at(40) }),
    ];
    assert.deepEqual(order(needsYou(loops, [], 0)), [
      'early-expiry',
      'late-expiry',
      'no-expiry-old',
      'verdict',
      'no-expiry-new',
    ]);
  });

  it('puts other questions after them, by age alone', () => {
    const loops = [
      asks('new', { blocks: false, askedAt: at(9), expiresAt: at(10) }),
      asks('old', { blocks: false, askedAt: at(1) }),
      asks('blocks', { askedAt: at(20) }),
    ];
    assert.deepEqual(order(needsYou(loops, [], 0)), ['blocks', 'old', 'new']);
  });

  it('puts what needs a look last, in its fixed order', () => {
    const codes = [
      'problem',
      'capped',
      'untrusted',
      'decided',
      'needs-person',
      'still-asks',
      'unread',
      'no-progress',
      'stalled',
      'failed',
      'over-cap',
    ] as const;
    const loops = [...codes.map((code) => watched(code, looks(code))), asks('asks', {})];
    assert.deepEqual(order(needsYou(loops, [], 0)), [
      'asks',
      'over-cap',
      'failed',
      'stalled',
      'no-progress',
      'unread',
      'still-asks',
      'needs-person',
      'decided',
      'capped',
      'untrusted',
      'problem',
    ]);
  });

  it('gives the same order however the loops come', () => {
    const loops = [asks('c', {}), asks('a', {}), asks('b', {}), watched('z', looks('failed', 'problem'))];
    assert.deepEqual(order(needsYou(loops, [], 0)), order(needsYou(loops.toReversed(), [], 0)));
  });

  it('shows no question that nobody can read the answer to', () => {
    const ended = { ...watched('ended', { questions: [question()] }) };
    const loops = [
      { ...ended, snapshot: { ...ended.snapshot, waitsForYou: [] } },
      watched('overtaken', { questions: [question({ overtaken: true })] }),
      watched('expired', { questions: [question({ state: 'expired' })] }),
      watched('answered', { questions: [question({ state: 'answered' })] }),
    ];
    assert.deepEqual(needsYou(loops, [], 0).waits, []);
  });

  it('makes one row of equal asks of one loop, and counts it once', () => {
    const again = (offset: number, minute: number) =>
      question({ id: `q${offset}`, text: ' May I? ', offset, askedAt: at(minute) });
    const other = question({
      text: 'May I?',
      offset: 9,
      askedAt: at(1),
      options: [{ id: 'y', label: 'Yes' }],
    });
    const loops = [
      watched('a', { questions: [again(2, 5), again(1, 3), other] }),
      watched('b', { questions: [again(1, 4)] }),
    ];
    const { waits } = needsYou(loops, [], 0);
    assert.deepEqual(
      waits.map((wait) => [wait.asker, wait.same.length]),
      [
        ['a', 1],
        ['a', 2],
        ['b', 1],
      ],
    );
    assert.equal(waits[1]?.same[0], waits[1]);
    const behind = waits[1]?.same[1];
    assert.equal(behind?.kind === 'question' && behind.question?.id, 'q2');
  });

  it('makes one row of equal failures, also of several loops', () => {
    const failure = (text: string) => ({
      ...looks('failed'),
      rounds: [round({ runs: [run({ status: 'failed', error: { kind: 'needs_person', text } })] })],
    });
    const { looks: found } = needsYou(
      [
        watched('a', failure('401 from registry')),
        watched('b', failure('no space')),
        watched('c', failure('401 from registry')),
        watched('d', looks('failed')),
        watched('e', looks('failed')),
      ],
      [],
      0,
    );
    assert.deepEqual(
      found.map((look) => look.same.map((each) => nameOf(each))),
      [['a', 'c'], ['b'], ['d'], ['e']],
    );
  });

  it('gives every wait and look a key of its own, whatever the ids are', () => {
    const ids = ['a|question|["q","x",0]', '__proto__', 'a', '$(zap)', 'a|loop|a'];
    const loops = ids.flatMap((id) =>
      ['/one', '/two'].map((repository) =>
        watched(
          id,
          {
            questions: [
              question({ id: 'q', offset: 0 }),
              question({ id: 'q', offset: 10, text: 'other' }),
              question({ id: null, offset: 20, text: 'more' }),
            ],
            needsALook: [
              { code: 'decided', args: { key: { id: 'q', askedAt: at(0), offset: 0 } } },
              { code: 'decided', args: { key: { id: 'q', askedAt: at(0), offset: 5 } } },
              { code: 'stalled', args: {} },
            ],
          },
          repository,
        ),
      ),
    );
    const found = needsYou(loops, [], 0);
    const keys = [...found.waits, ...found.looks].map((each) => each.key);
    assert.equal(keys.length, loops.length * 6);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('keeps the keys when figures of the reason change', () => {
    const over = (usd: number) =>
      watched('a', { needsALook: [{ code: 'over-cap', args: { usd, cap: 25 } }], costUsd: usd });
    assert.equal(needsYou([over(26)], [], 0).looks[0]?.key, needsYou([over(31)], [], 0).looks[0]?.key);
  });
});
