import { same } from '../../protocol/lib/same.ts';
import type { ChangeBatch } from '../kernel/changeBatch.ts';
import type { LoopEntry } from './loopEntry.ts';
import type { PlaceState } from './loopPlaceState.ts';
import type { Place } from './loopPlaces.ts';
import { sameSnapshot } from './sameSnapshot.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** What the store knows, what of it is shown, and what there is to tell when that changes. */
export class LoopBook {
  /** By key. */
  readonly entries = new Map<string, LoopEntry>();
  /** By real path, in the order in which they are given out. */
  readonly places = new Map<string, PlaceState>();
  readonly #batch: ChangeBatch;
  #loops: readonly WatchedLoop[] | null = null;
  #placeList: readonly Place[] | null = null;

  constructor(batch: ChangeBatch) {
    this.#batch = batch;
  }

  /** By folder. The same array until something changes. */
  loops(): readonly WatchedLoop[] {
    this.#loops ??= [...this.entries.values()]
      .flatMap((entry) => entry.shown ?? [])
      .sort((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0));
    return this.#loops;
  }

  get(key: string): WatchedLoop | undefined {
    return this.entries.get(key)?.shown ?? undefined;
  }

  placeList(): readonly Place[] {
    this.#placeList ??= [...this.places.values()].map((place) =>
      place.data(this.entriesOf(place).filter((entry) => entry.shown !== null).length),
    );
    return this.#placeList;
  }

  entriesOf(place: PlaceState): LoopEntry[] {
    return [...place.keys].flatMap((key) => this.entries.get(key) ?? []);
  }

  /** Nothing is told when nothing shown changed. */
  show(entry: LoopEntry, loop: WatchedLoop): void {
    const before = entry.shown;
    if (before !== null) {
      const { snapshot: old, ...rest } = before;
      const { snapshot: fresh, ...freshRest } = loop;
      if (same(rest, freshRest) && sameSnapshot(old, fresh)) {
        return;
      }
    }
    entry.shown = loop;
    this.#loops = null;
    if (before === null) {
      this.#placeList = null;
      this.#batch.added(entry.key);
    } else {
      this.#batch.changed(entry.key);
    }
  }

  hide(entry: LoopEntry): void {
    if (entry.shown !== null) {
      entry.shown = null;
      this.#loops = null;
      this.#placeList = null;
      this.#batch.removed(entry.key);
    }
  }

  remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry !== undefined) {
      this.hide(entry);
      entry.dispose();
      this.entries.delete(key);
    }
  }

  placesChanged(): void {
    this.#placeList = null;
    this.#batch.places();
  }
}
