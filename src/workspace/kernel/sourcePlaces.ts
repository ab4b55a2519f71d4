import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Files } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { type Folders, type PlaceSpec, placeSpecs } from './place.ts';
import { PlaceState } from './placeState.ts';
import { SingleFlight } from './singleFlight.ts';
import type { Found, Listing, System } from './system.ts';
import { Throttle } from './throttle.ts';
import type { Watching } from './watching.ts';

export interface PlacesPorts<F extends Found> {
  files: Files;
  clock: Clock;
  log: Log;
  watching: Watching<F>;
  /** Lists before it reads. */
  queue: SingleFlight;
  /** Real paths of the things that are known. */
  known: () => ReadonlySet<string>;
  /** SourcePlaces came or went, or one of them was listed. */
  changed: () => void;
  /** The things of this place were read once. */
  firstRead: (place: PlaceState<F>) => Promise<unknown>;
  /** All places but those that a search found were listed, and their things read once. */
  ready: () => void;
}

type Where<F extends Found> = Pick<
  System<F, unknown, never>,
  'things' | 'roots' | 'list' | 'sign' | 'placeOf' | 'listSpacing'
>;

/** The places in which a source looks, and what is in them. */
export class SourcePlaces<F extends Found> implements Disposable {
  readonly #ports: PlacesPorts<F>;
  readonly #system: Where<F>;
  readonly #finds: SingleFlight;
  #folders: Folders = { workspace: [], settings: [] };
  /** Told to `poke`, in one of our folders, perhaps not yet in `found`. */
  readonly #poked = new Set<string>();
  /** By real path, in the order in which they are given out. */
  #states = new Map<string, PlaceState<F>>();
  #roots: readonly string[] = [];
  #disposed = false;

  constructor(ports: PlacesPorts<F>, system: Where<F>) {
    this.#ports = ports;
    this.#system = system;
    this.#finds = new SingleFlight(1, (error) =>
      ports.log.error(`Looking for ${system.things} failed.`, error),
    );
  }

  /** Workspace, setting, worktree, found. */
  states(): readonly PlaceState<F>[] {
    return [...this.#states.values()];
  }

  /** Real paths in which the person may write. The same array until they change. */
  get roots(): readonly string[] {
    return this.#roots;
  }

  get busy(): boolean {
    return this.#finds.size > 0;
  }

  setFolders(folders: Folders): Promise<void> {
    this.#folders = folders;
    return this.find();
  }

  /** Looks for places, and lists each. */
  find(): Promise<void> {
    return this.#finds.push('', () => this.#findOnce());
  }

  list(place: PlaceState<F>): Promise<void> {
    return this.#ports.queue.push(`place ${place.spec.real}`, () => this.#listNow(place), true);
  }

  /** Lists the place in which something at this path would be, and finds it where it is new. */
  lookFor(file: string): void {
    const folder = this.#system.placeOf(file);
    for (const place of this.#states.values()) {
      const { spec } = place;
      if ([folder, file].some((each) => each === spec.folder || each === spec.real)) {
        void this.list(place);
        return;
      }
    }
    const ours = [...this.#folders.workspace, ...this.#folders.settings];
    if (folder !== null && ours.some((root) => isInside(path.resolve(root), folder))) {
      this.#poked.add(file);
      void this.find();
    }
  }

  /** Lists it where it is another one than at its last listing. */
  async look(place: PlaceState<F>): Promise<void> {
    if ((await this.#system.sign(place.spec)) !== place.signature) await this.list(place);
  }

  dispose(): void {
    this.#disposed = true;
    this.#finds.dispose();
    for (const place of this.#states.values()) place.dispose();
  }

  async #findOnce(): Promise<void> {
    const folders = this.#folders;
    const found = [...(folders.found ?? []), ...this.#poked];
    const before = this.states().map(({ spec }) => spec);
    try {
      const roots = await this.#system.roots({ ...folders, found });
      const specs = await placeSpecs(this.#ports.files, roots, before);
      if (this.#disposed) return;
      this.#set(specs);
      await this.#listAll((place) => place.spec.origin !== 'found');
    } finally {
      // Else the next look, which is asked for already, is the first one.
      if (folders === this.#folders) this.#ports.ready();
    }
    await this.#listAll((place) => place.spec.origin === 'found');
  }

  #set(specs: readonly PlaceSpec[]): void {
    const before = this.#states;
    const own = specs.filter(({ origin }) => origin === 'workspace' || origin === 'setting');
    const roots = own.map(({ real }) => real);
    if (!isDeepStrictEqual(this.#roots, roots)) this.#roots = roots;
    this.#states = new Map();
    for (const spec of specs) {
      const place = before.get(spec.real) ?? this.#newPlace(spec);
      before.delete(spec.real);
      if (!isDeepStrictEqual(place.spec, spec)) place.spec = spec;
      this.#states.set(spec.real, place);
    }
    for (const place of before.values()) place.dispose();
    this.#ports.changed();
  }

  async #listAll(which: (place: PlaceState<F>) => boolean): Promise<void> {
    await Promise.all(
      this.states()
        .filter(which)
        .map(async (place) => {
          await this.list(place);
          await this.#ports.firstRead(place);
        }),
    );
  }

  async #listNow(place: PlaceState<F>): Promise<void> {
    const { clock, log, known, changed } = this.#ports;
    const { things } = this.#system;
    const start = clock.now();
    const listing: Listing<F> = await this.#system.list(place.spec, known());
    if (this.#disposed || place.disposed) return;
    const left = place.take(listing, clock.now() - start);
    if (left > 0)
      log.warn(`${place.spec.folder} holds too many folders: ${left} are left out for ${things}.`);
    changed();
  }

  #newPlace(spec: PlaceSpec): PlaceState<F> {
    const watches = this.#ports.watching.newSet(
      () => place,
      false,
      (_, name) => {
        if (place.mayBring(name)) pacer.soon(Number.NEGATIVE_INFINITY);
      },
    );
    const pacer = new Throttle(this.#ports.clock, this.#system.listSpacing, () => {
      // A look for other reasons does not put this one off.
      void pacer.around(this.list(place));
    });
    const place = new PlaceState<F>(spec, watches, pacer);
    return place;
  }
}
