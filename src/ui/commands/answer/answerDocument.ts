/**
 * The text of the scratch document that a long answer is written in, and what of it is sent.
 *
 * Above the line every row starts with a bar, so that no ask can hold a line of its own that looks like ours.
 */
import { textLines } from '../../../text/wrapText.ts';

const BAR = '│ ';
const RULE = '────';

export interface AnswerDocument {
  /** One row each, already made safe to show. */
  heading: readonly string[];
  /** What the line itself says. */
  line: string;
  text: string;
  /** The option's place, from 1. */
  option: number | null;
}

export function composeAnswerDocument(document: AnswerDocument): string {
  const above = document.heading.flatMap(textLines).map((row) => `${BAR}${row}`.trimEnd());
  return `${above.join('\n')}\n${RULE} ${document.line} ${RULE}\n${below(document.text, document.option)}`;
}

/** What stands below the line for a draft. */
export function below(text: string, option: number | null): string {
  return option === null ? text : `${option}: ${text}`;
}

function lineStart(content: string): { start: number; end: number } | null {
  let start = 0;
  for (;;) {
    const newline = content.indexOf('\n', start);
    const end = newline < 0 ? content.length : newline;
    if (content.startsWith(RULE, start)) return { start, end: Math.min(content.length, end + 1) };
    if (newline < 0) return null;
    start = newline + 1;
  }
}

export type Written =
  | { ok: true; text: string; option: number | null; from: number }
  /** The line is gone: what would be sent can't be told from the ask. */
  | { ok: false };

/** `from`: where in the content, in UTF-16 units, what is sent begins. */
export function readAnswerDocument(content: string, options: number): Written {
  const line = lineStart(content);
  if (line === null) return { ok: false };
  const written = content.slice(line.end).replaceAll('\r\n', '\n');
  const digit = /^\s*([1-9])[ \t]*:/.exec(written);
  const option = digit?.[1] === undefined ? null : Number(digit[1]);
  if (digit !== null && option !== null && option <= options) {
    return { ok: true, text: trimLines(written.slice(digit[0].length)), option, from: line.end };
  }
  return { ok: true, text: trimLines(written), option: null, from: line.end };
}

/** Without blank lines around it; the first line keeps its indentation, which code needs. */
function trimLines(text: string): string {
  return text
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .replace(/^ (?=\S)/, '');
}
