import assert from 'node:assert/strict';
import { StickyPages } from '../../../../../src/ui/views/tasks/stickyPages.ts';

const numbers = (from: number, to: number) => [...Array(to - from).keys()].map((index) => index + from);
const pagesOf = () => new StickyPages<number>(String);
const sizes = (pages: readonly { items: readonly number[] }[]) => pages.map(({ items }) => items.length);

describe('pages that stay', () => {
  it('are of 200', () => {
    assert.deepEqual(sizes(pagesOf().of(numbers(0, 1050))), [200, 200, 200, 200, 200, 50]);
  });

  it('take what comes and lose what goes, each alone', () => {
    const pages = pagesOf();
    const before = pages.of(numbers(0, 1000));
    const after = pages.of([...numbers(0, 10), 5000, ...numbers(10, 500), ...numbers(501, 1000)]);
    assert.deepEqual(sizes(after), [201, 200, 199, 200, 200]);
    assert.deepEqual(
      after.map((page, index) => page === before[index]),
      [false, true, false, true, true],
    );
    assert.deepEqual(
      after.map(({ id }) => id),
      before.map(({ id }) => id),
    );
  });

  it('are split when they grow and joined when they shrink, and hold all in order whatever happens', () => {
    const pages = pagesOf();
    let list = numbers(0, 700);
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let turn = 0; turn < 300; turn += 1) {
      const from = random(list.length);
      const moved = list[random(list.length)] ?? 0;
      if (turn % 3 === 0) list = [...list.slice(0, from), ...list.slice(from + random(150))];
      else if (turn % 3 === 1) list = [...numbers(10_000 * turn, 10_000 * turn + random(160)), ...list];
      else list = [moved, ...list.filter((each) => each !== moved)];
      const made = pages.of(list);
      assert.deepEqual(
        made.flatMap(({ items }) => items),
        list,
      );
      assert.ok(sizes(made).every((size) => size > 0 && size <= 300));
      assert.equal(new Set(made.map(({ id }) => id)).size, made.length);
    }
  });

  it('do not follow one item that moved to the front', () => {
    const pages = pagesOf();
    const before = pages.of(numbers(0, 1000));
    const after = pages.of([900, ...numbers(0, 900), ...numbers(901, 1000)]);
    assert.deepEqual(
      after.map((page, index) => page === before[index]),
      [false, true, true, true, false],
    );
  });
});
