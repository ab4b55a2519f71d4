/** The known fields of an inbox entry, as the peer's model takes them. */
import type { JsonObject } from '../lib/pythonJson.ts';
import type { Instant } from '../lib/time.ts';
import type { Whole } from './eventDefinitions.ts';
import type { InboxEntry } from './inboxEntry.ts';
import {
  defaulted,
  type Field,
  nullable,
  oneOf,
  record,
  required,
  text,
  whole,
  zonedInstant,
} from './laxFields.ts';

/** The fields of an entry that the protocol knows, with the time as written and `round` exact. */
export interface EntryFields extends Omit<InboxEntry, 'ts' | 'round'> {
  ts: Instant;
  round?: Whole;
}

const readFields = record({
  id: required(text),
  ts: required(zonedInstant),
  kind: required(oneOf('reply', 'stop')),
  text: defaulted(text, ''),
  round: nullable(whole()),
  loop: nullable(text),
  question: nullable(text),
  choice: nullable(text),
  sig: nullable(text),
});

/** The known fields of an object, or the problems of those that the peer refuses. */
export function entryFields(object: JsonObject): { entry: EntryFields; problems: Field['problems'] } {
  const field: Field = { keys: [], problems: [] };
  const entry = readFields(object, field);
  return { entry, problems: field.problems };
}
