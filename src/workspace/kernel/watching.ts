import type { Log } from '../../protocol/lib/log.ts';
import type { PlaceState } from './placeState.ts';
import type { Found } from './system.ts';
import type { Watcher } from './watcher.ts';
import { WatchSet } from './watchSet.ts';

export interface WatchingPorts<F extends Found> {
  watcher: Watcher;
  log: Log;
  /** There is so much to read that watches wait where they may. */
  crowded: () => boolean;
  /** From now on this place is polled. */
  polling: (place: PlaceState<F>) => void;
}

/** Of the watches that were put off so many are made at a time. */
const atATime = 10;

/** Makes the watches of a source: put off while there is much to read, and given up, which is said once, where one failed. */
export class Watching<F extends Found> {
  readonly #ports: WatchingPorts<F>;
  readonly #later = new Set<() => void>();
  #said = false;

  constructor(ports: WatchingPorts<F>) {
    this.#ports = ports;
  }

  /** `mayWait`: rows come before these watches. `changed` as of `WatchSetPorts`. */
  newSet(
    placeOf: () => PlaceState<F>,
    mayWait: boolean,
    changed: (name: string, entry: string | null) => void,
  ): WatchSet {
    return new WatchSet({
      watcher: this.#ports.watcher,
      canWatch: () => !placeOf().polling,
      start: (watch) => {
        if (mayWait && this.#ports.crowded()) this.#later.add(watch);
        else watch();
      },
      changed,
      failed: (folder, error) => this.#failed(placeOf(), folder, error),
    });
  }

  /** Makes what was put off, a few at a time. */
  async catchUp(): Promise<void> {
    for (const watch of this.#later) {
      this.#later.delete(watch);
      watch();
      if (this.#later.size % atATime === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #failed(place: PlaceState<F>, folder: string, error: unknown): void {
    if (place.disposed || place.polling) return;
    place.polling = true;
    this.#ports.polling(place);
    if (this.#said) return;
    this.#said = true;
    const { code, name } = error as { code?: unknown; name?: unknown };
    this.#ports.log.warn(
      `Watching ${folder} is not possible (${String(code ?? name ?? 'unknown')}): it is looked at every 10 s.`,
    );
  }
}
