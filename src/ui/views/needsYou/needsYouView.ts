/** The rows of Needs You: what waits, then what needs a look. */

import { COMMANDS } from '../../../contract.ts';
import type { RowItem } from '../../../host/treeItem.ts';
import type { LookCode } from '../../../protocol/loops/loopSnapshot.ts';
import { join, lines, NONE, type Shown, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { clockMinutes } from '../../../text/timeWords.ts';
import { lastSent } from '../../../workspace/loops/sentProgress.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { countAskers, type Look, type LoopLook, type Wait } from '../../../workspace/needsYou.ts';
import { loopFacts } from '../../kit/loopFacts.ts';
import type { Row, RowSource } from '../../kit/row.ts';
import { ERROR, opensRow, type RowIcon, rowItem, type Tree, WARNING } from '../../kit/rowItem.ts';
import { activeCount, loopCount, taskCount } from '../../kit/words/countWords.ts';
import { lookAdvice, lookBadge, lookBadgeMeaning, lookWords } from '../../kit/words/lookWords.ts';
import { type WordsRow, wordsItem } from '../../kit/wordsRow.ts';
import { ASKS, type AskRow, MOST_ROWS, moreItem, type WaitRow, waitChildren, waitRow } from '../askRows.ts';
import { loopWords } from '../loops/loopContextValue.ts';
import { type RowKinds, rowSource } from '../rowKinds.ts';
import { taskLookItem, taskLookTarget } from './taskLookRows.ts';

interface LookRow extends Row {
  kind: 'look';
  look: Look;
  /** A row of the group that stands above it. */
  single: boolean;
}

/** What is past the first page of a long list. */
interface MoreRow extends Row {
  kind: 'more';
  count: number;
  rows: () => NeedsYouRow[];
}

export type NeedsYouRow = AskRow | LookRow | WordsRow | MoreRow;

export function needsYouSource(model: ReadModel): RowSource<NeedsYouRow> {
  // What is alone when it comes is opened for the person, once.
  const opened = new Set<string>();
  const seen = new Set<string>();
  return rowSource(model, KINDS, () => {
    const { waits, looks } = model.needs();
    const [only] = waits;
    if (only !== undefined && waits.length === 1 && !seen.has(only.key)) opened.add(only.key);
    for (const wait of waits) seen.add(wait.key);
    return [
      ...(model.trusted() || waits.length === 0 ? [] : [restrictedRow()]),
      ...(waits.length === 0 ? [nothingRow(model)] : []),
      ...paged(waits, 'waits', (wait) => waitRow(wait, 'view', '', opened.has(wait.key))),
      ...paged(looks, 'looks', (look) => lookRow(look, false, '')),
    ];
  });
}

const KINDS: RowKinds<NeedsYouRow> = {
  ...ASKS,
  wait: {
    ...ASKS.wait,
    children: (row) => (row.wait.same.length > 1 && row.under === 'view' ? group(row) : waitChildren(row)),
  },
  look: {
    item: ({ look, single }, model) =>
      look.kind === 'task' ? taskLookItem(look, single, model) : loopLookItem(look, single, model),
    children: ({ look, single, id }) => {
      const same: readonly Look[] = single || look.same.length === 1 ? [] : look.same;
      return paged(same, id, (one) => lookRow(one, true, `${id}/`));
    },
  },
  more: { item: ({ count }) => moreItem(count), children: (row) => row.rows() },
  words: { item: wordsItem },
};

function restrictedRow(): WordsRow {
  return {
    kind: 'words',
    id: 'restricted',
    label: ours('Trust this workspace to answer…'),
    description: ours('Restricted Mode'),
    icon: 'shield',
    command: COMMANDS.manageTrust,
  };
}

function paged<T>(
  items: readonly T[],
  scope: string,
  rowOf: (item: T) => NeedsYouRow,
  from = 0,
): NeedsYouRow[] {
  const rows = items.slice(from, from + MOST_ROWS).map(rowOf);
  const next = from + MOST_ROWS;
  if (items.length > next) {
    const more: MoreRow = {
      kind: 'more',
      id: `${scope}/more${next}`,
      count: items.length - next,
      rows: () => paged(items, scope, rowOf, next),
    };
    rows.push(more);
  }
  return rows;
}

/** Equal asks: the ask once, then each of them. */
function group(row: WaitRow): NeedsYouRow[] {
  const ask = waitChildren(row);
  const { wait } = row;
  // Tasks are told apart by their titles, so each has its row; a loop's first is the one that the ask above is of.
  const under = wait.kind === 'feedback' ? 'group' : 'loop';
  const each: readonly Wait[] = wait.kind === 'feedback' ? wait.same : wait.same.slice(1);
  const alone = (one: Wait): Wait =>
    one.kind === 'feedback' ? { ...one, same: [one] } : { ...one, same: [one] };
  return [...ask, ...paged(each, row.id, (one) => waitRow(alone(one), under, `${row.id}/`))];
}

function lookRow(look: Look, single: boolean, scope: string): LookRow {
  return {
    kind: 'look',
    id: `${scope}look|${look.key}`,
    look,
    single,
    target:
      look.kind === 'task'
        ? taskLookTarget(look, single)
        : { loopKey: look.loop.key, page: { kind: 'loop', key: look.loop.key, name: look.loop.id } },
  };
}

function nothingRow(model: ReadModel): WordsRow {
  const loops = model.loops();
  const { runs } = model.totals();
  const read = loops
    .map((loop) => lastSent(loop)?.readAt ?? null)
    .reduce<number | null>((last, at) => (at !== null && (last === null || at > last) ? at : last), null);
  return {
    kind: 'words',
    id: 'nothing',
    label: ours('Nothing waits for you.'),
    description: join<'tree'>([
      runs === 0 ? NONE : runs === 1 ? ours('1 loop runs') : ours('{0} loops run', runs),
      activeCount(model.workspaces()),
      read === null ? NONE : ours('last answer read {0}', clockMinutes(read)),
    ]),
    icon: 'pass',
  };
}

function loopLookItem(look: LoopLook, single: boolean, model: ReadModel): RowItem {
  const now = model.now();
  const { loop } = look;
  const many = !single && look.same.length > 1;
  const words = lookWords('tree', look, now);
  const badge = single ? undefined : lookBadge(look);
  return rowItem(many ? say('tree', '{0} ×{1}', loop.id, look.same.length) : shown(loop.id, 'tree'), {
    description: words,
    tooltip: lines<'tree'>([
      shown(loop.snapshot.title || loop.id, 'tree'),
      words,
      lookAdvice(look, model.key()),
      ...loopFacts(loop, model),
    ]),
    spoken: join<'tree'>([shown(loop.id, 'tree'), words, many ? lookBadgeMeaning(look) : NONE], ', '),
    icon: LOOK_ICONS[look.code],
    ...(badge === undefined ? {} : { badge: { text: badge, meaning: lookBadgeMeaning(look) } }),
    words: ['look', ...loopWords(model.abilities(loop)).filter((word) => word !== 'answerable')],
    click: opensRow(),
    expands: many ? 'closed' : 'no',
  });
}

const LOOK_ICONS: Record<LookCode, RowIcon> = {
  'over-cap': { name: 'flame', color: WARNING },
  failed: { name: 'error', color: ERROR },
  'needs-person': { name: 'person', color: WARNING },
  stalled: { name: 'warning', color: WARNING },
  'no-progress': { name: 'issue-reopened', color: WARNING },
  capped: { name: 'dashboard' },
  problem: { name: 'bug' },
  untrusted: { name: 'unverified' },
  unread: { name: 'mail', color: WARNING },
  'still-asks': { name: 'mail-read', color: WARNING },
  decided: { name: 'history' },
};

/** "3 wait · 3 to look at", "1 loop, 12 tasks · 3 to look at"; empty where nothing is. */
export function needsYouDescription(model: ReadModel): Tree {
  const { waits, looks } = model.needs();
  const { loops, tasks } = countAskers(waits);
  const loopWaits = waits.length === 1 ? ours('1 waits') : ours('{0} wait', waits.length);
  return join([
    waits.length === 0 ? NONE : tasks === 0 ? loopWaits : askersWords(loops, tasks),
    looks.length === 0 ? NONE : ours('{0} to look at', looks.length),
  ]);
}

/** "1 loop, 12 tasks": a task that stands behind an equal one counts too. */
function askersWords(loops: number, tasks: number): Shown {
  return join([loops === 0 ? NONE : loopCount(loops), tasks === 0 ? NONE : taskCount(tasks)], ', ');
}

/** What the badge's number means. */
export function badgeWords(model: ReadModel): Tree {
  const { waits } = model.needs();
  const { loops, tasks } = countAskers(waits);
  const who = askersWords(loops, tasks);
  const until = waits[0]?.expiresAt ?? null;
  return join<'tree'>([
    loops + tasks === 1 ? ours('{0} waits for you', who) : ours('{0} wait for you', who),
    until === null || until <= model.now() ? NONE : ours('the first goes on at {0}', clockMinutes(until)),
  ]);
}
