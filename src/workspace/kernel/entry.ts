import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { PlaceState } from './placeState.ts';
import type { Found, Reader, ReadingOf } from './system.ts';
import type { Throttle } from './throttle.ts';
import type { WatchSet } from './watchSet.ts';

/** What a source keeps of one thing, also of a folder in which there is nothing to show yet. */
export class Entry<F extends Found, V, R extends Reader<F, V>> implements Disposable {
  /** What it is read for. */
  of: ReadingOf<F>;
  place: PlaceState<F>;
  /** Null until it was read once, and where there is nothing to show. */
  shown: V | null = null;
  /** The errno for which not all of it could be looked at. */
  fault: string | null = null;
  /** When time alone changes something, in milliseconds since 1970; Infinity for never. */
  nextChange = Number.POSITIVE_INFINITY;
  firstRead: Promise<unknown> = Promise.resolve();
  /** It was gone when it was read last. */
  lost = false;
  disposed = false;
  readonly key: string;
  readonly reader: R;
  readonly watches: WatchSet;
  readonly pacer: Throttle;

  constructor(of: ReadingOf<F>, place: PlaceState<F>, reader: R, watches: WatchSet, pacer: Throttle) {
    this.key = of.found.key;
    this.of = of;
    this.place = place;
    this.reader = reader;
    this.watches = watches;
    this.pacer = pacer;
  }

  dispose(): void {
    this.disposed = true;
    this.pacer.dispose();
    this.watches.dispose();
    this.reader.close();
  }
}
