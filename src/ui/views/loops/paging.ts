/** Long lists in pages that open one by one. */
import type { RowItem } from '../../../host/treeItem.ts';
import { ours } from '../../../text/say.ts';
import type { Row } from '../../kit/row.ts';
import { rowItem } from '../../kit/rowItem.ts';

const PAGE = 100;

export interface Page {
  /** Index of the first and behind the last. */
  from: number;
  to: number;
}

/**
 * The pages of a list of `count`, or of a part of it: at most a hundred of them, pages of pages where that is not
 * enough. Null: it needs none.
 */
export function pagesOf(from: number, to: number): Page[] | null {
  const count = to - from;
  if (count <= PAGE) return null;
  let size = PAGE;
  while (count / size > PAGE) size *= PAGE;
  const pages: Page[] = [];
  for (let start = from; start < to; start += size)
    pages.push({ from: start, to: Math.min(to, start + size) });
  return pages;
}

/** A row that stands for a list, or where that is long for a part of it. */
export interface PagedRow extends Row {
  page: Page | undefined;
}

/** What stands under such a row: what `rowsIn` makes of the list, or, where it is too long, rows for its parts. */
export function pagedRows<R extends PagedRow, Child extends Row>(
  row: R,
  count: number,
  rowsIn: (page: Page) => Child[],
): (R | Child)[] {
  const page = row.page ?? { from: 0, to: count };
  const pages = pagesOf(page.from, page.to);
  if (pages === null) return rowsIn(page);
  return pages.map((part) => ({ ...row, id: `${row.id}/${part.from}-${part.to}`, page: part }));
}

/** The row of a part: "101–200". */
export function pageItem({ from, to }: Page): RowItem {
  return rowItem(ours('{0}–{1}', from + 1, to), { expands: 'closed' });
}
