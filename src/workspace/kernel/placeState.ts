import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { PlaceProblem, PlaceSpec } from './place.ts';
import type { Found, Listing } from './system.ts';
import type { Throttle } from './throttle.ts';
import type { WatchSet } from './watchSet.ts';

/** What a source keeps of one place. */
export class PlaceState<F extends Found> implements Disposable {
  /** Replaced when the same folder is found in another way. */
  spec: PlaceSpec;
  /** What it holds, as far as anybody can tell. */
  found: readonly F[] = [];
  problem: PlaceProblem | null = null;
  tookMs = 0;
  /** As of the last listing. */
  signature = '';
  /** Not all of it could be looked at, and something is known of there: it is looked at again soon. */
  unsure = false;
  /** Watching failed here. Tried again only when the person asks for a refresh. */
  polling = false;
  disposed = false;
  readonly watches: WatchSet;
  readonly pacer: Throttle;
  #settled: ReadonlySet<string> | undefined;
  #left = 0;

  constructor(spec: PlaceSpec, watches: WatchSet, pacer: Throttle) {
    this.spec = spec;
    this.watches = watches;
    this.pacer = pacer;
  }

  /** Takes a listing over; what nobody can tell now stays as it was known. Gives how many names are newly left out. */
  take(listing: Listing<F>, tookMs: number): number {
    const { found, problem, unsure, watch } = listing;
    this.problem = problem;
    this.tookMs = tookMs;
    if (unsure === 'all') {
      this.unsure = true;
      return 0;
    }
    const keys = new Set(found.map(({ key }) => key));
    const kept = this.found.filter(({ folder, key }) => unsure.has(folder) && !keys.has(key));
    this.found = [...found, ...kept];
    this.unsure = this.found.some(({ folder }) => unsure.has(folder));
    this.signature = listing.signature;
    this.#settled = listing.settled;
    if (watch === null) this.watches.clear();
    else this.watches.arm([watch]);
    const left = this.#left === 0 ? listing.left : 0;
    this.#left = listing.left;
    return left;
  }

  /** Whether things may have come by a change of this entry; null: it is not known which. */
  mayBring(entry: string | null): boolean {
    return entry === null || this.#settled?.has(entry) !== true;
  }

  dispose(): void {
    this.disposed = true;
    this.watches.dispose();
    this.pacer.dispose();
  }
}
