/** A line of `events.jsonl` to an event, with what the peer accepts and the values that it gives. */

import { isoMillis } from '../lib/time.ts';
import { EVENT_READERS } from './eventShapes.ts';
import { type Field, glimpse } from './laxFields.ts';
import { fieldProblem, type LineProblem, readObject, wholeProblem } from './lineProblem.ts';
import type { EventName, FoldEvent, LoopEvent } from './loopModel.ts';
import { quickEvent } from './quickEvent.ts';

/** An event as the fold counts it. The hot path of reading: nearly every line is taken by `quickEvent`. */
export function parseFoldEvent(line: string): { ok: true; event: FoldEvent } | LineProblem {
  const event = quickEvent(line);
  return event === null ? parseFoldEventSlowly(line) : { ok: true, event };
}

/** As `parseFoldEvent` for any text at all. The two agree wherever the quick way answers. */
export function parseFoldEventSlowly(line: string): { ok: true; event: FoldEvent } | LineProblem {
  const read = readObject(line);
  if (!read.ok) return read;
  const name = read.object.get('event');
  if (name === undefined) return wholeProblem('no-event', 'event: is missing', { field: 'event' });
  if (typeof name !== 'string' || !isEventName(name)) {
    const problem = fieldProblem(line, {
      keys: ['event'],
      rule: 'one-of',
      args: { event: glimpse(name) },
      message: `${glimpse(name)} is no event of this protocol`,
    });
    problem.code = 'unknown-event';
    return typeof name === 'string' ? { ...problem, unknownEvent: name } : problem;
  }
  const field: Field = { keys: [], problems: [] };
  const fields = EVENT_READERS[name](read.object, field);
  const [first] = field.problems;
  if (first !== undefined) return fieldProblem(line, first);
  // The reader belongs to the name, which the type of the table cannot carry over.
  return { ok: true, event: { event: name, ...fields } as FoldEvent };
}

/**
 * One line for other programs: times as ISO text cut to milliseconds (null past year 9999), whole numbers as the nearest
 * number, NaN and Infinity as null, unset fields absent. Never throws.
 */
export function parseEvent(line: string): { ok: true; event: LoopEvent } | LineProblem {
  const read = parseFoldEvent(line);
  return read.ok ? { ok: true, event: publicEvent(read.event) } : read;
}

/** The event as other programs get it. */
export function publicEvent(event: FoldEvent): LoopEvent {
  const given: Record<string, unknown> = { ...event };
  for (const name of ['ts', 'at', 'next_at']) {
    const time = given[name];
    if (typeof time === 'number') given[name] = isoMillis(time);
  }
  for (const name of ['round', 'attempt', 'timeout_s']) {
    if (typeof given[name] === 'bigint') given[name] = Number(given[name]);
  }
  return given as LoopEvent;
}

function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENT_READERS, name);
}
