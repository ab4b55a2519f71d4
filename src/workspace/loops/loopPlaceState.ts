import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Place, PlaceProblem, PlaceSpec } from './loopPlaces.ts';

/** What the store keeps of one place. */
export class PlaceState implements Disposable {
  /** Replaced when the same folder is found in another way. */
  spec: PlaceSpec;
  problem: PlaceProblem | null = null;
  tookMs = 0;
  /** How many folders were left out because there are too many. */
  left = 0;
  /** Watching failed here. Tried again only when the person asks for a refresh. */
  polling = false;
  /** Of the last listing. */
  signature = '';
  /** What the watch belongs to: a `.loops` by identity, empty for the folder that has none yet, null for none. */
  watching: string | null = null;
  watch: Disposable | null = null;
  /** Keys of the folders in its `.loops`. */
  keys: ReadonlySet<string> = new Set();
  disposed = false;

  constructor(spec: PlaceSpec) {
    this.spec = spec;
  }

  /** As data, with the number of its loops that are shown. */
  data(loops: number): Place {
    return {
      folder: this.spec.folder,
      origin: this.spec.origin,
      loops,
      problem: this.problem,
      tookMs: this.tookMs,
      polling: this.polling,
    };
  }

  unwatch(): void {
    this.watch?.dispose();
    this.watch = null;
    this.watching = null;
  }

  dispose(): void {
    this.disposed = true;
    this.unwatch();
  }
}
