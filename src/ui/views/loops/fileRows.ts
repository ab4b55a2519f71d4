/** The loop's own files, what it says it writes, and what is wrong in them. */
import type { RowItem } from '../../../host/treeItem.ts';
import type { Problem } from '../../../protocol/lib/result.ts';
import { EVENTS_FILE, INBOX_FILE, MANIFEST_FILE } from '../../../protocol/loops/loopFiles.ts';
import { lines, NONE, shown } from '../../../text/agentText.ts';
import { problemLocation, problemWords } from '../../../text/problemWords.ts';
import { ours } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { Row } from '../../kit/row.ts';
import { opensRow, rowItem } from '../../kit/rowItem.ts';
import type { RowKinds } from '../rowKinds.ts';
import { type PagedRow, pagedRows, pageItem } from './paging.ts';

export interface FilesRow extends Row {
  kind: 'files';
  loop: WatchedLoop;
}

export interface FileRow extends Row {
  kind: 'file';
  name: string;
  path: string;
}

export interface ProblemsRow extends PagedRow {
  kind: 'problems';
  loop: WatchedLoop;
}

export interface ProblemRow extends Row {
  kind: 'problem';
  problem: Problem;
}

export const FILES: RowKinds<FilesRow | FileRow | ProblemsRow | ProblemRow> = {
  files: { item: filesItem, children: filesChildren },
  file: { item: fileItem },
  problems: { item: problemsItem, children: problemsChildren },
  problem: { item: problemItem },
};

export function filesRow(loop: WatchedLoop, scope: string): FilesRow {
  return { kind: 'files', id: `${scope}/files`, loop, target: { loopKey: loop.key } };
}

function filesChildren({ loop, id }: FilesRow): FileRow[] {
  const { manifest } = loop.snapshot;
  const said = [
    ...(manifest?.brief.path === undefined ? [] : [{ name: 'brief', path: manifest.brief.path }]),
    ...(manifest?.outputs ?? []),
    ...(manifest?.state ?? []),
  ];
  const artifacts = said.map(
    ({ name, path }, index): FileRow => ({
      kind: 'file',
      id: `${id}/said${index}`,
      name: name === '' ? path : name,
      path,
      target: { loopKey: loop.key, artifact: path },
    }),
  );
  const own = [MANIFEST_FILE, EVENTS_FILE, INBOX_FILE].map(
    (file): FileRow => ({
      kind: 'file',
      id: `${id}/${file}`,
      name: file,
      path: file,
      target: { loopKey: loop.key, file },
    }),
  );
  return [...artifacts, ...own];
}

function filesItem({ loop }: FilesRow): RowItem {
  const { manifest } = loop.snapshot;
  const names = [...(manifest?.outputs ?? []), ...(manifest?.state ?? [])].map(
    (each) => each.name || each.path,
  );
  return rowItem(ours('Files'), {
    description: shown([...names, EVENTS_FILE].join(' · '), 'tree'),
    icon: { name: 'files' },
    expands: 'closed',
  });
}

function fileItem({ name, path, target }: FileRow): RowItem {
  return rowItem(shown(name, 'tree'), {
    description: name === path ? NONE : shown(path, 'tree'),
    tooltip: shown(path, 'tree'),
    icon: { name: 'file' },
    click: opensRow(),
    words: ['copyable', 'openable', target?.file === undefined ? 'artifact' : 'loopFile'],
  });
}

export function problemsRow(loop: WatchedLoop, scope: string): ProblemsRow[] {
  if (loop.snapshot.problems.length === 0) return [];
  return [
    { kind: 'problems', id: `${scope}/problems`, loop, page: undefined, target: { loopKey: loop.key } },
  ];
}

function problemsChildren(row: ProblemsRow): (ProblemsRow | ProblemRow)[] {
  const { problems } = row.loop.snapshot;
  return pagedRows(row, problems.length, ({ from, to }) =>
    problems.slice(from, to).map(
      (problem, index): ProblemRow => ({
        kind: 'problem',
        id: `${row.id}/${problem.file}:${problem.offset ?? problem.line ?? ''}:${problem.code}:${from + index}`,
        problem,
        target: {
          loopKey: row.loop.key,
          file: problem.file,
          ...(problem.line === null ? {} : { line: problem.line }),
        },
      }),
    ),
  );
}

function problemsItem(row: ProblemsRow): RowItem {
  const { problems } = row.loop.snapshot;
  if (row.page !== undefined) return pageItem(row.page);
  const first = problems[0];
  return rowItem(ours('Problems {0}', problems.length), {
    ...(first === undefined ? {} : { description: problemWords('tree', first) }),
    icon: { name: 'warning' },
    expands: 'closed',
  });
}

function problemItem({ problem }: ProblemRow): RowItem {
  const place = problemLocation('tree', problem);
  return rowItem(problemWords('tree', problem), {
    description: place,
    tooltip: lines<'tree'>([problemWords('tree', problem), shown(problem.message, 'tree', 1000), place]),
    icon: { name: problem.severity },
    click: opensRow(),
    words: ['problem', 'copyable', 'openable'],
  });
}
