import assert from 'node:assert/strict';
import type { Option } from '../../../../src/protocol/lib/option.ts';
import { optionButtons, toastContent } from '../../../../src/ui/notifications/toastContent.ts';
import type { WatchedLoop } from '../../../../src/workspace/loops/watchedLoop.ts';
import { type LoopWait, needsYou, type Wait } from '../../../../src/workspace/needsYou.ts';
import { asking, taskWorkspace } from '../../../fakes/shownTasks.ts';

const now = Date.parse('2026-11-30T09:21:00Z');
const options = [
  { id: 'leads', label: 'Team leads' },
  { id: 'builders', label: 'The engineers' },
];

function wait(change: { id?: string; text?: string; options?: Option[]; writable?: boolean } = {}): LoopWait {
  const loop = {
    key: `/r|${change.id ?? 'dashboard'}`,
    id: change.id ?? 'dashboard',
    repository: '/home/me/webshop',
    folder: '/home/me/webshop/.loops/dashboard',
    snapshot: { rounds: [], openFindings: [], manifest: null },
    writable: change.writable === false ? { ok: false, code: 'restricted', args: {} } : { ok: true },
  } as unknown as WatchedLoop;
  const made = {
    kind: 'question',
    key: `${loop.key}|q`,
    loop,
    question: { round: 3 },
    asker: change.id ?? 'dashboard',
    text: change.text ?? 'Who first?',
    options: change.options ?? options,
    since: now - 60_000,
    expiresAt: now + 240_000,
    blocks: true,
    same: [] as LoopWait[],
  } as unknown as LoopWait;
  made.same = [made];
  return made;
}

const labels = (kind: ReturnType<typeof toastContent>) => kind.buttons.map((button) => button.label);

describe('toasts', () => {
  it('name loop and folder, what is asked and how long there is, and offer the options last', () => {
    const content = toastContent({ kind: 'wait', wait: wait(), others: [], marks: [] }, now);
    assert.equal(content.text, 'dashboard in webshop asks (4 min left): Who first?');
    assert.deepEqual(labels(content), ['Answer…', 'Team leads', 'The engineers']);
  });

  it('have a first button that writes nothing, whatever they are about', () => {
    const caps = [{ cap: 'cost', value: 7.5, limit: 5 }];
    const look = {
      loop: wait().loop,
      code: 'over-cap',
      reason: { code: 'over-cap', args: { caps } },
    } as never;
    const all = [
      toastContent({ kind: 'wait', wait: wait(), others: [], marks: [] }, now),
      toastContent({ kind: 'wait', wait: wait(), others: [wait({ id: 'importer' })], marks: [] }, now),
      toastContent({ kind: 'reminder', wait: wait(), marks: [] }, now),
      toastContent({ kind: 'summary', why: 'away', waits: [wait(), wait({ id: 'b' })], marks: [] }, now),
      toastContent({ kind: 'over-cap', look, marks: [] }, now),
      toastContent({ kind: 'no-progress', look, marks: [] }, now),
    ];
    for (const content of all) {
      assert.ok(['answer', 'show', 'showAll'].includes(content.buttons[0]?.act.act ?? ''), content.text);
    }
  });

  it('tell several at once, with the first of them', () => {
    const waits = [wait({ id: 'importer' }), wait({ id: 'b' }), wait({ id: 'c' })];
    const [first, ...others] = waits as [Wait, ...Wait[]];
    const content = toastContent({ kind: 'wait', wait: first, others, marks: [] }, now);
    assert.equal(content.text, '3 loops ask. First: importer in webshop, “Who first?”');
    assert.deepEqual(labels(content), ['Answer…', 'Show All']);
  });

  it('offer no answer where none can be written', () => {
    const content = toastContent(
      { kind: 'wait', wait: wait({ writable: false }), others: [], marks: [] },
      now,
    );
    assert.deepEqual(labels(content), ['Show']);
  });

  it('offer no options that go by one id', () => {
    const twins = [
      { id: 'a', label: 'Merge' },
      { id: 'a', label: 'Delete' },
    ];
    assert.deepEqual(optionButtons(twins), []);
  });

  it('turn options into buttons only if all can be read whole and told apart', () => {
    const of = (...texts: string[]): Option[] => texts.map((label, place) => ({ id: `o${place}`, label }));
    assert.equal(optionButtons(of('Yes', 'No', 'Later')).length, 3);
    assert.equal(optionButtons(of('Yes', 'No', 'Later', 'Never')).length, 0);
    assert.equal(optionButtons(of('x'.repeat(30), 'y'.repeat(10))).length, 2);
    for (const mine of ['Answer…', 'answer...', ' Answer … ', 'Answer'])
      assert.equal(optionButtons(of('No', mine)).length, 0, mine);
    assert.equal(optionButtons(of('Answer it', 'No')).length, 2);
    assert.equal(optionButtons(of('Yes', 'YES.')).length, 0);
    assert.equal(optionButtons(of('x'.repeat(31))).length, 0);
    assert.equal(optionButtons(of('x'.repeat(30), 'y'.repeat(11))).length, 0);
    assert.equal(optionButtons(of('Yes', 'Yes')).length, 0);
  });

  it('let no text of a loop become a link or an icon', () => {
    const hostile = wait({
      id: '[a](command:quit)',
      text: '$(zap) [click](command:workbench.action.quit)\nsecond line',
      options: [{ id: 'a', label: '$(zap) ok' }],
    });
    const content = toastContent({ kind: 'wait', wait: hostile, others: [], marks: [] }, now);
    for (const text of [content.text, ...labels(content)]) {
      assert.doesNotMatch(text, /\]\(|\$\(|\n/);
    }
  });
});

describe('toasts of tasks', () => {
  const allowed = { question: 'May I write to the production bucket?', options: ['Yes', 'No'] };
  const toastOf = (waits: readonly Wait[]) => {
    const [first, ...others] = waits;
    assert.ok(first);
    return toastContent({ kind: 'wait', wait: first, others, marks: [] }, now);
  };
  const asked = async (...rows: Parameters<typeof taskWorkspace>[0]) =>
    needsYou([], [await taskWorkspace(rows)], now).waits;

  it('name agent, task, priority and folder, and offer the options last', async () => {
    const content = toastOf(await asked(asking('a', allowed, { title: 'Invoice export' })));
    assert.equal(
      content.text,
      'scribe asks about “Invoice export” (P2, ops): May I write to the production bucket?',
    );
    assert.deepEqual(labels(content), ['Answer…', 'Yes', 'No']);
  });

  it('offer no option where one click would answer one of several alike', async () => {
    const content = toastOf(await asked(asking('a', allowed), asking('b', allowed)));
    assert.equal(content.text, 'scribe asks about 2 tasks (ops): May I write to the production bucket?');
    assert.deepEqual(labels(content), ['Answer…', 'Show All']);
  });

  it('count loops and tasks, each task behind an equal one too', async () => {
    const tasks = await asked(...Array.from({ length: 12 }, (_, index) => asking(`t${index}`, allowed)));
    const loops = [wait({ id: 'importer', text: 'Merge?' }), wait({ id: 'b' }), wait({ id: 'c' })];
    assert.match(
      toastOf([...loops, ...tasks]).text,
      /^3 loops and 12 tasks ask\. First: importer in webshop, “Merge\?”$/,
    );
    assert.match(
      toastOf(await asked(asking('a', allowed), asking('b', 'Else?'))).text,
      /^2 tasks ask\. First: scribe in ops, “/,
    );
    const away = toastContent({ kind: 'summary', why: 'away', waits: [...loops, ...tasks], marks: [] }, now);
    assert.match(away.text, /^While you were away: 3 loops and 12 tasks ask\./);
  });

  it('make no icon and no link of what agents wrote', async () => {
    const hostile = '[x](command:quarterdeck.answer.next) $(zap)';
    const { text } = toastOf(await asked(asking('a', hostile, { title: hostile, by: hostile })));
    assert.doesNotMatch(text, /\]\(|\$\(/);
  });

  it('offer only a look where nothing may be written', async () => {
    const workspace = await taskWorkspace([asking('a', allowed)], {
      writable: { ok: false, code: 'restricted', args: {} },
    });
    assert.deepEqual(labels(toastOf(needsYou([], [workspace], now).waits)), ['Show']);
  });
});
