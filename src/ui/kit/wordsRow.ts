/** Rows that say something of our own, and perhaps do something when opened. */
import { COMMANDS } from '../../contract.ts';
import type { RowItem } from '../../host/treeItem.ts';
import { NONE } from '../../text/agentText.ts';
import { ours, say } from '../../text/say.ts';
import type { Writable } from '../../workspace/kernel/writable.ts';
import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import type { Row, Target } from './row.ts';
import { rowItem, type Tree } from './rowItem.ts';

export interface WordsRow extends Row {
  kind: 'words';
  label: Tree;
  description?: Tree;
  tooltip?: Tree;
  icon?: string;
  /** One of our commands. */
  command?: string;
  /** What copying the row gives, where it is not what it shows. */
  copied?: string;
}

export function wordsItem(row: WordsRow): RowItem {
  return rowItem(row.label, {
    ...(row.description === undefined ? {} : { description: row.description }),
    ...(row.tooltip === undefined ? {} : { tooltip: row.tooltip }),
    ...(row.icon === undefined ? {} : { icon: { name: row.icon } }),
    ...(row.command === undefined ? {} : { click: { id: row.command, title: row.label } }),
    words: ['copyable'],
  });
}

/** Somewhere that the person may write, or not. */
export interface WritePlace {
  writable: Writable;
  folder: string;
  /** What is added to be watched. */
  root: string;
  target: Target;
}

export function placeOfLoop({ writable, folder, repository, key }: WatchedLoop): WritePlace {
  return { writable, folder, root: repository, target: { loopKey: key } };
}

/** Why the person can't answer or steer here, and the way to; undefined where they can. */
export function unwritableRow(place: WritePlace, scope: string): WordsRow | undefined {
  const { writable, target } = place;
  if (writable.ok) return undefined;
  const reason = unwritableWords(place);
  const row = { kind: 'words' as const, id: `${scope}/unwritable`, target, tooltip: reason, icon: 'lock' };
  switch (writable.code) {
    case 'restricted':
      return {
        ...row,
        label: ours('Trust this workspace to answer…'),
        icon: 'shield',
        command: COMMANDS.manageTrust,
      };
    case 'outside':
      return {
        ...row,
        label: ours('Add This Folder to answer…'),
        command: COMMANDS.addFolder,
        target: { ...target, folder: place.root },
      };
    default:
      return { ...row, label: reason };
  }
}

/** Why nothing can be written here, in a sentence. */
export function unwritableWords({ writable, folder }: Pick<WritePlace, 'writable' | 'folder'>): Tree {
  if (writable.ok) return NONE;
  switch (writable.code) {
    case 'restricted':
      return ours(
        'Restricted Mode: everything is read, nothing is sent. Trust this workspace to answer and steer.',
      );
    case 'outside':
      return ours('Read only: this folder is neither open nor watched. Add it to answer and steer.');
    case 'read-only': {
      const path = writable.args['path'];
      return say('tree', 'Read-only for you: {0}', typeof path === 'string' ? path : folder);
    }
    case 'unreadable':
      return ours('Its loop.json can’t be read, so nothing is sent.');
  }
}
