/** Rows that say something of our own, and perhaps do something when opened. */
import { COMMANDS } from '../contract.ts';
import { shown } from '../host/agentText.ts';
import type { RowItem } from '../host/treeItem.ts';
import { ours, say } from '../host/words/say.ts';
import type { WatchedLoop } from '../workspace/watchedLoop.ts';
import type { ViewModel } from './model.ts';
import type { Row } from './row.ts';
import { rowItem, type Tree } from './rowItem.ts';

export interface WordsRow extends Row {
  kind: 'words';
  label: Tree;
  description?: Tree;
  tooltip?: Tree;
  icon?: string;
  /** One of our commands. */
  command?: string;
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

/** Why the person can't answer or steer here, and the way to; undefined where they can. */
export function unwritableRow(loop: WatchedLoop, model: ViewModel, scope: string): WordsRow | undefined {
  if (loop.writable.ok) return undefined;
  const base = { kind: 'words' as const, id: `${scope}/unwritable`, target: { loopKey: loop.key } };
  switch (loop.writable.code) {
    case 'restricted':
      return {
        ...base,
        label: ours('Trust this workspace to answer…'),
        tooltip: unwritableWords(loop, model),
        icon: 'shield',
        command: COMMANDS.manageTrust,
      };
    case 'outside':
      return {
        ...base,
        label: ours('Add This Folder to answer…'),
        tooltip: unwritableWords(loop, model),
        icon: 'lock',
        command: COMMANDS.addFolder,
        target: { loopKey: loop.key, folder: loop.repository },
      };
    default:
      return {
        ...base,
        label: unwritableWords(loop, model),
        tooltip: unwritableWords(loop, model),
        icon: 'lock',
      };
  }
}

/** Why nothing can be written to this loop, in a sentence. */
export function unwritableWords(loop: WatchedLoop, _model: ViewModel): Tree {
  if (loop.writable.ok) return shown('', 'tree');
  switch (loop.writable.code) {
    case 'restricted':
      return ours(
        'Restricted Mode: everything is read, nothing is sent. Trust this workspace to answer and steer.',
      );
    case 'outside':
      return ours('Read only: this folder is neither open nor watched. Add it to answer and steer.');
    case 'read-only': {
      const path = loop.writable.args['path'];
      return say('tree', 'Read-only for you: {0}', typeof path === 'string' ? path : loop.folder);
    }
    case 'unreadable':
      return ours('Its loop.json can’t be read, so nothing is sent.');
  }
}
