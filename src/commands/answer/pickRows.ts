/**
 * The rows of the answer pick, as data.
 *
 * VS Code sorts the rows by their labels as one types and sends back the place of the chosen row, not the row. Hence
 * two rules: labels hold only a digit or a mark, and the row at a place never changes its meaning. The first row is
 * the ask until words are typed and the words from then on, so that Enter struck before our rows arrive sends what was
 * typed or opens the ask, and never takes another option.
 */
import type { Option } from '../../protocol/loops/model.ts';
import type { Answer } from './answerText.ts';
import { wrapText } from './wrapText.ts';

export const ROW_COLUMNS = 80;
export const ASK_ROWS = 4;
const NUMBERED = 9;

export interface PickInput {
  ask: string;
  options: readonly Option[];
  typed: string;
  /** The option that a row outside had chosen: it is active until something is typed. */
  chosen: string | null;
  /** Paths as the loop names them, newest first. */
  artifacts: readonly string[];
}

export type PickAct =
  | { act: 'send'; answer: Answer }
  | { act: 'readAsk' }
  | { act: 'artifact'; path: string }
  | { act: 'editor' }
  | { act: 'none' };

export type PickRow = { id: string; mark: string } & PickAct &
  (
    | { kind: 'ask'; text: string }
    | { kind: 'words'; text: string }
    | { kind: 'option'; option: Option; words: string }
    | { kind: 'hint'; about: 'type' | 'both' }
    | { kind: 'artifact'; path: string; newest: boolean }
    | { kind: 'editor' }
  );

export interface PickModel {
  rows: PickRow[];
  /** The row that Enter takes. */
  active: string;
  /** false: the ask is longer than its rows. */
  askWhole: boolean;
}

/** The option that a single digit selects. */
export function digitOption(typed: string, options: readonly Option[]): Option | null {
  const digit = typed.trim();
  return /^[1-9]$/.test(digit) ? (options[Number(digit) - 1] ?? null) : null;
}

export function pickRows(input: PickInput): PickModel {
  const words = input.typed.trim();
  const digit = digitOption(words, input.options);
  const wrapped = wrapText(input.ask, ROW_COLUMNS, ASK_ROWS);
  const rows: PickRow[] = [];
  const askRows = wrapped.rows.length === 0 ? [''] : wrapped.rows;
  for (const [place, text] of askRows.entries()) {
    if (place === 0 && words !== '') {
      rows.push({
        id: 'words',
        kind: 'words',
        mark: '➤',
        text: words,
        act: 'send',
        answer: { text: words, choice: null },
      });
      continue;
    }
    // Once words stand in the first row, the ask moves down by one and loses its end.
    const from = words === '' ? place : place - 1;
    const last = place === askRows.length - 1 && from !== place;
    const row = askRows[from] ?? text;
    rows.push({
      id: `ask${place}`,
      kind: 'ask',
      mark: from === 0 ? '❝' : ' ',
      text: last && !row.endsWith('…') ? `${row}…` : row,
      act: 'readAsk',
    });
  }
  const extra = digit === null ? words : '';
  for (const [place, option] of input.options.entries()) {
    rows.push({
      id: `option${place}`,
      kind: 'option',
      mark: place < NUMBERED ? String(place + 1) : '·',
      option,
      words: extra,
      act: 'send',
      answer: { text: extra, choice: option.id },
    });
  }
  rows.push({
    id: 'hint',
    kind: 'hint',
    mark: '…',
    about: extra !== '' && input.options.length > 0 ? 'both' : 'type',
    act: 'none',
  });
  for (const [place, path] of input.artifacts.entries()) {
    rows.push({
      id: `artifact${place}`,
      kind: 'artifact',
      mark: '▤',
      path,
      newest: place === 0,
      act: 'artifact',
    });
  }
  rows.push({ id: 'editor', kind: 'editor', mark: '✎', act: 'editor' });
  // The words took the only row of a short ask: it stands at the end, where it moves no other row.
  if (words !== '' && askRows.length === 1) {
    rows.push({ id: 'askLast', kind: 'ask', mark: '❝', text: askRows[0] ?? '', act: 'readAsk' });
  }
  return { rows, active: activeRow(input, words, digit), askWhole: wrapped.whole };
}

function activeRow(input: PickInput, words: string, digit: Option | null): string {
  const place = (id: string | undefined): number => input.options.findIndex((option) => option.id === id);
  if (digit !== null) return `option${input.options.indexOf(digit)}`;
  const chosen = input.chosen === null ? -1 : place(input.chosen);
  if (chosen >= 0) return `option${chosen}`;
  return words === '' ? 'ask0' : 'words';
}
