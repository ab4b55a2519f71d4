/**
 * The rows of the answer pick, as data.
 *
 * VS Code sorts the rows by their labels as one types and sends back the place of the chosen row, not the row. Hence
 * two rules: labels hold only a digit or a mark, and the row at a place never changes its meaning. The first row is
 * the ask until words are typed and the words from then on, so that Enter struck before our rows arrive sends what was
 * typed or opens the ask, and never takes another option.
 */

import { type Answer, answerWith, optionOfDigit } from '../../../acts/answer/answer.ts';
import type { Option } from '../../../protocol/lib/option.ts';
import { wrapText } from '../../../text/wrapText.ts';
import { ASK_ROWS } from '../../kit/askPages.ts';

const ROW_COLUMNS = 80;
const NUMBERED = 9;

export interface PickInput {
  ask: string;
  options: readonly Option[];
  typed: string;
  /** The option that a row outside had chosen: it is active until something is typed. */
  chosen: string | null;
  /** Paths as the loop names them, newest first. */
  artifacts: readonly string[];
  /**
   * A draft of several lines, which the box can't hold; null where there is none. What is typed is added below it, and
   * an editor shows the whole before it is sent.
   */
  draft?: Answer | null;
  /** The text that an answer becomes, where that is all that is sent of it; null: option and words are sent apart. */
  sends?: ((answer: Answer) => string | null) | null;
  /** How many asks are alike, this one among them. */
  alike?: number;
  /** How many of them get the answer; null: this one alone. */
  to?: number | null;
}

export type PickAct =
  | { act: 'send'; answer: Answer }
  | { act: 'readAsk' }
  | { act: 'artifact'; path: string }
  | { act: 'alike' }
  /** `answer`: what the editor opens with; null: the draft as it is. */
  | { act: 'editor'; answer: Answer | null }
  | { act: 'none' };

export type PickRow = { id: string; mark: string } & PickAct &
  (
    | { kind: 'ask'; text: string }
    | { kind: 'words'; text: string }
    /** `sends`: what goes out for it, where that is one text and another than its label. */
    | { kind: 'option'; option: Option; words: string; sends: string | null }
    | { kind: 'hint'; about: 'type' | 'both' | 'oneText' }
    | { kind: 'alike'; count: number; to: number | null }
    | { kind: 'artifact'; path: string; newest: boolean }
    | { kind: 'editor' }
  );

export interface PickModel {
  rows: PickRow[];
  /** The row that Enter takes. */
  active: string;
  /** false: the ask is longer than its rows. */
  askWhole: boolean;
  /** What is kept as the draft while this is typed. */
  draft: Answer;
  /** Lines of the draft that what is chosen here is added to, in an editor; 0 where it is sent from here. */
  draftLines: number;
}

export function pickRows(input: PickInput): PickModel {
  const { draft = null, to = null } = input;
  const typed = input.typed.trim();
  const digit = optionOfDigit(input.options, typed);
  const picked = digit === null ? null : answerWith(input.options, digit);
  const whole = (words: string): string =>
    [draft?.text ?? '', words].filter((text) => text !== '').join('\n');
  // Sent to several asks no editor comes between, so the rows show the draft as well.
  const inEditor = draft !== null && to === null;
  const words = inEditor ? typed : whole(typed);
  const own = digit === null ? typed : '';
  const extra = inEditor ? own : whole(own);
  const take = (answer: Answer): PickAct => (inEditor ? { act: 'editor', answer } : { act: 'send', answer });
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
        ...take({ text: whole(typed), choice: inEditor ? draft.choice : null }),
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
  for (const [place, option] of input.options.entries()) {
    rows.push({
      id: `option${place}`,
      kind: 'option',
      mark: place < NUMBERED ? String(place + 1) : '·',
      option,
      words: extra,
      sends: inEditor ? null : sentText(input, option, extra),
      ...take(answerWith(input.options, option, whole(own))),
    });
  }
  rows.push({
    id: 'hint',
    kind: 'hint',
    mark: '…',
    about: extra === '' || input.options.length === 0 ? 'type' : input.sends == null ? 'both' : 'oneText',
    act: 'none',
  });
  rows.push(...furtherRows(input));
  // The words took the only row of a short ask: it stands at the end, where it moves no other row.
  if (words !== '' && askRows.length === 1) {
    rows.push({ id: 'askLast', kind: 'ask', mark: '❝', text: askRows[0] ?? '', act: 'readAsk' });
  }
  return {
    rows,
    active: activeRow(input, words, digit),
    askWhole: wrapped.whole,
    draft:
      draft === null
        ? (picked ?? { text: input.typed, choice: null })
        : { text: whole(own === '' ? '' : input.typed), choice: picked?.choice ?? draft.choice },
    draftLines: inEditor ? draft.text.split('\n').length : 0,
  };
}

function sentText({ sends = null, options }: PickInput, option: Option, words: string): string | null {
  const text = sends?.(answerWith(options, option, words)) ?? null;
  return text === option.label ? null : text;
}

/**
 * The row that Enter takes; `id`: the row that the editor says was active. Struck right after a digit it still says the
 * first row, whose place the words have taken by now: until it has said another, the digit's own option is meant.
 */
export function takenRow(model: PickModel, id: string | undefined, activeSeen: boolean): PickRow | undefined {
  const active = model.rows.find((row) => row.id === model.active);
  if (id === undefined || (!activeSeen && id === 'words' && active?.kind === 'option')) return active;
  return model.rows.find((row) => row.id === id);
}

function furtherRows({ artifacts, alike = 1, to = null }: PickInput): PickRow[] {
  const rows: PickRow[] = [];
  if (alike > 1) rows.push({ id: 'alike', kind: 'alike', mark: '≡', count: alike, to, act: 'alike' });
  for (const [place, path] of artifacts.entries()) {
    rows.push({
      id: `artifact${place}`,
      kind: 'artifact',
      mark: '▤',
      path,
      newest: place === 0,
      act: 'artifact',
    });
  }
  // An editor's document answers one ask.
  if (to === null) rows.push({ id: 'editor', kind: 'editor', mark: '✎', act: 'editor', answer: null });
  return rows;
}

function activeRow(input: PickInput, words: string, digit: Option | null): string {
  const { draft = null, to = null } = input;
  const place = (id: string | undefined): number => input.options.findIndex((option) => option.id === id);
  if (digit !== null) return `option${input.options.indexOf(digit)}`;
  const chosen = input.chosen === null ? -1 : place(input.chosen);
  const fromDraft = draft !== null && to === null && (chosen < 0 || input.chosen === draft.choice);
  if (fromDraft && input.typed.trim() === '') return 'editor';
  const option = input.options[chosen];
  // Of two with one id nobody knows which was meant.
  if (option !== undefined && answerWith(input.options, option).choice !== null) return `option${chosen}`;
  return words === '' ? 'ask0' : 'words';
}
