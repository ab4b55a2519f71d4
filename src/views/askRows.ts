/** Something that waits: the row, and under it the ask, its options, and the way to own words. */
import { wrapText } from '../commands/answer/wrapText.ts';
import { COMMANDS } from '../contract.ts';
import { join, lines, shown } from '../host/agentText.ts';
import type { RowItem } from '../host/treeItem.ts';
import { minutesLeft } from '../host/words/ages.ts';
import { ours, say } from '../host/words/say.ts';
import { clockMinutes, duration } from '../host/words/time.ts';
import type { Wait } from '../workspace/needsYou.ts';
import { loopFacts } from './loopFacts.ts';
import type { ViewModel } from './model.ts';
import type { Row } from './row.ts';
import { NONE, rowItem, type Tree } from './rowItem.ts';
import { unwritableRow, type WordsRow } from './wordsRow.ts';

/** What fits into a second-level row at 300 pixels. */
const COLUMNS = 32;
const MOST_LINES = 8;

export interface WaitRow extends Row {
  kind: 'wait';
  wait: Wait;
  /** In Needs You the loop's name leads, under its loop the ask. */
  under: 'view' | 'loop';
  opened: boolean;
}

export interface AskLineRow extends Row {
  kind: 'askLine';
  text: Tree;
  wait: Wait;
}

export interface OptionRow extends Row {
  kind: 'option';
  wait: Wait;
  /** From 1. */
  place: number;
  label: string;
}

export interface OwnWordsRow extends Row {
  kind: 'ownWords';
  wait: Wait;
}

export type AskRow = WaitRow | AskLineRow | OptionRow | OwnWordsRow;

export function waitRow(wait: Wait, under: WaitRow['under'], scope: string, opened = false): WaitRow {
  return { kind: 'wait', id: `${scope}wait|${wait.key}`, wait, under, opened, target: waitTarget(wait) };
}

function waitTarget(wait: Wait): NonNullable<Row['target']> {
  return {
    loopKey: wait.loop.key,
    waitKey: wait.key,
    ...(wait.question === null ? {} : { question: wait.question.key }),
  };
}

/** What the loop asks; for a verdict what its last round said. */
export function askOf(wait: Wait): string {
  if (wait.question !== null) return wait.question.text;
  const round = wait.loop.snapshot.rounds.at(-1);
  return [round?.summary ?? '', round?.next ?? ''].filter((text) => text !== '').join(' ');
}

export function waitChildren(row: WaitRow, model: ViewModel): (AskRow | WordsRow)[] {
  const { wait, id } = row;
  const target = waitTarget(wait);
  // Made visible before it is cut into rows: what is made visible takes room.
  const wrapped = wrapText(`“${shown(askOf(wait), 'clipboard', 2000)}”`, COLUMNS, MOST_LINES);
  const ask = wrapped.rows.map(
    (text, index): AskLineRow => ({
      kind: 'askLine',
      id: `${id}/line${index}`,
      text: shown(text, 'tree'),
      wait,
      target,
    }),
  );
  const options = (wait.question?.options ?? []).map(
    (option, index): OptionRow => ({
      kind: 'option',
      id: `${id}/option${index}`,
      wait,
      place: index + 1,
      label: option.label.trim() === '' ? option.id : option.label,
      target: { ...target, optionId: option.id },
    }),
  );
  const blocked = unwritableRow(wait.loop, model, id);
  if (blocked !== undefined) return [...ask, ...options, blocked];
  return [...ask, ...options, { kind: 'ownWords', id: `${id}/own`, wait, target }];
}

export function askItem(row: AskRow, model: ViewModel): RowItem {
  switch (row.kind) {
    case 'wait':
      return waitItem(row, model);
    case 'askLine':
      return rowItem(row.text, {
        tooltip: shown(askOf(row.wait), 'tree', 2000),
        click: { id: COMMANDS.openRow, title: ours('Open') },
        words: ['copyable', ...answerWords(row.wait)],
      });
    case 'option':
      return optionItem(row);
    case 'ownWords':
      return ownWordsItem(row, model);
  }
}

function waitItem({ wait, under, opened }: WaitRow, model: ViewModel): RowItem {
  const now = model.now();
  const { loop } = wait;
  const left = minutesLeft(wait.expiresAt, now);
  const quote = say('tree', '“{0}”', askOf(wait));
  const count = wait.same.length > 1 ? ours('×{0}', wait.same.length) : NONE;
  const verdict = wait.kind === 'verdict' ? ours('waits for your verdict') : NONE;
  const since = wait.since === null ? NONE : duration(now - wait.since);
  return rowItem(under === 'view' ? joinSpace(shown(loop.id, 'tree'), count) : joinSpace(quote, count), {
    description: under === 'view' ? (askOf(wait) === '' ? verdict : quote) : (join([verdict, since]) as Tree),
    tooltip: waitTooltip(wait, model),
    spoken: join<'tree'>(
      [
        say('tree', '{0} asks', loop.id),
        shown(askOf(wait), 'tree'),
        count,
        since === NONE ? NONE : ours('waits {0}', since),
        left === undefined ? NONE : goesOn(wait, now),
      ],
      ', ',
    ),
    icon: { name: 'question', color: 'notificationsWarningIcon.foreground' },
    ...(left === undefined ? {} : { badge: { text: left, meaning: goesOn(wait, now) } }),
    words: ['wait', 'copyable', ...answerWords(wait), ...(loop.writable.ok ? ['steerable'] : [])],
    // Opens and writes nothing. The ask unfolds by its arrow.
    ...(loop.writable.ok ? { click: { id: COMMANDS.openRow, title: ours('Answer…') } } : {}),
    expands: opened ? 'open' : 'closed',
  });
}

function joinSpace(first: Tree, second: Tree): Tree {
  return join([first, second], ' ');
}

function answerWords(wait: Wait): string[] {
  return wait.loop.writable.ok ? ['answerable'] : [];
}

function goesOn(wait: Wait, now: number): Tree {
  if (wait.expiresAt === null) return NONE;
  const left = wait.expiresAt - now;
  return left <= 0 ? ours('its time has run out') : ours('goes on without you in {0}', duration(left));
}

function waitTooltip(wait: Wait, model: ViewModel): Tree {
  const now = model.now();
  const asks =
    wait.since === null
      ? NONE
      : ours('asks since {0} ({1})', clockMinutes(wait.since), duration(now - wait.since));
  const until =
    wait.expiresAt === null ? NONE : ours('goes on without you at {0}', clockMinutes(wait.expiresAt));
  const draft = model.draft(wait.key);
  return lines<'tree'>([
    shown(wait.loop.snapshot.title || wait.loop.id, 'tree'),
    join<'tree'>([asks, until], ', '),
    shown(askOf(wait), 'tree', 600),
    ...loopFacts(wait.loop, model),
    wait.blocks ? NONE : ours('It goes on meanwhile.'),
    draft === undefined || draft.text === '' ? NONE : say('tree', 'Your draft: {0}', draft.text),
  ]);
}

function optionItem({ wait, place, label }: OptionRow): RowItem {
  const text = say('tree', '{0}  {1}', place, label);
  return rowItem(text, {
    tooltip: shown(label, 'tree', 600),
    spoken: say('tree', 'Option {0}: {1}', place, label),
    words: ['option', 'copyable', ...answerWords(wait)],
    ...(wait.loop.writable.ok ? { click: { id: COMMANDS.openRow, title: ours('Open') } } : {}),
  });
}

function ownWordsItem({ wait }: OwnWordsRow, model: ViewModel): RowItem {
  const draft = model.draft(wait.key);
  const label =
    wait.question === null || wait.question.options.length === 0 ? ours('…  Answer') : ours('…  Other words');
  return rowItem(label, {
    ...(draft === undefined || draft.text === ''
      ? {}
      : { description: say('tree', 'draft “{0}”', draft.text) }),
    tooltip: ours('Answer in your own words.'),
    click: { id: COMMANDS.openRow, title: ours('Open') },
    words: ['answerable'],
  });
}
