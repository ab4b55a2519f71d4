import * as path from 'node:path';
import type { Log } from '../../protocol/lib/log.ts';
import { LOOPS_FOLDER } from '../../protocol/loops/loopFiles.ts';
import type { Watcher } from '../kernel/watcher.ts';
import type { LoopEntry } from './loopEntry.ts';
import { loopFiles } from './loopFolder.ts';
import type { PlaceState } from './loopPlaceState.ts';

export interface WatchKeeperPorts {
  watcher: Watcher;
  log: Log;
  placeChanged: (place: PlaceState) => void;
  loopChanged: (entry: LoopEntry) => void;
  /** From now on it is polled. */
  polling: (place: PlaceState) => void;
}

const atATime = 10;

/** Keeps one watch on each `.loops` (or on the folder that has none yet) and one on each loop, armed anew after replacement. */
export class WatchKeeper {
  readonly #ports: WatchKeeperPorts;
  readonly #later = new Map<LoopEntry, string>();
  #said = false;

  constructor(ports: WatchKeeperPorts) {
    this.#ports = ports;
  }

  /** `identity` of its `.loops`; empty: there is none yet, so the folder itself is watched for it. */
  place(place: PlaceState, identity: string): void {
    if (place.problem === 'missing') {
      place.unwatch();
      return;
    }
    if (place.polling || place.watching === identity) {
      return;
    }
    place.unwatch();
    place.watching = identity;
    const { folder } = place.spec;
    place.watch = this.#ports.watcher.watch({
      folder: identity === '' ? folder : path.join(folder, LOOPS_FOLDER),
      names: identity === '' ? [LOOPS_FOLDER] : null,
      changed: () => this.#ports.placeChanged(place),
      failed: (error) => this.#poll(place, error),
    });
  }

  /** To be watched once there is nothing to read any more: rows come before watches. */
  loopLater(entry: LoopEntry, identity: string): void {
    this.#later.set(entry, identity);
  }

  /** Watches what was put off, a few at a time. */
  async catchUp(): Promise<void> {
    for (const [entry, identity] of this.#later) {
      this.#later.delete(entry);
      this.loop(entry, identity);
      if (this.#later.size % atATime === 0) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  loop(entry: LoopEntry, identity: string): void {
    if (entry.disposed || entry.place.polling || entry.watching === identity) {
      return;
    }
    entry.unwatch();
    entry.watching = identity;
    entry.watch = this.#ports.watcher.watch({
      folder: entry.folder,
      names: loopFiles,
      changed: () => this.#ports.loopChanged(entry),
      failed: (error) => this.#poll(entry.place, error),
    });
  }

  #poll(place: PlaceState, error: unknown): void {
    if (place.disposed || place.polling) {
      return;
    }
    place.polling = true;
    this.#ports.polling(place);
    if (!this.#said) {
      this.#said = true;
      const { code, name } = error as { code?: unknown; name?: unknown };
      this.#ports.log.warn(
        `Watching ${place.spec.folder} is not possible (${String(code ?? name ?? 'unknown')}): it is looked at every 10 s.`,
      );
    }
  }
}
