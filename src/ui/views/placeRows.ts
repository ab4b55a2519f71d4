/** Where it was looked and what was found there: what the views of loops and of tasks say alike. */
import { COMMANDS } from '../../contract.ts';
import type { RowItem } from '../../host/treeItem.ts';
import { shown } from '../../text/agentText.ts';
import { homePath } from '../../text/homePath.ts';
import { ours, say } from '../../text/say.ts';
import { duration } from '../../text/timeWords.ts';
import type { Place } from '../../workspace/kernel/place.ts';
import type { ReadModel } from '../../workspace/model.ts';
import type { Row } from '../kit/row.ts';
import { rowItem, type Tree } from '../kit/rowItem.ts';
import type { WordsRow } from '../kit/wordsRow.ts';

export interface PlacesRow extends Row {
  kind: 'places';
}

/** At the end of a view. */
export function placesRow(): PlacesRow {
  return { kind: 'places', id: 'places' };
}

export function placesItem(description: Tree, tooltip: Tree): RowItem {
  return rowItem(ours('Places'), {
    description,
    tooltip,
    icon: { name: 'folder-library' },
    expands: 'closed',
  });
}

/** @param rowsIn the rows of the places, with ids that begin with the scope */
export function placesChildren(rowsIn: (scope: string) => WordsRow[]): WordsRow[] {
  const scope = 'places/';
  return [...rowsIn(scope), addFolder(scope)];
}

/** In place of everything else: the places, then what one can do. */
export function emptyRows(
  model: ReadModel,
  places: readonly WordsRow[],
  view: { isReady: boolean; looking: Tree; none: Tree; acts: readonly WordsRow[] },
): WordsRow[] {
  if (!view.isReady) return [plainRow('looking', view.looking, 'search'), ...places];
  const none = places.length === 0 ? ours('No folder is open, and none is watched') : view.none;
  const trust = {
    ...plainRow('act/trust', ours('Trust This Workspace…'), 'shield', COMMANDS.manageTrust),
    description: ours('Restricted Mode'),
  };
  return [
    plainRow('none', none, 'info'),
    ...places,
    ...(model.trusted() ? [] : [trust]),
    ...view.acts,
    addFolder(''),
  ];
}

export function plainRow(id: string, label: Tree, icon: string, command?: string): WordsRow {
  return { kind: 'words', id, label, icon, ...(command === undefined ? {} : { command }) };
}

/** A place that was looked in; `found`: what was found there. */
export function placeRow(id: string, place: Place, found: Tree, model: ReadModel): WordsRow {
  const { folder, problem, tookMs } = place;
  const took = tookMs < 1000 ? ours('{0} ms', Math.round(tookMs)) : duration(tookMs);
  return {
    ...plainRow(id, shown(homePath(folder, model.home), 'tree'), problem === null ? 'folder' : 'warning'),
    description: found,
    tooltip: say('tree', '{0}; looked in {1}', found, took),
    target: { folder },
  };
}

function addFolder(scope: string): WordsRow {
  return plainRow(`${scope}act/add`, ours('Add Folder to Watch…'), 'add', COMMANDS.addFolder);
}
