/** Something that waits: the row, and under it the ask, its options, and the way to own words. */

import { COMMANDS } from '../../contract.ts';
import type { RowItem } from '../../host/treeItem.ts';
import { join, lines, NONE, shown } from '../../text/agentText.ts';
import { age, minutesLeft } from '../../text/ageWords.ts';
import { homePath } from '../../text/homePath.ts';
import { ours, say } from '../../text/say.ts';
import { clockMinutes, duration } from '../../text/timeWords.ts';
import { wrapText } from '../../text/wrapText.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { canAnswer, type Wait, writableOf } from '../../workspace/needsYou.ts';
import type { FeedbackWait } from '../../workspace/tasks/taskAttention.ts';
import { loopFacts } from '../kit/loopFacts.ts';
import type { Row, Target } from '../kit/row.ts';
import { opensRow, rowItem, type Tree, WARNING } from '../kit/rowItem.ts';
import { taskTarget } from '../kit/taskTargets.ts';
import { askerName, optionLabel, priorityWords, taskTitle } from '../kit/words/answerWords.ts';
import {
  placeOfLoop,
  unwritableRow,
  unwritableWords,
  type WordsRow,
  type WritePlace,
} from '../kit/wordsRow.ts';
import type { RowKinds } from './rowKinds.ts';

/** What fits into a second-level row at 300 pixels. */
const COLUMNS = 32;
const MOST_LINES = 8;
const DRAFT_LINES = 3;
/** What of name and ask surely fits into the row above, beside its age. */
const HEAD_COLUMNS = 26;

export interface WaitRow extends Row {
  kind: 'wait';
  wait: Wait;
  /** In Needs You the asker's name leads, under its loop the ask, among tasks that ask the same the task. */
  under: 'view' | 'loop' | 'group';
  opened: boolean;
}

interface AskLineRow extends Row {
  kind: 'askLine';
  text: Tree;
  /** Of which the row shows a part. */
  whole: string;
  wait: Wait;
}

interface OptionRow extends Row {
  kind: 'option';
  wait: Wait;
  /** From 1. */
  place: number;
  label: string;
}

interface OwnWordsRow extends Row {
  kind: 'ownWords';
  wait: Wait;
}

/** The rest of very many options. */
interface MoreOptionsRow extends Row {
  kind: 'moreOptions';
  wait: Wait;
  /** Of the wait's row. */
  scope: string;
  /** Index of the first. */
  from: number;
}

export type AskRow = WaitRow | AskLineRow | OptionRow | OwnWordsRow | MoreOptionsRow;

export const ASKS: RowKinds<AskRow, AskRow | WordsRow> = {
  wait: { item: waitItem, children: waitChildren },
  askLine: { item: askLineItem },
  option: { item: optionItem },
  ownWords: { item: ownWordsItem },
  moreOptions: {
    item: moreOptionsItem,
    children: ({ wait, scope, from }) => optionRows(wait, scope, from),
  },
};

export function waitRow(wait: Wait, under: WaitRow['under'], scope: string, opened = false): WaitRow {
  return { kind: 'wait', id: `${scope}wait|${wait.key}`, wait, under, opened, target: waitTarget(wait) };
}

function waitTarget(wait: Wait): NonNullable<Row['target']> {
  if (wait.kind === 'feedback') {
    return {
      waitKey: wait.key,
      task: taskTarget(wait.workspace.key, wait.row),
      ...(wait.same.length === 1
        ? {}
        : { tasks: wait.same.map((one) => taskTarget(one.workspace.key, one.row)) }),
    };
  }
  return {
    loopKey: wait.loop.key,
    waitKey: wait.key,
    ...(wait.question === null ? {} : { question: wait.question.key }),
  };
}

function writePlaceOf(wait: Wait): WritePlace {
  if (wait.kind !== 'feedback') return placeOfLoop(wait.loop);
  const { writable, folder } = wait.workspace;
  return { writable, folder, root: folder, target: { task: taskTarget(wait.workspace.key, wait.row) } };
}

export function waitChildren(row: WaitRow): (AskRow | WordsRow)[] {
  const { wait, id } = row;
  const target = waitTarget(wait);
  const about = wait.kind === 'feedback' && wait.same.length === 1 ? [titleRow(wait, id)] : [];
  // What the row above shows whole is not said again.
  const ask = isShownWhole(row) ? [] : textRows(row, 'line', `“${wait.text}”`, MOST_LINES);
  const draft =
    wait.kind === 'feedback' && wait.draft !== null
      ? textRows(row, 'draft', `${ours('its draft:')} “${wait.draft}”`, DRAFT_LINES)
      : [];
  const options = optionRows(wait, id, 0);
  const own = { kind: 'ownWords' as const, id: `${id}/own`, wait, target };
  const last = unwritableRow(writePlaceOf(wait), id) ?? (canAnswer(wait) ? own : unanswerableRow(target, id));
  return [...about, ...ask, ...draft, ...options, last];
}

/** The editor draws every row that it gets. */
export const MOST_ROWS = 200;

function optionRows(wait: Wait, scope: string, from: number): (OptionRow | MoreOptionsRow)[] {
  const target = waitTarget(wait);
  const next = from + MOST_ROWS;
  const rows = wait.options.slice(from, next).map(
    (option, index): OptionRow => ({
      kind: 'option',
      id: `${scope}/option${from + index}`,
      wait,
      place: from + index + 1,
      label: optionLabel(option),
      target: { ...target, optionId: option.id },
    }),
  );
  if (wait.options.length <= next) return rows;
  return [...rows, { kind: 'moreOptions', id: `${scope}/more${next}`, wait, scope, from: next, target }];
}

/** Its file takes no answer; what is wrong with it stands on its page. */
function unanswerableRow(target: Target, id: string): WordsRow {
  return {
    kind: 'words',
    id: `${id}/unanswerable`,
    label: ours('Can’t be answered: open the task…'),
    tooltip: ours(
      'Its file is not as agents expect, or stands in more than one folder: nothing is written to it.',
    ),
    icon: 'warning',
    command: COMMANDS.openTask,
    target,
  };
}

/** The task that it is about. */
function titleRow(wait: FeedbackWait, id: string): WordsRow {
  return {
    kind: 'words',
    id: `${id}/task`,
    label: say('tree', 'about “{0}”', taskTitle(wait)),
    description: join([priorityWords(wait), shown(wait.workspace.name, 'tree')]),
    tooltip: say('tree', 'Open the task: {0}', taskTitle(wait)),
    icon: 'note',
    command: COMMANDS.openTask,
    target: { task: taskTarget(wait.workspace.key, wait.row) },
  };
}

/** A text in rows that fit. Made visible before it is cut: what is made visible takes room. */
function textRows({ wait, id }: WaitRow, name: string, whole: string, most: number): AskLineRow[] {
  return wrapText(shown(whole, 'clipboard', 2000), COLUMNS, most).rows.map((text, index) => ({
    kind: 'askLine',
    id: `${id}/${name}${index}`,
    text: shown(text, 'tree'),
    whole,
    wait,
    target: waitTarget(wait),
  }));
}

function isShownWhole({ wait, under }: WaitRow): boolean {
  const text = wait.text.trim();
  const before = under === 'view' ? askerName(wait.asker).length : 0;
  return text !== '' && !text.includes('\n') && before + text.length <= HEAD_COLUMNS;
}

function askLineItem({ text, whole, wait }: AskLineRow): RowItem {
  return rowItem(text, {
    tooltip: shown(whole, 'tree', 2000),
    click: opensRow(),
    words: ['copyable', ...answerWords(wait)],
  });
}

function moreOptionsItem({ wait, from }: MoreOptionsRow): RowItem {
  return moreItem(wait.options.length - from);
}

/** The row of what is past the first page of a long list. */
export function moreItem(count: number): RowItem {
  return rowItem(ours('{0} more', count), { expands: 'closed', icon: { name: 'ellipsis' } });
}

/** How long it waits comes first: of what does not fit the end is cut. */
function headOf({ wait, under }: WaitRow, model: ReadModel): { label: Tree; description: Tree } {
  const now = model.now();
  const quote = wait.text.trim() === '' ? NONE : say('tree', '“{0}”', wait.text);
  const count = wait.same.length > 1 ? ours('×{0}', wait.same.length) : NONE;
  const verdict = wait.kind === 'verdict' ? ours('waits for your verdict') : NONE;
  const waits = wait.since === null ? NONE : age(now - wait.since);
  const name = shown(askerName(wait.asker), 'tree');
  if (under === 'view')
    return {
      label: join([name, count], ' '),
      description: join([waits, workspaceWords(wait, model), quote === NONE ? verdict : quote]),
    };
  if (under === 'group' && wait.kind === 'feedback')
    return { label: shown(taskTitle(wait), 'tree'), description: join([priorityWords(wait), waits]) };
  return { label: join([quote === NONE ? name : quote, count], ' '), description: join([verdict, waits]) };
}

/** Where there are several workspaces, agents of the same name may ask the same in each. */
function workspaceWords(wait: Wait, model: ReadModel): Tree {
  return wait.kind === 'feedback' && model.workspaces().length > 1
    ? shown(wait.workspace.name, 'tree', 30)
    : NONE;
}

function waitItem(row: WaitRow, model: ReadModel): RowItem {
  const { wait, opened } = row;
  const now = model.now();
  const writable = writableOf(wait).ok;
  const answerable = canAnswer(wait);
  const left = minutesLeft(wait.expiresAt, now);
  const { label, description } = headOf(row, model);
  const kindWords = wait.kind === 'feedback' ? ['task', 'feedback'] : writable ? ['steerable'] : [];
  return rowItem(label, {
    description,
    tooltip: waitTooltip(wait, model),
    spoken: join<'tree'>(
      [
        say('tree', '{0} asks', askerName(wait.asker)),
        shown(wait.text, 'tree'),
        wait.same.length > 1 ? ours('×{0}', wait.same.length) : NONE,
        wait.since === null ? NONE : ours('waits {0}', duration(now - wait.since)),
        left === undefined ? NONE : goesOn(wait, now),
      ],
      ', ',
    ),
    icon: {
      name: wait.kind === 'feedback' ? 'mail' : 'question',
      color: WARNING,
    },
    ...(left === undefined ? {} : { badge: { text: left, meaning: goesOn(wait, now) } }),
    words: ['wait', 'copyable', ...answerWords(wait), ...kindWords],
    // Opens and writes nothing. The ask unfolds by its arrow.
    ...(answerable ? { click: { id: COMMANDS.openRow, title: ours('Answer…') } } : {}),
    expands: opened ? 'open' : 'closed',
  });
}

function answerWords(wait: Wait): string[] {
  return canAnswer(wait) ? ['answerable'] : [];
}

function goesOn(wait: Wait, now: number): Tree {
  if (wait.expiresAt === null) return NONE;
  const left = wait.expiresAt - now;
  return left <= 0 ? ours('its time has run out') : ours('goes on without you in {0}', duration(left));
}

function waitTooltip(wait: Wait, model: ReadModel): Tree {
  const now = model.now();
  const asks =
    wait.since === null
      ? NONE
      : ours('asks since {0} ({1})', clockMinutes(wait.since), duration(now - wait.since));
  const until =
    wait.expiresAt === null ? NONE : ours('goes on without you at {0}', clockMinutes(wait.expiresAt));
  const draft = model.draft(wait.key);
  const about =
    wait.kind === 'feedback'
      ? feedbackFacts(wait, model)
      : [...loopFacts(wait.loop, model), goesOnWords(wait)];
  return lines<'tree'>([
    wait.kind === 'feedback'
      ? shown(taskTitle(wait), 'tree')
      : shown(wait.loop.snapshot.title || wait.loop.id, 'tree'),
    join<'tree'>([asks, until], ', '),
    shown(wait.text, 'tree', 600),
    ...about,
    draft === undefined || draft.text === '' ? NONE : say('tree', 'Your draft: {0}', draft.text),
  ]);
}

function goesOnWords(wait: Wait): Tree {
  return wait.blocks ? NONE : ours('It goes on meanwhile.');
}

function feedbackFacts(wait: FeedbackWait, model: ReadModel): Tree[] {
  const { workspace, same } = wait;
  return [
    same.length > 1 ? ours('{0} tasks ask this', same.length) : NONE,
    wait.draft === null ? NONE : say('tree', 'Its draft: {0}', wait.draft),
    join<'tree'>([say('tree', '{0} asks', askerName(wait.asker)), priorityWords(wait)]),
    shown(homePath(workspace.folder, model.home), 'tree'),
    unwritableWords(workspace),
    goesOnWords(wait),
  ];
}

function optionItem({ wait, place, label }: OptionRow): RowItem {
  const text = say('tree', '{0}  {1}', place, label);
  return rowItem(text, {
    tooltip: shown(label, 'tree', 600),
    spoken: say('tree', 'Option {0}: {1}', place, label),
    words: ['option', 'copyable', ...answerWords(wait)],
    ...(canAnswer(wait) ? { click: opensRow() } : {}),
  });
}

function ownWordsItem({ wait }: OwnWordsRow, model: ReadModel): RowItem {
  const draft = model.draft(wait.key);
  const label = wait.options.length === 0 ? ours('…  Answer') : ours('…  Other words');
  return rowItem(label, {
    ...(draft === undefined || draft.text === ''
      ? {}
      : { description: say('tree', 'draft “{0}”', draft.text) }),
    tooltip: ours('Answer in your own words.'),
    click: opensRow(),
    words: ['answerable'],
  });
}
