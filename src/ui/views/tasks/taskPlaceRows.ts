/** Where task workspaces were looked for, and what stands in their view where there is none. */
import { COMMANDS } from '../../../contract.ts';
import type { RowItem } from '../../../host/treeItem.ts';
import { join, NONE } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import type { Place } from '../../../workspace/kernel/place.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { Tree } from '../../kit/rowItem.ts';
import type { WordsRow } from '../../kit/wordsRow.ts';
import { emptyRows, placeRow, placesChildren, placesItem, plainRow } from '../placeRows.ts';
import { placeProblem } from '../placeWords.ts';

export function emptyTaskRows(model: ReadModel): WordsRow[] {
  const initialize = {
    ...plainRow('act/initialize', ours('Initialize Task Workspace…'), 'new-folder', COMMANDS.initializeTasks),
    tooltip: ours('Makes the seven folders in which people and agents leave tasks for each other.'),
  };
  return emptyRows(model, taskPlaceRows(model, ''), {
    isReady: model.tasksReady(),
    looking: ours('Looking for task workspaces…'),
    none: ours('No task workspace here yet'),
    acts: [initialize],
  });
}

export function taskPlacesItem(model: ReadModel): RowItem {
  const offered = model.taskPlaces().filter(({ kind }) => kind === 'offered').length;
  const description = join<'tree'>([
    ours('{0} looked at', model.taskPlaces().length - offered),
    offered === 0
      ? NONE
      : offered === 1
        ? ours('1 looks like a task workspace')
        : ours('{0} look like task workspaces', offered),
  ]);
  return placesItem(description, ours('Where task workspaces are looked for, and what was found there.'));
}

export function taskPlacesChildren(model: ReadModel): WordsRow[] {
  return placesChildren((scope) => taskPlaceRows(model, scope));
}

function taskPlaceRows(model: ReadModel, scope: string): WordsRow[] {
  return model.taskPlaces().map((place) => {
    const row = placeRow(`${scope}${place.kind}|${place.folder}`, place, foundWords(place), model);
    return place.kind === 'root' ? row : { ...row, ...offer() };
  });
}

/** What else the row of a folder says that only looks like a task workspace. */
function offer(): Partial<WordsRow> {
  return {
    icon: 'question',
    command: COMMANDS.initializeTasks,
    tooltip: ours(
      'Some of the folders of a task workspace are here, but no task that proves it. Click to make the others.',
    ),
  };
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
