/** What is wrong in a loop's files, and what it means for the rest. Codes: those of `problems.ts` and `lineProblem.ts`. */

import type { Problem } from '../protocol/lib/result.ts';
import { MANIFEST_FILE } from '../protocol/loops/loopFiles.ts';
import { type Shown, type Sink, shown } from './agentText.ts';
import { ours, say } from './say.ts';
import { entryOf } from './wordTable.ts';

/** "Line 4,812 is not JSON, at character 10; the rest is read". */
export function problemWords<S extends Sink>(sink: S, problem: Problem): Shown<S> {
  const what = faultWords(sink, problem);
  if (problem.file === MANIFEST_FILE) return join2(what, ours('its log is read all the same'));
  return problem.line === null || problem.severity === 'info' ? what : join2(what, ours('the rest is read'));
}

function join2<S extends Sink>(what: Shown<S>, then: Shown): Shown<S> {
  return `${what.replace(/\.$/, '')}; ${then}` as Shown<S>;
}

type LineWords = (sink: Sink, line: Shown, problem: Problem) => Shown<Sink>;

/** Of a line of a log or inbox. */
const LINES: Readonly<Record<string, LineWords>> = {
  'not-json': (_, line, { args }) =>
    typeof args['column'] === 'number'
      ? ours('Line {0} is not JSON, at character {1}', line, args['column'])
      : ours('Line {0} is not JSON', line),
  'too-deep': (_, line) => ours('Line {0} is nested deeper than 200 levels', line),
  'too-many-digits': (_, line) => ours('Line {0} holds a number of more than 4300 digits', line),
  'not-an-object': (_, line) => ours('Line {0} is no JSON object', line),
  'no-event': (_, line) => ours('Line {0} names no event', line),
  'unknown-event': (sink, line, { args }) =>
    say(sink, 'Line {0} is an event that this version does not know: {1}', line, textOf(args, 'event')),
  'line-too-long': (_, line) => ours('Line {0} is over 64 MiB', line),
  'nul-bytes': (_, line) => ours('Line {0} holds NUL bytes', line),
  'bad-field': (sink, line, { args, message }) =>
    say(sink, 'Line {0}, {1}: {2}', line, textOf(args, 'field'), message.replace(/^Line \d+ /, '')),
};

/** Of a file as a whole. */
const FILES: Readonly<Record<string, (sink: Sink, problem: Problem) => Shown<Sink>>> = {
  missing: (sink, { file }) => say(sink, '{0} is missing', file),
  'not-a-file': (sink, { file }) => say(sink, '{0} is not a regular file', file),
  link: (sink, { file }) => say(sink, '{0} leads out of the folder that it belongs to', file),
  unreadable: (sink, { file, args }) => say(sink, '{0} can’t be read ({1})', file, textOf(args, 'errno')),
  'id-differs': (sink, { args }) =>
    say(sink, 'loop.json names another id than its folder: {0}', textOf(args, 'id')),
};

function faultWords<S extends Sink>(sink: S, problem: Problem): Shown<S> {
  const { code, file, line } = problem;
  const ofLine =
    line === null || file === MANIFEST_FILE
      ? undefined
      : entryOf(LINES, code)?.(sink, grouped(line), problem);
  const words = ofLine ?? entryOf(FILES, code)?.(sink, problem);
  return words === undefined ? shown(problem.message, sink) : (words as Shown<S>);
}

function textOf(args: Record<string, unknown>, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value : '';
}

/** "4,812". */
function grouped(line: number): Shown {
  return line.toLocaleString('en-US') as Shown;
}

/** "events.jsonl:4812", or the file alone. */
export function problemLocation<S extends Sink>(sink: S, problem: Problem): Shown<S> {
  return shown(problem.line === null ? problem.file : `${problem.file}:${problem.line}`, sink);
}
