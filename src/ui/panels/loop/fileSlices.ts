/** Files of the loop, what is wrong in them, and its checks. */

import type { CheckResult } from '../../../protocol/loops/eventDefinitions.ts';
import { EVENTS_FILE, INBOX_FILE, MANIFEST_FILE } from '../../../protocol/loops/loopFiles.ts';
import type { CheckState } from '../../../protocol/loops/loopSnapshot.ts';
import { panelLine } from '../../../text/panelText.ts';
import { problemLocation, problemWords } from '../../../text/problemWords.ts';
import { ours } from '../../../text/say.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import type { CheckGrid, FileRow, List, ProblemRow, StateShown } from './loopMessages.ts';

const MOST_FILES = 200;
const MOST_PROBLEMS = 200;
const MOST_ITEMS = 150;
const MOST_KINDS = 8;
const CELL_TEXT = 60;

/** A file that is shown: one of the loop's own, or one that it named. */
export type LoopFile = { name: string; path: string; own: boolean };

export function filesOf(loop: WatchedLoop): LoopFile[] {
  const { manifest } = loop.snapshot;
  const named = (list: readonly { name: string; path: string }[]): LoopFile[] =>
    list.map(({ name, path }) => ({ name, path, own: false }));
  const brief = manifest?.brief.path;
  return [
    ...(brief === undefined ? [] : [{ name: ours('brief'), path: brief, own: false }]),
    ...named(manifest?.outputs ?? []),
    ...named(manifest?.state ?? []),
    { name: ours('what the loop is'), path: MANIFEST_FILE, own: true },
    { name: ours('what it reported'), path: EVENTS_FILE, own: true },
    { name: ours('what you sent'), path: INBOX_FILE, own: true },
  ];
}

export function fileSlice(loop: WatchedLoop | undefined): List<FileRow> {
  const files = loop === undefined ? [] : filesOf(loop);
  return {
    count: files.length,
    rows: files.slice(0, MOST_FILES).map(({ name, path }, index) => ({
      index,
      name: panelLine(name, 200),
      path: panelLine(path),
    })),
  };
}

export function problemSlice(loop: WatchedLoop | undefined): List<ProblemRow> {
  const problems = loop?.snapshot.problems ?? [];
  return {
    count: problems.length,
    rows: problems.slice(0, MOST_PROBLEMS).map((problem, index) => ({
      index,
      place: panelLine(problemLocation('tree', problem), 300),
      words: panelLine(problemWords('tree', problem), 600).text,
      tone: ({ error: 'bad', warning: 'warn', info: 'plain' } as const)[problem.severity],
    })),
  };
}

/** Items by kinds, each cell the newest check of the two. */
export function checkSlice(loop: WatchedLoop | undefined): CheckGrid {
  const checks = loop?.snapshot.checks ?? [];
  const kinds = [...new Set(checks.map((check) => check.kind))].slice(0, MOST_KINDS);
  const items = [...new Set(checks.map((check) => check.item))];
  const newest = new Map<string, { check: CheckState; index: number }>();
  checks.forEach((check, index) => {
    newest.set(JSON.stringify([check.item, check.kind]), { check, index });
  });
  return {
    kinds: kinds.map((kind) => panelLine(kind || ours('check'), 100)),
    rows: items.slice(0, MOST_ITEMS).map((item) => ({
      item: panelLine(item, 200),
      cells: kinds.map((kind) => {
        const found = newest.get(JSON.stringify([item, kind]));
        return found === undefined ? null : cellOf(found.check);
      }),
    })),
    words: countWords([...newest.values()].map(({ check }) => check)),
    more: Math.max(0, items.length - MOST_ITEMS),
  };
}

function cellOf(check: CheckState) {
  const detail = [check.finding, check.evidence ?? '', check.who].filter((part) => part.trim() !== '');
  return {
    ...RESULTS[check.result],
    words: resultWord(check.result),
    detail: panelLine(detail.join(' · '), CELL_TEXT * 2),
  };
}

const RESULTS: Record<CheckResult, Omit<StateShown, 'words'>> = {
  pass: { icon: 'check', tone: 'good' },
  partly: { icon: 'warning', tone: 'warn' },
  fail: { icon: 'close', tone: 'bad' },
  blocked: { icon: 'circle-slash', tone: 'warn' },
};

function resultWord(result: CheckResult): string {
  switch (result) {
    case 'pass':
      return ours('pass');
    case 'partly':
      return ours('partly');
    case 'fail':
      return ours('fail');
    case 'blocked':
      return ours('blocked');
  }
}

/** "10 pass, 1 partly, 1 fail". */
function countWords(checks: readonly CheckState[]): string {
  const results: CheckResult[] = ['pass', 'partly', 'fail', 'blocked'];
  return results
    .flatMap((result) => {
      const count = checks.filter((check) => check.result === result).length;
      return count === 0 ? [] : [`${count} ${resultWord(result)}`];
    })
    .join(', ');
}
