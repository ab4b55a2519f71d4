/**
 * How events are written. The time of a line is set by whoever
 * writes it, so it is no field here; `null` and missing mean the same and are not written.
 */
import * as z from 'zod/mini';
import type { EventName } from './eventDefinitions.ts';
import { EVENT_MEMBERS, EVENT_NAMES, isEventName, type Member } from './eventMembers.ts';
import { type Checked, check } from './writeProblems.ts';
import { writtenCount, writtenPath, writtenText, writtenTime, writtenWord } from './writtenFields.ts';

/** A member as it is written; what may be missing may also be null. */
function schemaOf(member: Member): z.ZodMiniType {
  const schema = kindSchema(member);
  return member.otherwise === undefined ? schema : z.nullish(schema);
}

function kindSchema(member: Member): z.ZodMiniType {
  const { says } = member;
  const described = z.describe(says);
  switch (member.kind) {
    case 'text':
      return writtenText(says);
    case 'id':
      return z.union([writtenText(says), z.int()]);
    case 'path':
      return writtenPath(says);
    case 'flag':
      return z.boolean().check(described);
    case 'time':
      return writtenTime(says);
    case 'whole':
      return writtenCount(1, says);
    case 'count':
      return writtenCount(0, says);
    case 'number':
      return member.from === undefined
        ? z.number().check(described)
        : z.number().check(z.gte(member.from), described);
    case 'word':
      return writtenWord(member.words, says);
    case 'texts':
      return z.array(writtenText(says));
    case 'list':
      return z.array(objectSchema(member.members)).check(described);
    case 'record':
      return objectSchema(member.members).check(described);
  }
}

function objectSchema(members: readonly Member[]) {
  return z.object(Object.fromEntries(members.map((member) => [member.name, schemaOf(member)])));
}

/** The schema of the fields of each event but for `ts`. */
const eventFieldSchemas = Object.fromEntries(
  EVENT_NAMES.map((name) => [
    name,
    objectSchema(EVENT_MEMBERS[name].filter((member) => member.name !== 'ts')),
  ]),
) as Record<string, z.ZodMiniType<Record<string, unknown>>> as Readonly<
  Record<EventName, z.ZodMiniType<Record<string, unknown>>>
>;

/** The fields as they are written (nothing that is null or unknown), or what is wrong with them. */
export function checkEvent(name: string, given: unknown): Checked<Record<string, unknown>> {
  if (!isEventName(name)) {
    const message = `Invalid option: expected one of ${EVENT_NAMES.join(', ')}`;
    return { ok: false, problems: [{ path: 'event', message }] };
  }
  const checked = check(eventFieldSchemas[name], given);
  return checked.ok ? { ok: true, value: withoutNulls(checked.value) } : checked;
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, cleaned(inner)]));
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return typeof value === 'object' && value !== null ? withoutNulls(value as Record<string, unknown>) : value;
}
