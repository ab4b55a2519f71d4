/** Cuts text into rows of so many columns, between words where it can, never inside a grapheme. */
import { graphemes as segments } from './graphemes.ts';

const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

export function graphemes(text: string): string[] {
  return Array.from(segments(text), (part) => part.segment);
}

function columns(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

export function textLines(text: string): string[] {
  return text.split(LINE_BREAK);
}

function wrapLine(line: string, width: number, limit: number): string[] {
  const rows: string[] = [];
  let row: string[] = [];
  let used = 0;
  let lastSpace = -1;
  // One after the other, for of a long line only the beginning is shown.
  for (const { segment: grapheme } of segments(line)) {
    if (rows.length >= limit) break;
    const wide = columns(grapheme);
    if (used + wide > width) {
      if (grapheme === ' ') {
        rows.push(row.join('').trimEnd());
        row = [];
        used = 0;
        lastSpace = -1;
        continue;
      }
      const cut = lastSpace > 0 ? lastSpace : row.length;
      rows.push(row.slice(0, cut).join('').trimEnd());
      row = row.slice(lastSpace > 0 ? cut + 1 : cut);
      used = row.reduce((sum, one) => sum + columns(one), 0);
      lastSpace = -1;
    }
    if (grapheme === ' ') lastSpace = row.length;
    row.push(grapheme);
    used += wide;
  }
  if (rows.length < limit && (row.length > 0 || rows.length === 0)) rows.push(row.join('').trimEnd());
  return rows;
}

export interface Wrapped {
  rows: string[];
  /** false: the text is longer than the rows, or has several lines; the last row then ends in `…`. */
  whole: boolean;
}

/** Many times what fits into the rows of a pick: of a longer text no more is looked at, since this runs at every key. */
const MOST = 65_536;

/** At most `limit` rows of `width` columns; empty lines take no row. */
export function wrapText(text: string, width: number, limit: number): Wrapped {
  const lines = textLines(text.slice(0, MOST)).filter((line) => line.trim() !== '');
  const rows: string[] = [];
  let more = text.length > MOST;
  for (const line of lines) {
    const wrapped = wrapLine(line.trim(), width, limit + 1 - rows.length);
    rows.push(...wrapped);
    if (rows.length > limit) {
      more = true;
      break;
    }
  }
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  if (more && last !== undefined) {
    const marks = graphemes(last);
    kept[kept.length - 1] = `${marks.length >= width ? marks.slice(0, width - 1).join('') : last}…`;
  }
  return { rows: kept, whole: !more && lines.length <= 1 };
}
