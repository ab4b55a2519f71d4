import assert from 'node:assert/strict';
import type { RowItem } from '../../../../src/host/treeItem.ts';
import {
  badgeWords,
  type NeedsYouRow,
  needsYouDescription,
  needsYouSource,
} from '../../../../src/ui/views/needsYou/needsYouView.ts';
import { statusLine } from '../../../../src/ui/views/statusLine.ts';
import type { TaskWorkspace } from '../../../../src/workspace/tasks/taskWorkspace.ts';
import { FakeModel } from '../../../fakes/fakeModel.ts';
import { agentRow, asking, failing, stamp, taskRow, taskWorkspace } from '../../../fakes/shownTasks.ts';
import { question, watched } from '../../../fakes/snapshots.ts';

function modelOf(workspace: TaskWorkspace, ...loops: ConstructorParameters<typeof FakeModel>): FakeModel {
  const model = new FakeModel(...loops);
  model.taskWorkspaces = [workspace];
  return model;
}

/** Each row as one reads it, two levels deep. */
function drawn(model: FakeModel): { root: string; row: NeedsYouRow; item: RowItem; under: string[] }[] {
  const source = needsYouSource(model);
  const line = (row: NeedsYouRow) => {
    const { label, description } = source.item(row);
    return [label, description ?? ''].join('  ').trim();
  };
  return source.roots().map((row) => ({
    root: line(row),
    row,
    item: source.item(row),
    under: source.children(row).map(line),
  }));
}

const bucket = { question: 'May I write to the production bucket of all customers?', options: ['Yes', 'No'] };

describe('tasks in Needs You', () => {
  it('show what is asked, about which task, with the options, the draft and own words', async () => {
    const ask = { ...bucket, draft: 'Dear all, the export is ready.' };
    const workspace = await taskWorkspace([asking('a', ask, { title: 'Invoice export', minutes: 41 })]);
    const [row] = drawn(modelOf(workspace));
    assert.equal(row?.root, 'scribe  41 m · “May I write to the production bucket of all customers?”');
    assert.equal(row?.item.icon?.name, 'mail');
    assert.deepEqual(row?.under, [
      'about “Invoice export”  P2 · ops',
      '“May I write to the production',
      'bucket of all customers?”',
      'its draft: “Dear all, the export',
      'is ready.”',
      '1  Yes',
      '2  No',
      '…  Other words',
    ]);
    assert.equal(
      row?.item.spoken,
      'scribe asks, May I write to the production bucket of all customers?, waits 41 min',
    );
    assert.ok(row?.item.words.includes('answerable'));
  });

  it('say of which workspace they are where there are several', async () => {
    const [ops, shop] = await Promise.all(
      ['ops', 'shop'].map((name) =>
        taskWorkspace([asking('a', 'Go on?'), failing('f', 'no space', 'scout', 60)], {
          folder: `/home/me/${name}`,
        }),
      ),
    );
    assert.ok(ops && shop);
    const model = modelOf(ops);
    model.taskWorkspaces = [ops, shop];
    const roots = drawn(model).map(({ root }) => root);
    assert.equal(new Set(roots).size, 4);
    assert.match(roots.join('\n'), /^scribe {2}.* · ops · “Go on\?”$/m);
    assert.match(roots.join('\n'), /^Task f {2}shop · failed by scout/m);
  });

  it('do not say again below what the row shows whole', async () => {
    const workspace = await taskWorkspace([asking('a', 'Go on?')]);
    assert.deepEqual(drawn(modelOf(workspace))[0]?.under, ['about “Task a”  P2 · ops', '…  Answer']);
  });

  it('show twelve that ask the same as one row, and each task under it', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => asking(`t${index}`, bucket, { minutes: index }));
    const model = modelOf(await taskWorkspace(rows), watched('importer', { questions: [question()] }));
    const [loop, tasks, ...rest] = drawn(model);
    assert.equal(loop?.item.label, 'importer');
    assert.equal(tasks?.item.label, 'scribe ×12');
    assert.deepEqual(rest, []);
    assert.equal(tasks?.under.filter((line) => line.startsWith('Task t')).length, 12);
    assert.equal(tasks?.row.target?.tasks?.length, 12);
    assert.equal(needsYouDescription(model), '1 loop, 12 tasks');
    assert.equal(badgeWords(model), '1 loop, 12 tasks wait for you');
    model.list = [];
    assert.equal(needsYouDescription(model), '12 tasks');
  });

  it('say where nothing may be written why, and offer no answer', async () => {
    const workspace = await taskWorkspace([asking('a', bucket)], {
      writable: { ok: false, code: 'outside', args: {} },
    });
    const [row] = drawn(modelOf(workspace));
    assert.equal(row?.under.at(-1), 'Add This Folder to answer…');
    assert.ok(!row?.item.words.includes('answerable'));
    assert.equal(row?.item.click, undefined);
  });

  it('offer no answer where the file takes none', async () => {
    const odd = { problem: 'id_mismatch', problems: ['id_mismatch'] };
    const workspace = await taskWorkspace([{ ...asking('a', bucket), ...odd }]);
    const [row] = drawn(modelOf(workspace));
    assert.equal(row?.under.at(-1), 'Can’t be answered: open the task…');
    assert.ok(!row?.item.words.includes('answerable'));
  });

  it('give very many options in parts', async () => {
    const options = Array.from({ length: 450 }, (_, index) => `Choice ${index + 1}`);
    const workspace = await taskWorkspace([asking('a', { ...bucket, options })]);
    const source = needsYouSource(modelOf(workspace));
    const counts: number[] = [];
    const places: number[] = [];
    const walk = (row: NeedsYouRow): void => {
      const under = source.children(row);
      counts.push(under.length);
      for (const each of under) if (each.kind === 'option') places.push(each.place);
      under.forEach(walk);
    };
    source.roots().forEach(walk);
    assert.ok(Math.max(...counts) < 210);
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      options.map((_, index) => index + 1),
    );
  });

  it('give no more than two hundred rows at once', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => asking(`t${index}`, `Question ${index}?`));
    const source = needsYouSource(modelOf(await taskWorkspace(rows)));
    const first = source.roots();
    const more = first.at(-1);
    assert.equal(first.length, 201);
    assert.ok(more);
    assert.equal(source.item(more).label, '250 more');
    assert.equal(source.children(more).length, 201);
  });
});

describe('tasks that need a look', () => {
  it('say what happened and what to do', async () => {
    const twin = { problem: 'duplicate_id', problems: ['duplicate_id'], alsoIn: ['inbox'] };
    const workspace = await taskWorkspace(
      [
        ...Array.from({ length: 37 }, (_, index) =>
          failing(`f${index}`, 'RateLimitError 429', 'scout', index),
        ),
        failing('alone', 'no space', 'scout', 60),
        taskRow('active', 's', {
          title: 'Invoice export',
          history: [{ status: 'active', at: stamp(48), claimed_by: 'scribe' }],
        }),
        ...['x', 'y'].map((id) =>
          taskRow('inbox', id, { assigned_to: 'zoë', history: [{ status: 'inbox', at: stamp(300) }] }),
        ),
        taskRow('inbox', 'u', {}, { task: null, problem: 'not_utf8', problems: ['not_utf8'] }),
        taskRow('active', 'i', {}, { problem: 'claim_interrupted', problems: ['claim_interrupted'] }),
        taskRow('blocked', 't', {}, twin),
      ],
      {},
      [agentRow('zoë', 3 * 24 * 60), agentRow('scribe', 47)],
    );
    const rows = drawn(modelOf(workspace)).slice(1);
    assert.deepEqual(
      rows.map(({ root }) => root),
      [
        'scout ×37  failed alike: RateLimitError 429',
        'Task alone  failed by scout: no space',
        'Invoice export  runs 48 min, by scribe · reap it, or ask in its terminal',
        'Task i  claim interrupted · finish or undo it',
        'zoë ×2  bound to it, seen 3 d ago · release it',
        'inbox/u.json  not UTF-8 text · open the file',
        'Task t  stands in blocked and in inbox · compare them',
      ],
    );
    assert.equal(rows[0]?.item.badge?.text, '37');
    assert.equal(rows[0]?.row.target?.tasks?.length, 37);
    assert.deepEqual(rows[2]?.row.target, {
      task: {
        workspaceKey: workspace.key,
        folder: 'active',
        id: 's',
        seen: workspace.row('active', 's')?.version,
      },
    });
    for (const { item } of rows) assert.ok(item.tooltip.split('\n').length >= 3, item.tooltip);
  });
});

describe('a row of tasks that need the same look', () => {
  it('offers what any of them allows', async () => {
    // Written by hand under another id: no act touches it, and its fellow can be tried again.
    const odd = { ...failing('odd', 'no space', 'scout', 1), problems: ['id_mismatch'] };
    for (const rows of [
      [odd, failing('f', 'no space', 'scout', 2)],
      [failing('f', 'no space', 'scout', 1), { ...odd, id: 'later' }],
    ]) {
      const [, row] = drawn(modelOf(await taskWorkspace(rows)));
      assert.equal(row?.item.label, 'scout ×2');
      assert.ok(row?.item.words.includes('retriable'), row?.item.words.join(' '));
    }
  });
});

describe('tasks in the status bar', () => {
  it('are counted where only they wait, and follow the loops else', async () => {
    const model = modelOf(
      await taskWorkspace(Array.from({ length: 12 }, (_, index) => asking(`t${index}`, bucket))),
    );
    assert.equal(statusLine(model, undefined)?.text, '$(question) 12 tasks ask');
    assert.equal(statusLine(model, undefined)?.command, 'quarterdeck.answer.next');
    model.list = [watched('dashboard', { questions: [question()] })];
    assert.equal(statusLine(model, undefined)?.text, '$(question) dashboard asks  +1');
    model.list = [];
    model.taskWorkspaces = [await taskWorkspace([asking('a', bucket)])];
    assert.equal(statusLine(model, undefined)?.text, '$(question) scribe asks');
  });

  it('are said to be answered for a while', async () => {
    const model = modelOf(await taskWorkspace([asking('a', bucket)]));
    const answered = { asker: 'scribe', movedAt: model.time };
    assert.match(
      statusLine(model, answered)?.text ?? '',
      /^\$\(check\) scribe: answered \d\d:00:00 · 1 more: /,
    );
    model.time += 9000;
    assert.equal(statusLine(model, answered)?.text, '$(question) scribe asks');
  });

  it('are counted while agents work on them, and say nothing while none does', async () => {
    const active = taskRow('active', 'a', {
      history: [{ status: 'active', at: stamp(1), claimed_by: 'scout' }],
    });
    assert.equal(
      statusLine(modelOf(await taskWorkspace([active])), undefined)?.text,
      '$(compass) 1 task active',
    );
    assert.equal(statusLine(modelOf(await taskWorkspace([taskRow('inbox', 'a')])), undefined), undefined);
  });
});
