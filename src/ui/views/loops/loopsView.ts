/** The rows of the Loops view. */

import { basename } from 'node:path';
import type { RowItem } from '../../../host/treeItem.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { homePath } from '../../../text/homePath.ts';
import { ours, say } from '../../../text/say.ts';
import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { costOf } from '../../../workspace/totals.ts';
import type { Row, RowSource } from '../../kit/row.ts';
import { rowItem } from '../../kit/rowItem.ts';
import { convergence, noFallWords, rate, trailWords } from '../../kit/words/convergenceWords.ts';
import { cost } from '../../kit/words/costWords.ts';
import { loopCount } from '../../kit/words/countWords.ts';
import { placeOfLoop, unwritableRow, type WordsRow, wordsItem } from '../../kit/wordsRow.ts';
import { ASKS, type AskRow, waitRow } from '../askRows.ts';
import type { PlacesRow } from '../placeRows.ts';
import { placesRow } from '../placeRows.ts';
import { type RowKinds, rowSource } from '../rowKinds.ts';
import {
  FILES,
  type FileRow,
  type FilesRow,
  filesRow,
  type ProblemRow,
  type ProblemsRow,
  problemsRow,
} from './fileRows.ts';
import { FINDINGS, type FindingRow, type FindingsRow, findingsRow } from './findingRows.ts';
import { loopItem } from './loopItem.ts';
import { emptyLoopRows, LOOP_PLACES } from './loopPlaceRows.ts';
import { byAttention, byLastSign, isPutAway } from './loopSections.ts';
import { type PagedRow, pagedRows, pageItem } from './paging.ts';
import { ROUNDS } from './roundItems.ts';
import { type RoundsRow, roundRows } from './roundRows.ts';
import { type HeldRow, heldRows, SENT, type SentGroupRow, type SentRow, sentGroup } from './sentRows.ts';
import { UNANSWERED, type UnansweredRow, unansweredRows } from './unansweredRows.ts';

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

interface EndedRow extends PagedRow {
  kind: 'ended';
  loops: WatchedLoop[];
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
  return rowSource(model, KINDS, () => roots(model));
}

const KINDS: RowKinds<LoopsViewRow> = {
  loop: { item: ({ loop }, model) => loopItem(loop, model), children: insideLoop },
  folder: {
    item: folderItem,
    children: ({ loops, id }) => loops.map((loop) => loopRow(loop, `${id}/`)),
  },
  ended: { item: endedItem, children: insideEnded },
  words: { item: wordsItem },
  ...ASKS,
  ...LOOP_PLACES,
  ...FINDINGS,
  ...ROUNDS,
  ...SENT,
  ...FILES,
  ...UNANSWERED,
};

function roots(model: ReadModel): LoopsViewRow[] {
  const loops = model.loops();
  if (loops.length === 0) return emptyLoopRows(model);
  const now = model.now();
  const shownLoops = byAttention(
    loops.filter((loop) => !isPutAway(loop, now)),
    model.needs(),
  );
  const away = byLastSign(loops.filter((loop) => isPutAway(loop, now)));
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
  return pagedRows(row, row.loops.length, ({ from, to }) =>
    row.loops.slice(from, to).map((loop) => loopRow(loop, `${row.id}/`)),
  );
}

function folderItem({ folder, loops }: FolderRow, model: ReadModel): RowItem {
  const waits = loops.filter((loop) => loop.snapshot.waitsForYou.length > 0).length;
  const runs = loops.filter((loop) => !hasEnded(loop)).length;
  return rowItem(shown(basename(folder) || folder, 'tree'), {
    description: join([
      loopCount(loops.length),
      waits === 0 ? NONE : waits === 1 ? ours('1 waits') : ours('{0} wait', waits),
    ]),
    tooltip: shown(homePath(folder, model.home), 'tree'),
    icon: { name: 'folder' },
    expands: runs > 0 || waits > 0 ? 'open' : 'closed',
  });
}

function endedItem({ loops, page }: EndedRow, model: ReadModel): RowItem {
  if (page !== undefined) return pageItem(page);
  const newest = loops[0]?.snapshot.lastSign ?? null;
  return rowItem(ours('Ended {0}', loops.length), {
    description: join<'tree'>([
      cost(costOf(loops)),
      newest === null ? NONE : say('tree', 'newest {0}', moment(Date.parse(newest), model.now())),
    ]),
    tooltip: ours('Loops that ended and gave no sign for a day.'),
    icon: { name: 'archive' },
    expands: 'closed',
  });
}
