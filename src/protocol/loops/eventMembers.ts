/** The table of events as data, for all that need not be quick: each member with its kind, in the order of the table. */
import { lazyRecord } from '../lib/lazyRecord.ts';
import { type EventName, eventTable } from './eventDefinitions.ts';
import { type Given, type KindsWay, kindsOf, type RecordOf } from './eventKinds.ts';

export type Kind =
  | { readonly kind: 'text' | 'id' | 'path' | 'flag' | 'time' | 'whole' | 'count' | 'texts' }
  | { readonly kind: 'number'; readonly from: number | undefined }
  | { readonly kind: 'word'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'list' | 'record'; readonly members: readonly Member[] };

export type Member = Kind & {
  readonly name: string;
  /** What it says, in a sentence. */
  readonly says: string;
  /** What stands where it is missing; null: it is unset; undefined: it must be there. */
  readonly otherwise: string | number | boolean | readonly [] | null | undefined;
};

/** An object that holds each name under that name. */
const NAMES: Given = new Proxy({}, { get: (_, name) => name });

/** Takes down what it is asked for; nobody uses what it gives. */
class MemberNotes implements KindsWay {
  readonly all: Member[] = [];

  sign(event: string, given: Given): object {
    this.#note(given['ts'], 'When it was written: ISO 8601 with zone.', { kind: 'time' });
    const early = 'When it really happened, if that was earlier than now: ISO 8601 with zone.';
    this.time(given['at'], early, null);
    return { event };
  }

  text(name: unknown, says: string, otherwise?: string | null): void {
    this.#note(name, says, { kind: 'text' }, otherwise);
  }

  id(name: unknown, says: string): void {
    this.#note(name, says, { kind: 'id' });
  }

  path(name: unknown, says: string, otherwise: null): void {
    this.#note(name, says, { kind: 'path' }, otherwise);
  }

  flag(name: unknown, says: string, otherwise: boolean): void {
    this.#note(name, says, { kind: 'flag' }, otherwise);
  }

  time(name: unknown, says: string, otherwise: null): void {
    this.#note(name, says, { kind: 'time' }, otherwise);
  }

  whole(name: unknown, says: string, otherwise?: number | null): void {
    this.#note(name, says, { kind: 'whole' }, otherwise);
  }

  count(name: unknown, says: string): void {
    this.#note(name, says, { kind: 'count' }, 0);
  }

  number(name: unknown, says: string, from: number | undefined, otherwise?: number | null): void {
    this.#note(name, says, { kind: 'number', from }, otherwise);
  }

  word(name: unknown, says: string, words: readonly [string, ...string[]], otherwise?: string | null): void {
    this.#note(name, says, { kind: 'word', words }, otherwise);
  }

  texts(name: unknown, says: string): void {
    this.#note(name, says, { kind: 'texts' });
  }

  list(name: unknown, says: string, item: RecordOf<object>): void {
    this.#note(name, says, { kind: 'list', members: membersOf(item) }, []);
  }

  record(name: unknown, says: string, members: RecordOf<object>): void {
    this.#note(name, says, { kind: 'record', members: membersOf(members) }, null);
  }

  #note(name: unknown, says: string, kind: Kind, otherwise?: Member['otherwise']): void {
    this.all.push({ name: String(name), says, otherwise, ...kind });
  }
}

function membersOf(take: RecordOf<object>): readonly Member[] {
  const notes = new MemberNotes();
  take(NAMES, kindsOf(notes));
  return notes.all;
}

const names = Object.keys(eventTable(kindsOf(new MemberNotes()))) as EventName[];

/** By name of the event its members, the times first. */
export const EVENT_MEMBERS = lazyRecord(names, (name) =>
  membersOf((given, is) => eventTable(is)[name](given)),
);

export const EVENT_NAMES: readonly EventName[] = names;

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENT_MEMBERS, name);
}
