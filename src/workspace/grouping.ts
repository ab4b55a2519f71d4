/** How rows are put in order, and equal ones together. */

/** Numbers ascending, null last. */
export function compareNumbers(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a - b;
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** With itself as the only one in its `same`. */
export function alone<T extends { same: T[] }>(item: T): T {
  item.same = [item];
  return item;
}

/** The first of each group stands for all; the order is kept. `groupOf`: null, it stands alone. */
export function groupEqual<T extends { same: T[] }>(
  items: readonly T[],
  groupOf: (item: T) => string | null,
): T[] {
  const first = new Map<string, T>();
  const shown: T[] = [];
  for (const item of items) {
    const group = groupOf(item);
    const head = group === null ? undefined : first.get(group);
    if (head !== undefined) {
      head.same.push(item);
      continue;
    }
    if (group !== null) first.set(group, item);
    shown.push(item);
  }
  return shown;
}
