/** A line of `events.jsonl` to an event, with what the peer accepts and the values that it gives. */

import { isoMillis } from '../lib/time.ts';
import { EVENT_READERS } from './carefulEvent.ts';
import type { FoldEvent, LoopEvent } from './eventDefinitions.ts';
import { EVENT_MEMBERS, isEventName } from './eventMembers.ts';
import { type Field, glimpse } from './laxFields.ts';
import { fieldProblem, type LineProblem, readObject, wholeProblem } from './lineProblem.ts';
import { QuickEvents } from './quickEvent.ts';

/**
 * An event as the fold counts it. The hot path of reading: nearly every line is taken by the quick way, which whoever
 * reads many keeps from one line to the next.
 */
export function parseFoldEvent(
  line: string,
  quick: QuickEvents = new QuickEvents(),
): { ok: true; event: FoldEvent } | LineProblem {
  const event = quick.read(line);
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
  const event = EVENT_READERS[name](read.object, field);
  const [first] = field.problems;
  return first === undefined ? { ok: true, event } : fieldProblem(line, first);
}

/**
 * One line for other programs: times as ISO text cut to milliseconds (null past year 9999), whole numbers as the nearest
 * number, NaN and Infinity as null, unset fields absent. Never throws.
 */
export function parseEvent(line: string, quick?: QuickEvents): { ok: true; event: LoopEvent } | LineProblem {
  const read = parseFoldEvent(line, quick);
  return read.ok ? { ok: true, event: publicEvent(read.event) } : read;
}

/** The event as other programs get it. */
function publicEvent(event: FoldEvent): LoopEvent {
  const members: Readonly<Record<string, unknown>> = event;
  const given: Record<string, unknown> = { event: event.event };
  for (const { name, kind } of EVENT_MEMBERS[event.event]) {
    const value = members[name];
    if (value === undefined) continue;
    if (kind === 'time' && typeof value === 'number') given[name] = isoMillis(value);
    else given[name] = kind === 'whole' ? Number(value) : value;
  }
  // Its members follow from the table, which the type of a loop over them cannot say.
  return given as LoopEvent;
}
