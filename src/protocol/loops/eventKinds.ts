/** What a member of an event may be. The table of events is written over these; how a line is read or checked follows. */

/** Any JSON object: members of these names may hold anything. */
export type Given = Readonly<Record<string, unknown>>;

/** In place of a default: the member may be missing or null, and is unset then. */
export const UNSET = null;

type Or<T, Otherwise> = null extends Otherwise ? T | undefined : T;

/**
 * One way to take the members of an event. Each call gets what the object holds under the name, what the member says (for
 * whoever writes it), and last what stands for it where it is missing; without that it must be there. `Int` is how whole
 * numbers of any size are held, `Time` how instants are.
 */
export interface Kinds<Int, Time> {
  /** What every event begins with. */
  sign<Name extends string>(event: Name, given: Given): { event: Name; ts: Time; at: Time | undefined };
  text<O extends string | null = string>(value: unknown, says: string, otherwise?: O): Or<string, O>;
  /** Text; whole numbers and booleans become the text that Python makes of them. */
  id(value: unknown, says: string): string;
  /** A path inside the repository, relative to its root. */
  path(value: unknown, says: string, otherwise: null): string | undefined;
  flag(value: unknown, says: string, otherwise: boolean): boolean;
  time(value: unknown, says: string, otherwise: null): Time | undefined;
  /** A whole number from 1, of any size. */
  whole<O extends 1 | null = 1>(value: unknown, says: string, otherwise?: O): Or<Int, O>;
  /** A whole number from 0, held as the nearest double; 0 where it is missing. */
  count(value: unknown, says: string): number;
  /** A float; null where the file says NaN or Infinity. `from`: it is not below 0. */
  number<O extends 0 | null = 0>(
    value: unknown,
    says: string,
    from: 0 | undefined,
    otherwise?: O,
  ): Or<number | null, O>;
  word<Word extends string, O extends Word | null = Word>(
    value: unknown,
    says: string,
    words: readonly [Word, ...Word[]],
    otherwise?: O,
  ): Or<Word, O>;
  texts(value: unknown, says: string): string[];
  /** None where it is missing. */
  list<T extends object>(value: unknown, says: string, item: RecordOf<T>): Lean<T>[];
  /** Unset where it is missing. */
  record<T extends object>(value: unknown, says: string, members: RecordOf<T>): Lean<T> | undefined;
}

/** What is inside an event holds neither an instant nor a whole number of any size. */
export type InnerKinds = Kinds<unknown, unknown>;

/** An object inside an event: what it gives for the members of a JSON object. */
export type RecordOf<T> = (given: Given, is: InnerKinds) => T;

/** An object whose unset members are missing. */
export type Lean<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** As `Lean`, but unset members may also be there and undefined. */
export type Loose<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] };

/** `Kinds` without what the arguments say of the value that is given, which no implementation can show. */
export type KindsWay = {
  [Name in keyof InnerKinds]: (...args: Parameters<InnerKinds[Name]>) => unknown;
};

export function kindsOf<Int, Time>(way: KindsWay): Kinds<Int, Time> {
  return way as Kinds<Int, Time>;
}
