import assert from 'node:assert/strict';
import type { TaskRow } from '../../../../../src/protocol/tasks/taskModel.ts';
import { type RowHandle, RowTree } from '../../../../../src/ui/kit/rowTree.ts';
import { partsOf } from '../../../../../src/ui/views/tasks/changedParts.ts';
import { ShownFilter } from '../../../../../src/ui/views/tasks/shownFilter.ts';
import type { TasksRow } from '../../../../../src/ui/views/tasks/taskRowKinds.ts';
import { TasksSource } from '../../../../../src/ui/views/tasks/tasksView.ts';
import { FakeClock } from '../../../../fakes/fakeClock.ts';
import { FakeTaskWorkspace, tasksModel } from '../../../../fakes/fakeTasks.ts';
import { aRow } from '../../../../fakes/taskRowBuilder.ts';

const at = '2026-11-30T12:00:00.000001+00:00';

const waiting = (index: number, fields = {}) =>
  aRow({
    id: `t${String(index).padStart(5, '0')}`,
    history: [{ status: 'inbox', at }],
    ...fields,
  });

const running = (index: number) =>
  waiting(index, { folder: 'active', history: [{ status: 'active', at, claimed_by: 'scout' }] });

/** A tree over a workspace, drawn as an editor does that has these rows unfolded. */
async function shownTree(rows: readonly TaskRow[], unfolded: (row: TasksRow) => boolean) {
  const workspace = new FakeTaskWorkspace();
  await workspace.take(rows);
  const model = tasksModel(workspace.now);
  const source = new TasksSource(model, new ShownFilter());
  const asked: string[] = [];
  const clock = new FakeClock(model.time);
  const tree = new RowTree<TasksRow>(
    {
      roots: () => source.roots(),
      children: (row) => {
        asked.push(row.id);
        return source.children(row);
      },
      item: (row) => source.item(row),
      turnsAt: (row) => source.turnsAt(row),
    },
    clock,
  );
  const fired: string[] = [];
  const draw = (handle?: RowHandle<TasksRow>) => {
    for (const each of tree.children(handle)) {
      tree.item(each);
      if (unfolded(each.row)) draw(each);
    }
  };
  tree.onDidChange((handle) => {
    fired.push(handle?.id.replace(/^.*\|tasks\|/, '') ?? 'everything');
  });
  draw();
  const change = async (next: readonly TaskRow[]) => {
    const folders = await workspace.take(next);
    model.taskWorkspaces = [workspace.now];
    const key = workspace.now.key;
    tree.update(
      partsOf({ changed: new Map([[key, folders]]), added: new Set(), removed: new Set(), places: false }),
    );
    clock.advance(1000);
  };
  return { tree, source, model, fired, asked, change, clock };
}

const all = [...Array(10_000).keys()];
const many = all.slice(0, 2000);

describe('the Tasks view with 10,000 tasks', () => {
  it('makes rows only of what is unfolded: its folders, the pages of one, the first page', async () => {
    const { asked, source, model } = await shownTree(
      all.map((index) => waiting(index)),
      (row) => row.kind === 'section' && row.folder === 'inbox',
    );
    assert.deepEqual(asked, ['/home/me/ops|tasks|inbox']);
    const section = source.roots().find((row) => row.kind === 'section' && row.folder === 'inbox');
    assert.ok(section);
    const pages = source.children(section);
    assert.equal(pages.length, 50);
    const [first] = pages;
    assert.ok(first);
    assert.equal(source.children(first).length, 200);
    assert.equal(source.item(first).expands, 'open');
    assert.equal(model.workspaces().length, 1);
  });

  it('tells the editor of two folder rows when a task goes from one to the other', async () => {
    const rows = [...many.map((index) => waiting(index)), running(20_000)];
    const { fired, change } = await shownTree(rows, () => true);
    await change([...rows.filter(({ id }) => id !== 't00005'), running(5)]);
    assert.deepEqual(fired.sort(), ['active', 'inbox']);
  });

  it('leaves the pages but for one as they are when a task goes', async () => {
    const rows = many.map((index) => waiting(index));
    const { source, change } = await shownTree(rows, () => true);
    const section = source.roots().find((row) => row.kind === 'section' && row.folder === 'inbox');
    assert.ok(section);
    const before = source
      .children(section)
      .map((page) => ({ id: page.id, label: source.item(page).label, rows: source.children(page) }));
    await change(rows.filter(({ id }) => id !== 't01005'));
    const after = source
      .children(section)
      .map((page) => ({ id: page.id, label: source.item(page).label, rows: source.children(page) }));
    assert.deepEqual(
      after.map(({ id }) => id),
      before.map(({ id }) => id),
    );
    const others = after.filter(({ rows: now }, index) => now !== before[index]?.rows);
    assert.equal(others.length, 1);
    assert.equal(others[0]?.rows.length, 199);
  });

  it('tells of one row when a task is changed where it is', async () => {
    const rows = many.map((index) => waiting(index));
    const { fired, change } = await shownTree(rows, () => true);
    await change(rows.map((row) => (row.id === 't00007' ? waiting(7, { title: 'Other' }) : row)));
    assert.equal(fired.length, 1);
    assert.match(fired[0] ?? '', /t00007/);
  });

  it('compares nothing by time that time has not changed', async () => {
    const { tree, source, model, clock } = await shownTree(
      many.slice(0, 500).map((index) => waiting(index)),
      () => true,
    );
    let items = 0;
    const item = source.item.bind(source);
    source.item = (row) => {
      items += row.kind === 'task' ? 1 : 0;
      return item(row);
    };
    model.time += 10_000;
    tree.update('time');
    clock.advance(1000);
    assert.equal(items, 0);
  });
});
