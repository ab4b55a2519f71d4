/** The members of each event as the peer reads them, whatever the line holds. The slow, exact way: `quickEvent.ts` is the other. */
import { lazyRecord } from '../lib/lazyRecord.ts';
import type { FoldEvent } from './eventDefinitions.ts';
import { EVENT_MEMBERS, EVENT_NAMES, type Member } from './eventMembers.ts';
import {
  count,
  defaultedNew,
  flag,
  float,
  idText,
  instant,
  listOf,
  nullable,
  oneOf,
  path,
  type Read,
  record,
  required,
  type Shape,
  text,
  whole,
} from './laxFields.ts';

function readerOf(member: Member): Read<unknown> {
  switch (member.kind) {
    case 'text':
      return text;
    case 'id':
      return idText;
    case 'path':
      return path;
    case 'flag':
      return flag;
    case 'time':
      return instant;
    case 'whole':
      return whole(1);
    case 'count':
      return count(0);
    case 'number':
      return float(member.from === undefined ? {} : { from: member.from });
    case 'word':
      return oneOf(...member.words);
    case 'texts':
      return listOf(text);
    case 'list':
      return listOf(record(shapeOf(member.members)));
    case 'record':
      return record(shapeOf(member.members));
  }
}

function shapeOf(members: readonly Member[]): Shape {
  return Object.fromEntries(
    members.map((member) => {
      const { name, otherwise } = member;
      const read = readerOf(member);
      if (otherwise === undefined) return [name, required(read)];
      if (otherwise === null) return [name, nullable(read)];
      return [name, defaultedNew(read, () => (Array.isArray(otherwise) ? [] : otherwise))];
    }),
  );
}

/** By name of the event, a reader of the whole line. */
export const EVENT_READERS = lazyRecord(EVENT_NAMES, (event): Read<FoldEvent> => {
  const read = record(shapeOf(EVENT_MEMBERS[event]));
  const unset = EVENT_MEMBERS[event].filter(({ otherwise }) => otherwise === null);
  const blank = Object.fromEntries(unset.map(({ name }) => [name, undefined]));
  // Its members follow from the table, which the type of a reader over them cannot say.
  return (value, field) => ({ event, ...blank, ...read(value, field) }) as FoldEvent;
});
