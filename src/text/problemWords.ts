/** What is wrong in a loop's files, and what it means for the rest. Codes: those of `problems.ts` and `lineProblem.ts`. */

import type { Problem } from '../protocol/lib/result.ts';
import { MANIFEST_FILE } from '../protocol/loops/loopModel.ts';
import { ours, say } from './say.ts';
import { type Shown, type Sink, shown } from './shown.ts';

/** "Line 4,812 is not JSON, at character 10; the rest is read". */
export function problemWords<S extends Sink>(sink: S, problem: Problem): Shown<S> {
  const what = faultWords(sink, problem);
  if (problem.file === MANIFEST_FILE) return join2(what, ours('its log is read all the same'));
  return problem.line === null || problem.severity === 'info' ? what : join2(what, ours('the rest is read'));
}

function join2<S extends Sink>(what: Shown<S>, then: Shown): Shown<S> {
  return `${what.replace(/\.$/, '')}; ${then}` as Shown<S>;
}

function faultWords<S extends Sink>(sink: S, problem: Problem): Shown<S> {
  const { code, args, file } = problem;
  const line = problem.line === null ? null : grouped(problem.line);
  if (line !== null && file !== MANIFEST_FILE) {
    const column = args['column'];
    switch (code) {
      case 'not-json':
        return typeof column === 'number'
          ? ours('Line {0} is not JSON, at character {1}', line, column)
          : ours('Line {0} is not JSON', line);
      case 'too-deep':
        return ours('Line {0} is nested deeper than 200 levels', line);
      case 'too-many-digits':
        return ours('Line {0} holds a number of more than 4300 digits', line);
      case 'not-an-object':
        return ours('Line {0} is no JSON object', line);
      case 'no-event':
        return ours('Line {0} names no event', line);
      case 'unknown-event':
        return say(
          sink,
          'Line {0} is an event that this version does not know: {1}',
          line,
          textOf(args, 'event'),
        );
      case 'line-too-long':
        return ours('Line {0} is over 64 MiB', line);
      case 'nul-bytes':
        return ours('Line {0} holds NUL bytes', line);
      case 'bad-field':
        return say(
          sink,
          'Line {0}, {1}: {2}',
          line,
          textOf(args, 'field'),
          problem.message.replace(/^Line \d+ /, ''),
        );
      default:
        break;
    }
  }
  switch (code) {
    case 'missing':
      return say(sink, '{0} is missing', file);
    case 'not-a-file':
      return say(sink, '{0} is not a regular file', file);
    case 'link':
      return say(sink, '{0} leads out of the folder that it belongs to', file);
    case 'unreadable':
      return say(sink, '{0} can’t be read ({1})', file, textOf(args, 'errno'));
    case 'id-differs':
      return say(sink, 'loop.json names another id than its folder: {0}', textOf(args, 'id'));
    default:
      return shown(problem.message, sink);
  }
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
export function problemPlace<S extends Sink>(sink: S, problem: Problem): Shown<S> {
  return shown(problem.line === null ? problem.file : `${problem.file}:${problem.line}`, sink);
}
