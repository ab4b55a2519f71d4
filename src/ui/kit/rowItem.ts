/** Short ways to say what rows show. */

import { COMMANDS } from '../../contract.ts';
import type { RowItem } from '../../host/treeItem.ts';
import { join, lines, NONE, type Shown } from '../../text/agentText.ts';
import { ours } from '../../text/say.ts';

export type Tree = Shown<'tree'>;

export type RowIcon = NonNullable<RowItem['icon']>;

/** Colours besides an icon's shape. */
export const WARNING = 'notificationsWarningIcon.foreground';
export const ERROR = 'notificationsErrorIcon.foreground';

/** The click that opens what a row stands for. */
export function opensRow(): NonNullable<RowItem['click']> {
  return { id: COMMANDS.openRow, title: ours('Open') };
}

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

/** The whole label where it is short, else both of its ends: what tells two long names apart stands at either. */
export function middleCut(text: string, max: number): string {
  const marks = [...text];
  if (marks.length <= max) return text;
  const head = Math.ceil((max - 1) * 0.6);
  return `${marks.slice(0, head).join('')}…${marks.slice(marks.length - (max - 1 - head)).join('')}`;
}
