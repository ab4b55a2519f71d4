/** Where rows and the headings of their groups stand, in pixels, without drawing them. */
export interface Layout {
  height: number;
  topOf(index: number): number;
  /** The row at a height, or the nearest one. */
  indexAt(y: number): number;
  heads: readonly { at: number; group: number }[];
}

export function layoutOf(
  count: number,
  groups: readonly { from: number; count: number }[],
  row: number,
  head: number,
): Layout {
  const heads = groups.map(({ from }, group) => ({ at: from * row + group * head, group }));
  /** How many of `groups` have a `from` of at most this. */
  const before = (index: number): number => below(groups.length, (at) => (groups[at]?.from ?? 0) <= index);
  return {
    height: count * row + groups.length * head,
    heads,
    topOf: (index) => index * row + before(index) * head,
    indexAt: (y) => {
      const passed = below(heads.length, (at) => (heads[at]?.at ?? 0) <= y);
      const group = groups[passed - 1];
      const found =
        group === undefined
          ? Math.floor(y / row)
          : clamp(
              group.from + Math.floor((y - (heads[passed - 1]?.at ?? 0) - head) / row),
              group.from,
              group.from + group.count - 1,
            );
      return clamp(found, 0, Math.max(0, count - 1));
    },
  };
}

/** The first of `count` places of which `holds` is not so; it is so of all before. */
function below(count: number, holds: (at: number) => boolean): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
