/** Where there is no task workspace: where it was looked, what was found there, and what one can do. */
import { COMMANDS } from '../../../contract.ts';
import type { RowItem } from '../../../host/treeItem.ts';
import { homePath } from '../../../text/homePath.ts';
import { ours, say } from '../../../text/say.ts';
import { join, shown } from '../../../text/shown.ts';
import { duration } from '../../../text/timeWords.ts';
import type { Place } from '../../../workspace/kernel/place.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { NONE, rowItem, type Tree } from '../../kit/rowItem.ts';
import { placeProblem } from '../../kit/words/placeWords.ts';
import type { WordsRow } from '../../kit/wordsRow.ts';
import type { PlacesRow } from './taskRows.ts';

export function emptyRows(model: ReadModel): WordsRow[] {
  const places = placeRows(model, '');
  if (!model.tasksReady())
    return [words('looking', ours('Looking for task workspaces…'), 'search'), ...places];
  const none =
    places.length === 0
      ? words('none', ours('No folder is open, and none is watched'), 'info')
      : words('none', ours('No task workspace here yet'), 'info');
  const trust = model.trusted()
    ? []
    : [
        {
          ...words('act/trust', ours('Trust This Workspace…'), 'shield', COMMANDS.manageTrust),
          description: ours('Restricted Mode'),
        },
      ];
  return [
    none,
    ...places,
    ...trust,
    {
      ...words('act/initialize', ours('Initialize Task Workspace…'), 'new-folder', COMMANDS.initializeTasks),
      tooltip: ours('Makes the seven folders in which people and agents leave tasks for each other.'),
    },
    addFolder(''),
  ];
}

/** At the end of the view: where it was looked. */
export function placesItem(model: ReadModel): RowItem {
  const offered = model.taskPlaces().filter(({ kind }) => kind === 'offered').length;
  return rowItem(ours('Places'), {
    description: join<'tree'>([
      ours('{0} looked at', model.taskPlaces().length - offered),
      offered === 0
        ? NONE
        : offered === 1
          ? ours('1 looks like a task workspace')
          : ours('{0} look like task workspaces', offered),
    ]),
    tooltip: ours('Where task workspaces are looked for, and what was found there.'),
    icon: { name: 'folder-library' },
    expands: 'closed',
  });
}

export function placesRow(): PlacesRow {
  return { kind: 'places', id: 'places' };
}

export function placesChildren(model: ReadModel): WordsRow[] {
  return [...placeRows(model, 'places/'), addFolder('places/')];
}

function addFolder(scope: string): WordsRow {
  return words(`${scope}act/add`, ours('Add Folder to Watch…'), 'add', COMMANDS.addFolder);
}

function placeRows(model: ReadModel, scope: string): WordsRow[] {
  return model.taskPlaces().map((place) => {
    const offered = place.kind === 'offered';
    return {
      ...words(
        `${scope}${place.kind}|${place.folder}`,
        shown(homePath(place.folder, model.home), 'tree'),
        offered ? 'question' : place.problem === null ? 'folder' : 'warning',
        offered ? COMMANDS.initializeTasks : undefined,
      ),
      description: foundWords(place),
      tooltip: offered
        ? ours(
            'Some of the folders of a task workspace are here, but no task that proves it. Click to make the others.',
          )
        : say('tree', '{0}; looked in {1}', foundWords(place), tookWords(place.tookMs)),
      target: { folder: place.folder },
    };
  });
}

function foundWords({ kind, problem, found, origin }: Place): Tree {
  if (kind === 'offered') return ours('looks like a task workspace');
  const count =
    found === 0
      ? ours('no task workspace')
      : found === 1
        ? ours('1 task workspace')
        : ours('{0} task workspaces', found);
  return join<'tree'>([
    problem === null ? count : placeProblem(problem),
    origin === 'setting' ? ours('from your settings') : NONE,
  ]);
}

function tookWords(ms: number): Tree {
  return ms < 1000 ? ours('{0} ms', Math.round(ms)) : duration(ms);
}

function words(id: string, label: Tree, icon: string, command?: string): WordsRow {
  return { kind: 'words', id, label, icon, ...(command === undefined ? {} : { command }) };
}
