/** Short ways to say what rows show. */
import type { RowItem } from '../../host/treeItem.ts';
import { join, lines, type Shown } from '../../text/shown.ts';

export type Tree = Shown<'tree'>;

/** A row with what every row needs filled in from its label and description. */
export function rowItem(label: Tree, rest: Partial<Omit<RowItem, 'label'>> = {}): RowItem {
  const parts = [label, rest.description ?? NONE, rest.badge?.meaning ?? NONE];
  return {
    label,
    tooltip: lines([label, rest.description ?? NONE]),
    spoken: join(parts, ', '),
    words: [],
    expands: 'no',
    ...rest,
  };
}

export const NONE = '' as Shown;

/** The whole label where it is short, else both of its ends: what tells two long names apart stands at either. */
export function middleCut(text: string, max: number): string {
  const marks = [...text];
  if (marks.length <= max) return text;
  const head = Math.ceil((max - 1) * 0.6);
  return `${marks.slice(0, head).join('')}…${marks.slice(marks.length - (max - 1 - head)).join('')}`;
}
