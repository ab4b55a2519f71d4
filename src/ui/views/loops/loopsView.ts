/** The rows of the Loops view. */
import { basename } from 'node:path';
import type { RowItem } from '../../../host/treeItem.ts';
import { moment } from '../../../text/ageWords.ts';
import { homePath } from '../../../text/homePath.ts';
import { ours, say } from '../../../text/say.ts';
import { join, lines, shown } from '../../../text/shown.ts';
import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { costOf } from '../../../workspace/totals.ts';
import { type Page, pagesOf } from '../../kit/paging.ts';
import { emptyRows, type PlacesRow, placesChildren, placesItem, placesRow } from '../../kit/placeRows.ts';
import type { Row, RowSource } from '../../kit/row.ts';
import { NONE, rowItem } from '../../kit/rowItem.ts';
import { convergence, noFallWords, rate, trailWords } from '../../kit/words/convergenceWords.ts';
import { cost } from '../../kit/words/costWords.ts';
import { placeOfLoop, unwritableRow, type WordsRow, wordsItem } from '../../kit/wordsRow.ts';
import { type AskRow, askItem, moreOptions, waitChildren, waitRow } from '../askRows.ts';
import {
  type FileRow,
  type FilesRow,
  fileItem,
  filesChildren,
  filesItem,
  filesRow,
  type ProblemRow,
  type ProblemsRow,
  problemItem,
  problemsChildren,
  problemsItem,
  problemsRow,
} from './fileRows.ts';
import {
  type FindingRow,
  type FindingsRow,
  findingItem,
  findingsChildren,
  findingsItem,
  findingsRow,
} from './findingRows.ts';
import { loopItem } from './loopItem.ts';
import { isPutAway, orderEnded, orderLoops } from './loopSections.ts';
import { roundItem } from './roundItems.ts';
import { type RoundsRow, roundChildren, roundRows } from './roundRows.ts';
import {
  type HeldRow,
  heldItem,
  heldRows,
  type SentGroupRow,
  type SentRow,
  sentChildren,
  sentGroup,
  sentGroupItem,
  sentItem,
} from './sentRows.ts';
import { type UnansweredRow, unansweredItem, unansweredRows } from './unansweredRows.ts';

/** More loops than this, and folders stand above them. */
const FLAT = 20;

interface LoopRow extends Row {
  kind: 'loop';
  loop: WatchedLoop;
}

interface FolderRow extends Row {
  kind: 'folder';
  folder: string;
  loops: WatchedLoop[];
}

interface EndedRow extends Row {
  kind: 'ended';
  loops: WatchedLoop[];
  page: Page | undefined;
}

export type LoopsViewRow =
  | LoopRow
  | FolderRow
  | EndedRow
  | AskRow
  | WordsRow
  | PlacesRow
  | FindingsRow
  | FindingRow
  | RoundsRow
  | SentGroupRow
  | SentRow
  | HeldRow
  | FilesRow
  | FileRow
  | ProblemsRow
  | ProblemRow
  | UnansweredRow;

export function loopsSource(model: ReadModel): RowSource<LoopsViewRow> {
  return {
    roots: () => roots(model),
    children: (row) => children(row, model),
    item: (row) => item(row, model),
  };
}

function roots(model: ReadModel): LoopsViewRow[] {
  const loops = model.loops();
  if (loops.length === 0) return emptyRows(model);
  const now = model.now();
  const shownLoops = orderLoops(
    loops.filter((loop) => !isPutAway(loop, now)),
    model.needs(),
  );
  const away = orderEnded(loops.filter((loop) => isPutAway(loop, now)));
  const ended: EndedRow[] =
    away.length === 0 ? [] : [{ kind: 'ended', id: 'ended', loops: away, page: undefined }];
  const rows = shownLoops.length > FLAT ? folders(shownLoops) : shownLoops.map((loop) => loopRow(loop, ''));
  return [...rows, ...ended, placesRow()];
}

function loopRow(loop: WatchedLoop, scope: string): LoopRow {
  return {
    kind: 'loop',
    id: `${scope}loop|${loop.key}`,
    loop,
    target: { loopKey: loop.key, page: { kind: 'loop', key: loop.key, name: loop.id } },
  };
}

/** Folders in the order of their most urgent loop. */
function folders(loops: readonly WatchedLoop[]): FolderRow[] {
  const byFolder = new Map<string, WatchedLoop[]>();
  for (const loop of loops) byFolder.set(loop.repository, [...(byFolder.get(loop.repository) ?? []), loop]);
  return [...byFolder].map(([folder, inside]) => ({
    kind: 'folder',
    id: `folder|${folder}`,
    folder,
    loops: inside,
    target: { folder },
  }));
}

function children(row: LoopsViewRow, model: ReadModel): readonly LoopsViewRow[] {
  switch (row.kind) {
    case 'loop':
      return insideLoop(row, model);
    case 'folder':
      return row.loops.map((loop) => loopRow(loop, `${row.id}/`));
    case 'ended':
      return insideEnded(row);
    case 'wait':
      return waitChildren(row);
    case 'moreOptions':
      return moreOptions(row);
    case 'places':
      return placesChildren(model);
    case 'findings':
      return findingsChildren(row);
    case 'round':
    case 'roundPage':
    case 'run':
      return roundChildren(row);
    case 'sentGroup':
      return sentChildren(row);
    case 'files':
      return filesChildren(row);
    case 'problems':
      return problemsChildren(row);
    default:
      return [];
  }
}

function insideLoop({ loop, id }: LoopRow, model: ReadModel): LoopsViewRow[] {
  const waits = model
    .needs()
    .waits.flatMap((wait) => (wait.kind !== 'feedback' && wait.loop.key === loop.key ? wait.same : []));
  const trail = trailWords(loop);
  const words: WordsRow[] =
    trail === ''
      ? []
      : [
          {
            kind: 'words',
            id: `${id}/moves`,
            label: trail,
            description: join([noFallWords(loop), rate(loop)]),
            tooltip: lines([convergence(loop), rate(loop)]),
            icon: 'graph-line',
            target: { loopKey: loop.key },
          },
        ];
  const blocked = waits.length > 0 ? undefined : unwritableRow(placeOfLoop(loop), id);
  return [
    ...waits.map((wait) => waitRow(wait, 'loop', `${id}/`)),
    ...unansweredRows(loop, id),
    ...(blocked === undefined ? [] : [blocked]),
    ...words,
    ...heldRows(loop, model, id),
    ...(loop.snapshot.openFindings.length === 0 ? [] : [findingsRow(loop, undefined, id)]),
    ...roundRows(loop, id),
    ...sentGroup(loop, id),
    filesRow(loop, id),
    ...problemsRow(loop, id),
  ];
}

function insideEnded(row: EndedRow): LoopsViewRow[] {
  const { from, to } = row.page ?? { from: 0, to: row.loops.length };
  const pages = pagesOf(from, to);
  if (pages === null) return row.loops.slice(from, to).map((loop) => loopRow(loop, `${row.id}/`));
  return pages.map((page) => ({ ...row, id: `${row.id}/${page.from}-${page.to}`, page }));
}

function item(row: LoopsViewRow, model: ReadModel): RowItem {
  const now = model.now();
  switch (row.kind) {
    case 'loop':
      return loopItem(row.loop, model);
    case 'folder':
      return folderItem(row, model);
    case 'ended':
      return endedItem(row, now);
    case 'words':
      return wordsItem(row);
    case 'places':
      return placesItem(model);
    case 'findings':
      return findingsItem(row);
    case 'finding':
      return findingItem(row);
    case 'round':
    case 'roundPage':
    case 'run':
    case 'artifact':
      return roundItem(row, now);
    case 'sentGroup':
      return sentGroupItem(row);
    case 'sent':
      return sentItem(row, model);
    case 'held':
      return heldItem(row);
    case 'files':
      return filesItem(row);
    case 'file':
      return fileItem(row);
    case 'problems':
      return problemsItem(row);
    case 'problem':
      return problemItem(row);
    case 'unanswered':
      return unansweredItem(row, now);
    default:
      return askItem(row, model);
  }
}

function folderItem({ folder, loops }: FolderRow, model: ReadModel): RowItem {
  const waits = loops.filter((loop) => loop.snapshot.waitsForYou.length > 0).length;
  const runs = loops.filter((loop) => !hasEnded(loop)).length;
  return rowItem(shown(basename(folder) || folder, 'tree'), {
    description: join([
      loops.length === 1 ? ours('1 loop') : ours('{0} loops', loops.length),
      waits === 0 ? NONE : waits === 1 ? ours('1 waits') : ours('{0} wait', waits),
    ]),
    tooltip: shown(homePath(folder, model.home), 'tree'),
    icon: { name: 'folder' },
    expands: runs > 0 || waits > 0 ? 'open' : 'closed',
  });
}

function endedItem({ loops, page }: EndedRow, now: number): RowItem {
  if (page !== undefined) {
    return rowItem(ours('{0}–{1}', page.from + 1, page.to), { expands: 'closed' });
  }
  const newest = loops[0]?.snapshot.lastSign ?? null;
  return rowItem(ours('Ended {0}', loops.length), {
    description: join<'tree'>([
      cost(costOf(loops)),
      newest === null ? NONE : say('tree', 'newest {0}', moment(Date.parse(newest), now)),
    ]),
    tooltip: ours('Loops that ended and gave no sign for a day.'),
    icon: { name: 'archive' },
    expands: 'closed',
  });
}
