/** Long lists in pages that open one by one. */

export const PAGE = 100;

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
