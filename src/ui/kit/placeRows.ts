/** The empty states: where loops were looked for, what was found there, and what one can do. */
import { COMMANDS } from '../../contract.ts';
import type { RowItem } from '../../host/treeItem.ts';
import { homePath } from '../../text/homePath.ts';
import { ours } from '../../text/say.ts';
import { shown } from '../../text/shown.ts';
import { duration } from '../../text/timeWords.ts';
import type { ReadModel } from '../../workspace/model.ts';
import type { Row } from './row.ts';
import { rowItem } from './rowItem.ts';
import { foundWords } from './words/placeWords.ts';
import type { WordsRow } from './wordsRow.ts';

export interface PlacesRow extends Row {
  kind: 'places';
}

/** In place of loops: the places, then the acts. */
export function emptyRows(model: ReadModel): (WordsRow | PlacesRow)[] {
  const places = placeRows(model, '');
  if (!model.ready()) return [words('looking', ours('Looking for loops…'), 'search'), ...places];
  const none =
    places.length === 0
      ? words('none', ours('No folder is open, and none is watched'), 'info')
      : words('none', ours('No loops here yet'), 'info');
  return [none, ...places, ...acts(model)];
}

function acts(model: ReadModel): WordsRow[] {
  const trust = model.trusted()
    ? []
    : [
        {
          ...words('act/trust', ours('Trust This Workspace…'), 'shield', COMMANDS.manageTrust),
          description: ours('Restricted Mode'),
        },
      ];
  return [
    ...trust,
    words('act/demo', ours('Create Demo Loop'), 'beaker', COMMANDS.createDemo),
    words('act/prompt', ours('Copy Prompt for an Agent'), 'copy', COMMANDS.copyPrompt),
    addFolder(''),
  ];
}

function addFolder(scope: string): WordsRow {
  return words(`${scope}act/add`, ours('Add Folder to Watch…'), 'add', COMMANDS.addFolder);
}

function words(id: string, label: WordsRow['label'], icon: string, command?: string): WordsRow {
  return { kind: 'words', id, label, icon, ...(command === undefined ? {} : { command }) };
}

/** At the end of the view: where it looked. */
export function placesRow(): PlacesRow {
  return { kind: 'places', id: 'places' };
}

export function placesChildren(model: ReadModel): WordsRow[] {
  return [...placeRows(model, 'places/'), addFolder('places/')];
}

export function placesItem(model: ReadModel): RowItem {
  const places = model.places();
  const polled = places.filter((place) => place.polling).length;
  return rowItem(ours('Places'), {
    description:
      polled === 0
        ? ours('{0} looked at', places.length)
        : ours('{0} looked at, {1} of them polled', places.length, polled),
    tooltip: ours('Where loops are looked for, and what was found there.'),
    icon: { name: 'folder-library' },
    expands: 'closed',
  });
}

function placeRows(model: ReadModel, scope: string): WordsRow[] {
  return model.places().map((place) => ({
    kind: 'words',
    id: `${scope}place|${place.folder}`,
    label: shown(homePath(place.folder, model.home), 'tree'),
    description: foundWords(place),
    tooltip: ours(
      '{0}; looked in {1}',
      foundWords(place),
      place.tookMs < 1000 ? ours('{0} ms', Math.round(place.tookMs)) : duration(place.tookMs),
    ),
    icon: place.problem === null ? 'folder' : 'warning',
    target: { folder: place.folder },
  }));
}
