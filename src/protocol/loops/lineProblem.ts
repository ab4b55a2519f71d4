/** Why a line or file is refused, in one shape for events, inbox lines and `loop.json`. */
import { locate, locateAll, type TextRange } from '../lib/jsonRanges.ts';
import { type JsonObject, type JsonResult, parse } from '../lib/pythonJson.ts';
import type { FieldProblem } from './laxFields.ts';

/**
 * Codes: `not-json`, `too-deep`, `too-many-digits`, `not-an-object`, `no-event`, `unknown-event` (args.event), `bad-field`
 * (args.field, args.rule and what that rule needs).
 */
export interface LineProblem {
  ok: false;
  code: string;
  args: Record<string, unknown>;
  message: string;
  /** Set where the line is an event that this protocol does not know. */
  unknownEvent?: string;
  /** Where in the line, in UTF-16 units from 1; null where the whole line is meant. */
  column: number | null;
  endColumn: number | null;
}

const FAULTS = {
  'not-json': 'is not JSON',
  'too-deep': 'is nested deeper than 200 levels',
  'too-many-digits': 'holds a number of more than 4300 digits',
};

export function jsonProblem(fault: Extract<JsonResult, { ok: false }>): LineProblem {
  const column = fault.at + 1;
  const message = `${FAULTS[fault.fault]}, at character ${column}`;
  return { ok: false, code: fault.fault, args: { column }, message, column, endColumn: null };
}

export function wholeProblem(code: string, message: string, args: Record<string, unknown> = {}): LineProblem {
  return { ok: false, code, args, message, column: null, endColumn: null };
}

/** The problem of one field of a line, with the place of its value. */
export function fieldProblem(line: string, problem: FieldProblem): LineProblem {
  return placedProblem(problem, locate(line, problem.keys));
}

/** As `fieldProblem` for all that is wrong with a text, in one pass over it. */
export function fieldProblems(text: string, problems: readonly FieldProblem[]): LineProblem[] {
  const places = locateAll(
    text,
    problems.map(({ keys }) => keys),
  );
  return problems.map((problem, index) => placedProblem(problem, places[index] ?? null));
}

function named({ keys, message }: FieldProblem): string {
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}

function placedProblem(problem: FieldProblem, place: TextRange | null): LineProblem {
  return {
    ok: false,
    code: 'bad-field',
    args: { rule: problem.rule, ...problem.args },
    message: named(problem),
    column: place === null ? null : place.start + 1,
    endColumn: place === null ? null : place.end + 1,
  };
}

/** The object that a line holds, numbers as written, or why it holds none. */
export function readObject(line: string): { ok: true; object: JsonObject } | LineProblem {
  const read = parse(line);
  if (!read.ok) return jsonProblem(read);
  if (!(read.value instanceof Map)) return wholeProblem('not-an-object', 'is not a JSON object');
  return { ok: true, object: read.value };
}
