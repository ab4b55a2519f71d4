import assert from 'node:assert/strict';
import { EVENT_MEMBERS, EVENT_NAMES, type Member } from '../../../../src/protocol/loops/eventMembers.ts';
import { checkEvent } from '../../../../src/protocol/loops/eventSchema.ts';
import { parseEvent, parseFoldEventSlowly } from '../../../../src/protocol/loops/parseEvent.ts';
import { QuickEvents } from '../../../../src/protocol/loops/quickEvent.ts';

const TIME = '2026-11-14T21:03:00.500Z';

/** What a member may hold, as it is written. */
function sample(member: Member): unknown {
  switch (member.kind) {
    case 'time':
      return TIME;
    case 'whole':
    case 'count':
      return 7;
    case 'number':
      return 0.5;
    case 'flag':
      return true;
    case 'word':
      return member.words.at(-1);
    case 'texts':
      return ['a', 'b'];
    case 'list':
      return [filled(member.members), filled(member.members)];
    case 'record':
      return filled(member.members);
    default:
      return `the ${member.name}`;
  }
}

function filled(members: readonly Member[]): Record<string, unknown> {
  return Object.fromEntries(members.map((member) => [member.name, sample(member)]));
}

describe('the table of events', () => {
  const quick = new QuickEvents();

  it('has each member read both ways, given out and written, under its own name', () => {
    for (const event of EVENT_NAMES) {
      const line = { event, ...filled(EVENT_MEMBERS[event]) };
      const text = JSON.stringify(line);
      const fast = quick.read(text);
      assert.ok(fast !== null, `${event} goes the quick way`);
      assert.deepEqual(parseFoldEventSlowly(text), { ok: true, event: fast });
      assert.deepEqual(parseEvent(text), { ok: true, event: line });
      const { event: _, ts: __, ...fields } = { ts: TIME, ...line };
      assert.deepEqual(checkEvent(event, fields), { ok: true, value: fields });
    }
  });

  it('takes what may be missing as missing and as null, and refuses what may not', () => {
    for (const event of EVENT_NAMES) {
      const members = EVENT_MEMBERS[event];
      const least = { event, ...filled(members.filter(({ otherwise }) => otherwise === undefined)) };
      const unset = members.filter(({ otherwise }) => otherwise === null).map(({ name }) => [name, null]);
      for (const line of [least, { ...least, ...Object.fromEntries(unset) }]) {
        const text = JSON.stringify(line);
        const fast = quick.read(text);
        assert.ok(fast !== null, `${event} goes the quick way`);
        assert.deepEqual(parseFoldEventSlowly(text), { ok: true, event: fast });
        const given = parseEvent(text);
        assert.ok(given.ok);
        for (const [name] of unset) assert.ok(!(String(name) in given.event), `${event}.${name}`);
      }
      for (const { name, otherwise } of members) {
        const { [name]: _, ...without } = { event, ...filled(members) } as Record<string, unknown>;
        assert.equal(parseEvent(JSON.stringify(without)).ok, otherwise !== undefined, `${event}.${name}`);
        const isNull = JSON.stringify({ ...without, [name]: null });
        assert.equal(parseEvent(isNull).ok, otherwise === null, `${event}.${name} null`);
      }
    }
  });

  it('names eleven events, whose texts all say something', () => {
    assert.equal(EVENT_NAMES.length, 11);
    const said = (members: readonly Member[]): string[] =>
      members.flatMap((member) => ['members' in member ? said(member.members) : [], member.says].flat());
    for (const event of EVENT_NAMES)
      assert.ok(said(EVENT_MEMBERS[event]).every((says) => says.endsWith('.')));
  });
});
