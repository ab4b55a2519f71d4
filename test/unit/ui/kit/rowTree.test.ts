import assert from 'node:assert/strict';
import { shown } from '../../../../src/text/agentText.ts';
import type { Row, RowSource } from '../../../../src/ui/kit/row.ts';
import { rowItem } from '../../../../src/ui/kit/rowItem.ts';
import { RowHandle, RowTree, targetOf } from '../../../../src/ui/kit/rowTree.ts';
import { FakeClock } from '../../../fakes/fakeClock.ts';

interface Node extends Row {
  kind: 'node';
  text: string;
  under: Node[];
}

function node(id: string, text: string, ...under: Node[]): Node {
  return { kind: 'node', id, text, under, target: { loopKey: id.split('/')[0] ?? id } };
}

/** A tree over `world.roots` in which everything was unfolded, as an editor does that shows it all. */
function shownTree(...roots: Node[]) {
  const world = { roots, compared: [] as string[] };
  const source: RowSource<Node> = {
    roots: () => world.roots,
    children: (row) => row.under,
    item: (row) => {
      world.compared.push(row.id);
      return rowItem(shown(row.text, 'tree'));
    },
    turnsAt: (row) => clock.now() + (row.text === 'old' ? 60_000 : 0),
  };
  const clock = new FakeClock();
  const tree = new RowTree(source, clock);
  const fired: string[] = [];
  const draw = (handle?: RowHandle<Node>) => {
    for (const each of tree.children(handle)) {
      tree.item(each);
      draw(each);
    }
  };
  tree.onDidChange((handle) => {
    fired.push(handle?.id ?? 'everything');
    if (handle !== undefined) tree.item(handle);
    draw(handle);
  });
  draw();
  return { world, clock, tree, fired };
}

describe('the rows that an editor shows', () => {
  it('fires nothing when nothing shown changed', () => {
    const { world, tree, fired } = shownTree(node('a', 'one', node('a/1', 'deep')));
    world.roots = [node('a', 'one', node('a/1', 'deep'))];
    tree.update();
    assert.deepEqual(fired, []);
  });

  it('fires the row that changed and not the one above it', () => {
    const { world, tree, fired } = shownTree(node('a', 'one', node('a/1', 'deep')), node('b', 'two'));
    world.roots = [node('a', 'one', node('a/1', 'other')), node('b', 'two')];
    tree.update();
    assert.deepEqual(fired, ['a/1']);
  });

  it('fires the parent when its rows are others, and the whole tree for its roots', () => {
    const { world, tree, clock, fired } = shownTree(node('a', 'one', node('a/1', 'x')));
    world.roots = [node('a', 'one', node('a/1', 'x'), node('a/2', 'y'))];
    tree.update();
    clock.advance(1000);
    world.roots = [node('b', 'new'), ...world.roots];
    tree.update();
    assert.deepEqual(fired, ['a', 'everything']);
  });

  it('keeps the handle of a row over any update, so that expansion and selection stay', () => {
    const { world, tree } = shownTree(node('a', 'one', node('a/1', 'x')), node('b', 'two'));
    const before = tree.find(['a', 'a/1']);
    world.roots = [node('b', 'two'), node('a', 'changed', node('a/0', 'w'), node('a/1', 'x'))];
    tree.update();
    assert.equal(tree.find(['a', 'a/1']), before);
    assert.ok(before instanceof RowHandle);
  });

  it('tells the first change at once and those of the next 200 ms together', () => {
    const { world, tree, clock, fired } = shownTree(node('a', '0'), node('b', '0'));
    for (let time = 1; time <= 40; time += 1) {
      world.roots = [node('a', String(time)), node('b', '0')];
      tree.update();
      clock.advance(10);
    }
    assert.deepEqual(fired, ['a', 'a', 'a']);
  });

  it('ends with the last state when changes stop', () => {
    const { world, tree, clock } = shownTree(node('a', '0'));
    for (const text of ['1', '2', '3']) {
      world.roots = [node('a', text)];
      tree.update();
    }
    clock.advance(200);
    assert.equal(tree.find(['a'])?.item?.label, '3');
  });

  it('looks only at the loops that changed', () => {
    const { world, tree, fired } = shownTree(node('a', '0'), node('b', '0'));
    world.roots = [node('a', '1'), node('b', '1')];
    tree.update(new Set(['b']));
    assert.deepEqual(fired, ['b']);
  });

  it('leaves alone what is made of other parts of the model', () => {
    const inbox = { part: 'inbox' };
    const part = (text: string): Node => ({
      ...node('f', 'folder', { ...node('f/1', text), ...inbox }),
      ...inbox,
    });
    const { world, tree, fired } = shownTree(part('0'));
    world.roots = [part('1')];
    tree.update(new Set(['done']));
    tree.update(new Set(['agents']));
    assert.deepEqual(fired, []);
    tree.update(new Set(['inbox']));
    assert.deepEqual(fired, ['f/1']);
  });

  it('compares by time alone only what time can have changed', () => {
    const { world, tree, clock } = shownTree(node('a', 'old', node('a/1', 'new')), node('b', 'old'));
    world.compared = [];
    tree.update('time');
    assert.deepEqual(world.compared, ['a/1']);
    clock.advance(60_000);
    world.compared = [];
    tree.update('time');
    assert.deepEqual(world.compared, ['a', 'a/1', 'b']);
  });

  it('never compares for longer than 20 ms at a stretch, and ends with everything compared', () => {
    let time = 0;
    const due: (() => void)[] = [];
    const clock = {
      now: () => time,
      setTimeout: (run: () => void) => {
        due.push(run);
        return { dispose: () => undefined };
      },
    };
    let text = '0';
    const source: RowSource<Node> = {
      roots: () => [...Array(100).keys()].map((id) => node(`n${id}`, text)),
      children: () => [],
      item: (row) => {
        time += 1;
        return rowItem(shown(row.text, 'tree'));
      },
    };
    const tree = new RowTree(source, clock);
    for (const handle of tree.children()) tree.item(handle);
    let fired = 0;
    tree.onDidChange(() => {
      fired += 1;
    });
    text = '1';
    const stretches: number[] = [];
    const stretch = (run: () => void) => {
      const from = time;
      run();
      stretches.push(time - from);
    };
    stretch(() => tree.update());
    for (let next = due.shift(); next !== undefined; next = due.shift()) stretch(next);
    assert.equal(fired, 100);
    assert.ok(Math.max(...stretches) <= 20, String(stretches));
  });

  it('tells which rows are drawn, without those below a folded one', () => {
    const { tree } = shownTree(node('a', 'one', node('a/1', 'deep')), node('b', 'two'));
    assert.deepEqual(
      tree.drawn().map((row) => row.id),
      ['a', 'a/1', 'b'],
    );
    const folded = tree.find(['a']);
    assert.ok(folded);
    folded.isFolded = true;
    assert.deepEqual(
      tree.drawn().map((row) => row.id),
      ['a', 'b'],
    );
  });

  it('fires nothing before anybody asked for a row', () => {
    const tree = new RowTree(
      { roots: () => [], children: () => [], item: () => rowItem(shown('', 'tree')) },
      new FakeClock(),
    );
    let fired = 0;
    tree.onDidChange(() => {
      fired += 1;
    });
    tree.update();
    assert.equal(fired, 0);
  });

  it('gives commands what a row stands for, and nothing for what is no row', () => {
    assert.deepEqual(targetOf(new RowHandle(node('a', 'x'), undefined)), { loopKey: 'a' });
    assert.equal(targetOf({ row: { target: { loopKey: 'a' } } }), undefined);
    assert.equal(targetOf(undefined), undefined);
  });
});
