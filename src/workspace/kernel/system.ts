/** What a source must know of a system of files: where its things are, and how one of them is read. */

import type { Folders, PlaceProblem, PlaceSpec, Root } from './place.ts';
import type { Spacing } from './throttle.ts';
import type { Wanted, WatchSet } from './watchSet.ts';

/** A thing before it is read: a loop's folder, a task workspace. */
export interface Found {
  /** Full identity, over all folders. */
  key: string;
  /** As it was found. */
  folder: string;
  real: string;
  /** It looks like one, but nothing proves it: told of with the places, never read. */
  offered?: boolean;
}

export interface Listing<F extends Found> {
  /** In the order in which they are given out. */
  found: readonly F[];
  problem: PlaceProblem | null;
  /** As `sign` gives it for what was listed. */
  signature: string;
  /** Where to watch for things that come and go; null: nowhere. */
  watch: Wanted | null;
  /** Entries of the watched folder by which nothing can have come: it is not listed again when they change. */
  settled?: ReadonlySet<string>;
  /** How many names were left out because there are too many. */
  left: number;
  /** Folders of which nobody can tell now, so that what was known there stays; `all`: the place itself. */
  unsure: ReadonlySet<string> | 'all';
}

/** What a reading is made for. */
export interface ReadingOf<F extends Found> {
  found: F;
  place: PlaceSpec;
  /** Real paths in which the person may write. */
  roots: readonly string[];
}

/** `gone`: its folder is no more. `none`: it is there, but there is nothing to show. */
export type Reading<V> =
  | {
      kind: 'shown';
      /** The same object as before where nothing shown changed. */
      value: V;
      /** What of it changed; empty where it did as a whole. */
      parts: ReadonlySet<string>;
      /** When it is to be read again because of time alone, milliseconds since 1970; Infinity for never. */
      nextChange: number;
      /** Not all of it could be looked at, for this errno: what was known is kept, and it is looked at again soon. */
      fault: string | null;
    }
  | { kind: 'none' | 'gone' };

/** Reads one thing on and on. One call of `read` at a time. */
export interface Reader<F extends Found, V> {
  /** `polling`: watching failed, no watch tells of it. */
  read(of: ReadingOf<F>, polling: () => boolean): Promise<Reading<V>>;
  /** Whether it is to be read, by a look at it. `minute`: about one has passed since that was true last. */
  differs(minute: boolean): Promise<boolean>;
  /**
   * Something changed at this path (relative to the thing, with `/`; empty: it itself, or it is not known what). Gives when
   * to read at the earliest, -Infinity for soon; null where this is nothing of the thing's.
   */
  touched(file: string): number | null;
  /** Nothing that is known is to be trusted when it is read next. */
  doubt(): void;
  close(): void;
}

export interface System<F extends Found, V, R extends Reader<F, V> = Reader<F, V>> {
  /** What its things are called, for the log. */
  things: string;
  /** Folders to look in, in order; several may be one. */
  roots(folders: Folders): Promise<readonly Root[]>;
  /** `known`: real paths of the things that are known. */
  list(place: PlaceSpec, known: ReadonlySet<string>): Promise<Listing<F>>;
  /** The state of a place by one or few looks. */
  sign(place: PlaceSpec): Promise<string>;
  /** The folder of the place in which a thing at this path would be; null: nothing of this system is there. */
  placeOf(file: string): string | null;
  /** `watches`: to be armed by the reader, before or after it reads. */
  open(found: F, watches: WatchSet): R;
  /** Of what is shown; without it places and listings give the order. */
  compare?: (a: V, b: V) => number;
  /** How soon after the watcher told a place is listed, a thing read. */
  listSpacing: Spacing;
  readSpacing: Spacing;
  /** Rows come before watches: these tell, once they are armed, and so of what came in between. */
  watchesTellFirst: boolean;
}
