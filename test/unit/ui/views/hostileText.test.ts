import assert from 'node:assert/strict';
import type { RowItem } from '../../../../src/host/treeItem.ts';
import type { Row, RowSource } from '../../../../src/ui/kit/row.ts';
import { loopPage } from '../../../../src/ui/views/loops/loopPage.ts';
import { loopsSource } from '../../../../src/ui/views/loops/loopsView.ts';
import { needsYouSource } from '../../../../src/ui/views/needsYou/needsYouView.ts';
import { statusLine } from '../../../../src/ui/views/statusLine.ts';
import type { TaskWorkspace } from '../../../../src/workspace/tasks/taskWorkspace.ts';
import { FakeModel } from '../../../fakes/fakeModel.ts';
import { asking, failing, stamp, taskRow, taskWorkspace } from '../../../fakes/shownTasks.ts';
import { manifest, question, round, run, sent, watched } from '../../../fakes/snapshots.ts';

const TEXTS = {
  link: '[x](command:workbench.action.quit)',
  icon: '$(zap)',
  override: 'a\u202egpj.exe\u202c',
  unseen: 'pay\u200bpal\u00ad',
  marks: `a${'\u0301'.repeat(3000)}`,
  escapes: '\u001b[31mred\u001b[0m\u0007\u009b',
  surrogate: 'a\ud800b',
  lines: 'one\r\ntwo\u2028three\u0085four',
  html: '<img src=x onerror=alert(1)>',
  long: 'x'.repeat(100_000),
};

/** A loop with this text in every field that a loop may fill. */
function hostile(text: string) {
  const finding = { step: text, label: text, id: text, text, severity: 'material' as const };
  return watched('hostile', {
    title: text,
    manifest: {
      ...manifest,
      title: text,
      brief: { goal: text, audience: text, bar: text, path: text },
      commands: { start: text },
      outputs: [{ name: text, path: text }],
      state: [{ name: text, path: text }],
    },
    status: 'waiting',
    questions: [
      question({ id: text, text, options: [{ id: text, label: text }] }),
      question({ text, state: 'expired', offset: 9 }),
    ],
    rounds: [
      round({
        plan: text,
        summary: text,
        next: text,
        commit: text,
        metrics: [{ name: text, value: 1, unit: text, target: 2 }],
        runs: [
          run({
            step: text,
            label: text,
            summary: text,
            artifact: text,
            session: text,
            model: text,
            error: { kind: 'transient', text },
          }),
        ],
        findings: [{ ...finding, state: 'open', resolution: null }],
      }),
    ],
    openFindings: [{ ...finding, round: 1 }],
    inbox: [sent({ id: text, text, choice: text })],
    needsALook: [
      { code: 'failed', args: { text } },
      { code: 'decided', args: { text } },
      { code: 'problem', args: { file: text, message: text } },
      { code: 'no-progress', args: { ways: ['again'], again: [{ text }] } },
    ],
    problems: [
      {
        code: text,
        args: { field: text },
        severity: 'error',
        file: text,
        line: 1,
        column: 1,
        endColumn: 2,
        offset: 0,
        message: text,
      },
    ],
  });
}

function itemsOf<R extends Row>(source: RowSource<R>): RowItem[] {
  const from = (rows: readonly R[]): RowItem[] =>
    rows.flatMap((row) => [source.item(row), ...from(source.children(row))]);
  return from(source.roots());
}

const CONTROLS = /[\p{Cc}\p{Surrogate}\u202a-\u202e\u200b\u00ad]/u;

/** Tasks with this text in every field that an agent may fill. */
function hostileTasks(text: string): Promise<TaskWorkspace> {
  const question = { question: text, options: [text, { id: text, label: text }], draft: text };
  const waiting = {
    title: text,
    assigned_to: text,
    tags: [text],
    history: [{ status: 'inbox', at: stamp(300) }],
  };
  return taskWorkspace([
    asking('asks', question, { by: text, title: text }),
    asking('also', question, { by: text, title: text }),
    asking('other', `${text}?`, { by: text, title: text }),
    failing('failed', text, text),
    failing('alike', text, text),
    taskRow('inbox', 'bound', waiting),
    taskRow(
      'inbox',
      'unreadable',
      {},
      { task: null, problem: 'not_utf8', problems: ['not_utf8'], file: text },
    ),
    taskRow('blocked', 'twin', { title: text }, { problems: ['duplicate_id'], problem: 'duplicate_id' }),
  ]);
}

describe('hostile text in every field of a task', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    it(`${name}: rows, tooltips and status bar hold nothing unseen, no icon and no link`, async () => {
      const model = new FakeModel();
      model.taskWorkspaces = [await hostileTasks(text)];
      const items = itemsOf(needsYouSource(model));
      assert.ok(items.length > 15, `${items.length} rows`);
      for (const { label, description = '', spoken, tooltip, words, badge } of items) {
        for (const said of [label, description, spoken]) {
          assert.doesNotMatch(said, CONTROLS);
          assert.ok(said.length < 1000, `${said.length}`);
        }
        assert.doesNotMatch(tooltip.replaceAll('\n', ''), CONTROLS);
        assert.ok(tooltip.split('\n').length < 20);
        assert.match(words.join(''), /^[a-zA-Z]*$/);
        assert.ok((badge?.text.length ?? 0) <= 2);
      }
      const answered = { asker: text, movedAt: model.time };
      for (const bar of [statusLine(model, undefined), statusLine(model, answered)])
        assert.doesNotMatch(bar?.text.replace(/^\$\([a-z-]+\)/, '') ?? '', /\$\(|\]\(/);
    });
  }
});

describe('hostile text in every field of a loop', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    const model = new FakeModel(hostile(text));
    const items = [...itemsOf(loopsSource(model)), ...itemsOf(needsYouSource(model))];

    it(`${name}: rows are one line of what can be seen, and not long`, () => {
      assert.ok(items.length > 25, `${items.length} rows`);
      for (const { label, description = '', spoken } of items) {
        for (const said of [label, description, spoken]) {
          assert.doesNotMatch(said, CONTROLS);
          assert.ok(said.length < 1000, `${said.length}`);
          assert.doesNotMatch(said, /\p{M}{7}/u);
        }
      }
    });

    it(`${name}: tooltips hold no line that a field made`, () => {
      for (const { tooltip } of items) {
        assert.doesNotMatch(tooltip.replaceAll('\n', ''), CONTROLS);
        assert.ok(tooltip.split('\n').length < 20);
      }
    });

    it(`${name}: makes no command and no badge`, () => {
      for (const { click, badge, words, icon } of items) {
        assert.match(click?.id ?? 'quarterdeck.', /^quarterdeck\./);
        assert.ok((badge?.text.length ?? 0) <= 2);
        assert.match(words.join(''), /^[a-zA-Z]*$/);
        assert.match(icon?.name ?? '', /^[a-z-]*$/);
      }
    });

    it(`${name}: the page shows nothing unseen, the status bar no icon or link`, () => {
      const loop = model.list[0];
      assert.ok(loop);
      assert.doesNotMatch(loopPage(loop, model).replaceAll('\n', ''), CONTROLS);
      const bar = statusLine(model, undefined);
      assert.doesNotMatch(bar?.text.slice('$(question)'.length) ?? '', /\$\(|\]\(/);
    });
  }
});
