import type { Round, Run } from '../../../protocol/loops/loopSnapshot.ts';
import { shown } from '../../../text/agentText.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Row } from '../../kit/row.ts';
import type { WordsRow } from '../../kit/wordsRow.ts';
import { type FindingsRow, findingsRow } from './findingRows.ts';
import { type Page, pagesOf } from './paging.ts';

const NEWEST = 5;

export interface RoundRow extends Row {
  kind: 'round';
  loop: WatchedLoop;
  round: Round;
  before: Round | undefined;
}

export interface RoundPageRow extends Row {
  kind: 'roundPage';
  loop: WatchedLoop;
  /** Of the rounds from the oldest. */
  page: Page;
}

export interface RunRow extends Row {
  kind: 'run';
  loop: WatchedLoop;
  round: Round;
  run: Run;
}

export interface ArtifactRow extends Row {
  kind: 'artifact';
  path: string;
}

export type RoundsRow = RoundRow | RoundPageRow | RunRow | ArtifactRow;

/** The newest rounds, then the older ones in pages. */
export function roundRows(loop: WatchedLoop, scope: string): RoundsRow[] {
  const { rounds } = loop.snapshot;
  const older = rounds.length > NEWEST + 2 ? rounds.length - NEWEST : 0;
  return [
    ...roundsOf(loop, { from: older, to: rounds.length }, scope),
    ...pageRows(loop, { from: 0, to: older }, scope),
  ];
}

function pageRows(loop: WatchedLoop, page: Page, scope: string): RoundPageRow[] {
  if (page.to === page.from) return [];
  const pages = pagesOf(page.from, page.to) ?? [page];
  return pages.reverse().map((each) => ({
    kind: 'roundPage',
    // A page grows at its end as rounds get older, but begins where it began.
    id: `${scope}/rounds${each.from}-${each.to - each.from > 100 ? 'many' : 'one'}`,
    loop,
    page: each,
    target: { loopKey: loop.key },
  }));
}

function roundsOf(loop: WatchedLoop, page: Page, scope: string): RoundRow[] {
  const { rounds } = loop.snapshot;
  return rounds
    .slice(page.from, page.to)
    .map(
      (round, index): RoundRow => ({
        kind: 'round',
        id: `${scope}/round${round.round}`,
        loop,
        round,
        before: rounds[page.from + index - 1],
        target: { loopKey: loop.key, round: round.round },
      }),
    )
    .reverse();
}

export function insideRoundPage({ loop, page, id }: RoundPageRow): RoundsRow[] {
  return pagesOf(page.from, page.to) === null ? roundsOf(loop, page, id) : pageRows(loop, page, id);
}

export function insideRound({ loop, round, id }: RoundRow): (RoundsRow | FindingsRow | WordsRow)[] {
  const target = { loopKey: loop.key, round: round.round };
  const texts = [
    ['plan', round.plan, 'list-ordered'],
    ['summary', round.summary, 'note'],
    ['next', round.next, 'arrow-right'],
  ] as const;
  const words = texts
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text, icon]) => note(`${id}/${name}`, text, icon, target));
  const runs = round.runs.map(
    (run, index): RunRow => ({
      kind: 'run',
      id: `${id}/run${index}`,
      loop,
      round,
      run,
      target: { ...target, ...(run.artifact === null ? {} : { artifact: run.artifact }) },
    }),
  );
  const findings = round.findings.length === 0 ? [] : [findingsRow(loop, round, id)];
  return [...words, ...runs, ...findings];
}

export function insideRun({ run, id, target }: RunRow): (RoundsRow | WordsRow)[] {
  const rows: (RoundsRow | WordsRow)[] = [];
  if (run.artifact !== null)
    rows.push({
      kind: 'artifact',
      id: `${id}/artifact`,
      path: run.artifact,
      target: { ...target, artifact: run.artifact },
    });
  if (run.error !== null) rows.push(note(`${id}/error`, run.error.text, 'error', target));
  if (run.summary.trim() !== '') rows.push(note(`${id}/summary`, run.summary, 'note', target));
  return rows;
}

function note(id: string, text: string, icon: string, target: Row['target']): WordsRow {
  return {
    kind: 'words',
    id,
    label: shown(text, 'tree'),
    tooltip: shown(text, 'tree', 2000),
    icon,
    ...(target === undefined ? {} : { target }),
  };
}
