import assert from 'node:assert/strict';
import type { RowItem } from '../../../../../src/host/treeItem.ts';
import {
  badgeWords,
  type NeedsYouRow,
  needsYouDescription,
  needsYouSource,
} from '../../../../../src/ui/views/needsYou/needsYouView.ts';
import { questionWaitKey } from '../../../../../src/workspace/needsYou.ts';
import { FakeModel } from '../../../../fakes/fakeModel.ts';
import { looks, question, sent, watched } from '../../../../fakes/snapshots.ts';

function draw(model: FakeModel): { row: NeedsYouRow; item: RowItem; children: NeedsYouRow[] }[] {
  const source = needsYouSource(model);
  return source.roots().map((row) => ({ row, item: source.item(row), children: [...source.children(row)] }));
}

const line = ({ item }: { item: RowItem }) => [item.label, item.description ?? ''].join('  ').trim();
const minutesAgo = (minutes: number) =>
  new Date(Date.parse('2026-03-02T09:00:00Z') - minutes * 60_000).toISOString();

const asks = (id: string, text: string, values: Parameters<typeof question>[0] = {}) =>
  watched(id, { status: 'waiting', questions: [question({ text, askedAt: minutesAgo(6), ...values })] });

describe('Needs You', () => {
  it('says in which file a problem is, and which', () => {
    const args = { count: 1, file: 'events.jsonl', message: 'Line 2 is not JSON' };
    assert.deepEqual(
      draw(new FakeModel(watched('broken', { needsALook: [{ code: 'problem', args }] })))
        .map(line)
        .slice(1),
      ['broken  a problem in its files: events.jsonl: Line 2 is not JSON'],
    );
  });

  it('shows what waits by expiry, then what needs a look', () => {
    const model = new FakeModel(
      watched('flaky', {
        needsALook: [{ code: 'over-cap', args: { caps: [{ cap: 'cost', value: 31.2, limit: 25 }] } }],
      }),
      asks('importer', 'Merge the schema change?'),
      asks('dashboard', 'Who first?', { expiresAt: minutesAgo(-3.5) }),
      watched('api-docs', {
        needsALook: [
          { code: 'no-progress', args: { ways: ['findings'], openMaterial: [4, 4, 4], again: [] } },
        ],
      }),
    );
    const rows = draw(model);
    assert.deepEqual(rows.map(line), [
      'dashboard  6 m · “Who first?”',
      'importer  6 m · “Merge the schema change?”',
      'flaky  over cap: $31.20 of $25',
      'api-docs  no progress ×3: 4 stay open',
    ]);
    assert.deepEqual(
      rows.map(({ item }) => item.badge?.text),
      ['3m', undefined, '$', '='],
    );
    assert.equal(needsYouDescription(model), '2 wait · 2 to look at');
    assert.match(badgeWords(model), /^2 loops wait for you · the first goes on at \d\d:03$/);
  });

  it('says the ask whole to a screen reader, with how long it waits', () => {
    const [row] = draw(new FakeModel(asks('dashboard', 'Who first?', { expiresAt: minutesAgo(-3.5) })));
    assert.equal(row?.item.spoken, 'dashboard asks, Who first?, waits 6 min, goes on without you in 3 min');
  });

  it('unfolds what waits alone, and leaves the rest folded', () => {
    const one = new FakeModel(asks('a', 'Alone?'));
    assert.equal(draw(one)[0]?.item.expands, 'open');
    const two = new FakeModel(asks('a', 'One?'), asks('b', 'Two?'));
    assert.deepEqual(
      draw(two).map(({ item }) => item.expands),
      ['closed', 'closed'],
    );
  });

  it('does not unfold a question again because the others went away', () => {
    const model = new FakeModel(asks('a', 'One?'), asks('b', 'Two?'));
    const source = needsYouSource(model);
    source.roots();
    model.list = model.list.slice(0, 1);
    assert.deepEqual(
      source.roots().map((row) => source.item(row).expands),
      ['closed'],
    );
  });

  it('shows equal asks of one loop as one row with a count, each of them under it', () => {
    const loop = watched('scribe', {
      status: 'waiting',
      questions: Array.from({ length: 12 }, (_, index) =>
        question({ id: `q${index}`, text: 'May I?', offset: index }),
      ),
    });
    const rows = draw(new FakeModel(loop));
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.item.label, 'scribe ×12');
    assert.equal(rows[0]?.children.filter((row) => row.kind === 'wait').length, 11);
    const ids = rows[0]?.children.map((row) => row.id) ?? [];
    assert.equal(new Set(ids).size, ids.length);
  });

  it('shows equal failures as one row', () => {
    const failed = (id: string) =>
      watched(id, { status: 'failed', needsALook: [{ code: 'failed', args: { summary: '' } }], rounds: [] });
    const loops = ['a', 'b', 'c'].map(failed).map((loop) => ({
      ...loop,
      snapshot: { ...loop.snapshot, needsALook: [{ code: 'failed' as const, args: { text: '429' } }] },
    }));
    const rows = draw(new FakeModel(...loops)).filter(({ row }) => row.kind === 'look');
    assert.equal(rows.length, 1);
    assert.match(rows[0]?.item.label ?? '', /×3$/);
    assert.equal(rows[0]?.item.badge?.text, '3');
    assert.equal(rows[0]?.children.length, 3);
  });

  it('names this editor’s key where an answer was read and not taken, and never what is in it', () => {
    const model = new FakeModel(watched('a', looks('still-asks')));
    const [, row] = draw(model);
    assert.equal(row?.item.description, 'read your answer and still asks');
    assert.match(
      row?.item.tooltip ?? '',
      /Key of this editor: \/home\/me\/\.config\/loopcaptain\/inbox\.key, fingerprint ab12cd34/,
    );
    assert.ok(row?.item.words.includes('keyed'));
  });

  it('says how long an answer was not read', () => {
    const model = new FakeModel(
      watched('importer', {
        needsALook: [{ code: 'unread', args: { id: 'qd-1', kind: 'reply', since: minutesAgo(34) } }],
        inbox: [sent({ ts: minutesAgo(34) })],
      }),
    );
    assert.equal(draw(model)[1]?.item.description, 'has not read your answer for 34 min');
  });

  it('says that nothing waits, and what runs', () => {
    const model = new FakeModel(watched('a'), watched('b'));
    assert.deepEqual(draw(model).map(line), ['Nothing waits for you.  2 loops run']);
    assert.equal(needsYouDescription(model), '');
  });

  it('says in Restricted Mode how to be able to answer, and offers no answer', () => {
    const loop = {
      ...asks('a', 'One?'),
      writable: { ok: false as const, code: 'restricted' as const, args: {} },
    };
    const model = new FakeModel(loop);
    model.isTrusted = false;
    const rows = draw(model);
    assert.match(rows[0]?.item.label ?? '', /^Trust this workspace to answer/);
    const words = rows.flatMap(({ item, children }) =>
      [item.words, ...children.map((row) => needsYouSource(model).item(row).words)].flat(),
    );
    assert.ok(!words.includes('answerable'));
    assert.ok(
      rows[1]?.children.some((row) => row.kind === 'words' && /Trust this workspace/.test(row.label)),
    );
  });

  it('shows the draft where own words go', () => {
    const loop = asks('a', 'One?');
    const model = new FakeModel(loop);
    const [first] = loop.snapshot.questions;
    assert.ok(first);
    model.drafts.set(questionWaitKey(loop, first), {
      text: 'branch, but',
      choice: null,
      savedAt: 0,
      window: 'w',
      notSent: null,
    });
    const source = needsYouSource(model);
    const [row] = source.roots();
    assert.ok(row);
    const own = source.children(row).at(-1);
    assert.ok(own);
    assert.equal(line({ item: source.item(own) }), '…  Answer  draft “branch, but”');
  });
});
