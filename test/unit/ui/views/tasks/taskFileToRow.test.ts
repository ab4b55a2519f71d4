import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { RowTree } from '../../../../../src/ui/kit/rowTree.ts';
import { partsOf } from '../../../../../src/ui/views/tasks/changedParts.ts';
import { ShownFilter } from '../../../../../src/ui/views/tasks/shownFilter.ts';
import type { TasksRow } from '../../../../../src/ui/views/tasks/taskRowKinds.ts';
import { TasksSource } from '../../../../../src/ui/views/tasks/tasksView.ts';
import { ReadModel } from '../../../../../src/workspace/model.ts';
import { FakeSources } from '../../../../fakes/fakeModel.ts';
import { TaskStoreRig } from '../../../../fakes/taskStoreRig.ts';
import { claimed, makeWorkspace, taskText } from '../../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../../fakes/tempFolder.ts';

/** The whole way, but for the window: real files, the store, the model, the rows that an editor holds and what it is told to draw anew. */
describe('one task file to its row', () => {
  const temp = tempFolder();
  let rig: TaskStoreRig;
  let model: ReadModel;
  let tree: RowTree<TasksRow>;
  let fired: string[];

  beforeEach(async () => {
    rig = new TaskStoreRig(temp());
    const store = await rig.start({ workspace: [temp()] });
    const sources = new FakeSources(rig.clock.now(), []);
    model = new ReadModel({ ...sources, clock: rig.clock, tasks: store });
    await store.ready;
    const source = new TasksSource(model, new ShownFilter());
    tree = new RowTree(source, rig.clock);
    fired = [];
    tree.onDidChange((handle) => fired.push(handle === undefined ? 'all' : labelOf(handle)));
    model.onDidChange((news) => {
      if (news.what === 'tasks') tree.update(partsOf(news.change));
    });
  });

  afterEach(() => {
    tree.dispose();
    model.dispose();
    rig.dispose();
  });

  type Handle = ReturnType<typeof tree.children>[number];

  function labelOf(handle: Handle): string {
    return String(handle.item?.label ?? tree.item(handle).label);
  }

  /** As an editor that shows everything draws it: labels, indented, with what stands after them. */
  function drawn(parent?: Handle, indent = ''): string[] {
    return tree.children(parent).flatMap((handle) => {
      const { label, description, expands } = tree.item(handle);
      const own = `${indent}${label}${description === undefined ? '' : `  ${description}`}`;
      return [own, ...(expands === undefined ? [] : drawn(handle, `${indent}  `))];
    });
  }

  it('comes, is claimed, asks and goes, each time with what changed and no more', async () => {
    assert.equal(drawn()[0], 'No task workspace here yet');
    const folder = makeWorkspace(temp());
    rig.watcher.fire(temp(), 'ws');
    await rig.pass(1000);
    assert.deepEqual(fired.splice(0), ['all']);
    drawn();

    const write = (file: string, text: string): void => fs.writeFileSync(path.join(folder, file), text);
    write('inbox/a.json', taskText('a', { title: 'Paint the quay', priority: 1 }));
    await rig.tell(folder, 'inbox/a.json');
    await rig.pass(1000);
    const waiting = drawn().filter((line) => line.includes('Paint the quay'));
    assert.deepEqual(
      waiting.map((line) => line.trim().replace(/ {2}.*/, '')),
      ['P1 Paint the quay'],
    );
    fired.length = 0;

    write('inbox/a.json', taskText('a', { title: 'Paint the quay again', priority: 1 }));
    await rig.tell(folder, 'inbox/a.json');
    await rig.pass(1000);
    assert.deepEqual(fired.splice(0), ['P1 Paint the quay'], 'the row alone is drawn anew');
    assert.equal(drawn().filter((line) => line.includes('Paint the quay again')).length, 1);

    const history = [claimed('scout', new Date(rig.clock.now()).toISOString().replace('Z', '000+00:00'))];
    const active = taskText('a', {
      title: 'Paint the quay again',
      status: 'active',
      assigned_to: 'scout',
      history,
    });
    await rig.move(folder, 'inbox/a.json', 'active/a.json', active);
    await rig.pass(1000);
    const rows = drawn();
    const under = rows.findIndex((line) => line.trim().startsWith('Active'));
    assert.match(rows[under + 1] ?? '', /Paint the quay again .*scout/);
    assert.equal(rows.filter((line) => line.includes('Paint the quay again')).length, 1);
    fired.length = 0;

    fs.rmSync(path.join(folder, 'active/a.json'));
    await rig.tell(folder, 'active/a.json');
    await rig.pass(1000);
    assert.equal(drawn().filter((line) => line.includes('Paint the quay')).length, 0);
    assert.deepEqual(rig.asked.scans, 1, 'after the first look only what changed was read');
  });
});
