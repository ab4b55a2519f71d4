import * as path from 'node:path';
import { isInside } from '../../protocol/files/safePath.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { same } from '../../protocol/lib/same.ts';
import { ChangeBatch, type LoopChange } from '../kernel/changeBatch.ts';
import { inTurns, KeyedQueue } from '../kernel/keyedQueue.ts';
import { Heartbeat } from '../kernel/pollTimer.ts';
import type { Watcher } from '../kernel/watcher.ts';
import { LoopBook } from './loopBook.ts';
import { LoopEntry } from './loopEntry.ts';
import { listPlace, signLoop, signPlace } from './loopFolder.ts';
import { PlaceState } from './loopPlaceState.ts';
import { type Folders, findPlaces, type Place, type PlaceSpec, repositoryOf } from './loopPlaces.ts';
import { type ReadingPorts, readEntry } from './loopReading.ts';
import type { WatchedLoop } from './watchedLoop.ts';
import { WatchKeeper } from './watchKeeper.ts';

export interface LoopStorePorts extends ReadingPorts {
  log: Log;
  watcher: Watcher;
}

/** Every so many beats all known `.loops` are listed and worktrees looked for: about once a minute. */
const listEvery = 6;
/** How many folders are read at a time, and how many are stat'ed. */
const readers = 4;
const statters = 8;
/** A loop that writes without end is read at most so often, in milliseconds. */
const betweenReads = 50;

/** The one source of what is shown of loops. Reads through the protocol's readers, never writes. */
export class LoopStore implements Disposable {
  /** The known places were looked at and their loops read once. Found ones follow. */
  readonly ready: Promise<void>;
  readonly onDidChange: (listener: (change: LoopChange) => void) => Disposable;
  /** The clock jumped by more than two minutes: about so many milliseconds were slept. Told before anything changes by it. */
  readonly onDidSleep: (listener: (ms: number) => void) => Disposable;
  readonly #ports: LoopStorePorts;
  readonly #isReady: () => void;
  readonly #changes: Emitter<LoopChange>;
  readonly #slept: Emitter<number>;
  readonly #queue: KeyedQueue;
  readonly #batch: ChangeBatch;
  readonly #heartbeat: Heartbeat;
  readonly #watches: WatchKeeper;
  readonly #book: LoopBook;
  #folders: Folders = { workspace: [], settings: [], found: [] };
  /** Reported to `poke`, in one of our folders, perhaps not yet in `found`. */
  readonly #poked = new Set<string>();
  /** Real paths in which the person may write. */
  #roots: readonly string[] = [];
  #update: Promise<void> | null = null;
  #updateAgain = false;
  #disposed = false;

  constructor(ports: LoopStorePorts) {
    const { clock, log, watcher } = ports;
    this.#ports = ports;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#isReady = resolve;
    const listenerFailed = (error: unknown): void => log.error('A listener of the loops failed.', error);
    this.#changes = new Emitter(listenerFailed);
    this.onDidChange = this.#changes.event;
    this.#slept = new Emitter(listenerFailed);
    this.onDidSleep = this.#slept.event;
    this.#queue = new KeyedQueue(
      readers,
      (error) => log.error('Reading a loop failed.', error),
      () => {
        this.#batch.flush();
        void this.#watches.catchUp();
      },
    );
    this.#batch = new ChangeBatch(
      clock,
      () => this.#queue.size > 1,
      (change) => this.#changes.fire(change),
    );
    this.#book = new LoopBook(this.#batch);
    this.#watches = new WatchKeeper({
      watcher,
      log,
      placeChanged: (place) => void this.#listPlace(place),
      loopChanged: (entry) => this.#readSoon(entry),
      polling: () => this.#book.placesChanged(),
    });
    this.#heartbeat = new Heartbeat(clock, {
      beat: (count) =>
        this.#lookAtAll(count % listEvery === 0).catch((error: unknown) =>
          log.error('Looking at what is known failed.', error),
        ),
      due: (now) => this.#readDue(now),
      slept: (ms) => this.#slept.fire(ms),
    });
  }

  /** By folder. The same array until something changes. */
  loops(): readonly WatchedLoop[] {
    return this.#book.loops();
  }

  get(key: string): WatchedLoop | undefined {
    return this.#book.get(key);
  }

  /** In the order in which they were given: workspace, setting, worktree, found. */
  places(): readonly Place[] {
    return this.#book.placeList();
  }

  /** Something is being looked for or read: a view may show that. */
  get busy(): boolean {
    return this.#queue.size > 0 || this.#update !== null || this.#heartbeat.looking;
  }

  setFolders(folders: Folders): void {
    this.#folders = folders;
    void this.#findPlaces();
  }

  /** Lists every place and reads every loop again; tries anew to watch where it failed. */
  async refresh(): Promise<void> {
    for (const place of this.#book.places.values()) {
      if (place.polling) {
        place.polling = false;
        place.unwatch();
        this.#book.entriesOf(place).forEach((entry) => {
          entry.unwatch();
        });
        this.#book.placesChanged();
      }
    }
    await this.#findPlaces();
    await Promise.all([...this.#book.entries.values()].map((entry) => this.#read(entry)));
  }

  /** Reads one loop before all others and gives what it is now; undefined where it is gone. */
  async readNow(key: string): Promise<WatchedLoop | undefined> {
    const entry = this.#book.entries.get(key);
    if (entry !== undefined) {
      await this.#read(entry, true);
    }
    return this.#book.get(key);
  }

  /** Something at this path was just written, or VS Code's watcher reported it: look now, before all else. */
  poke(file: string): void {
    const plain = path.resolve(file);
    for (const entry of this.#book.entries.values()) {
      if (isInside(entry.folder, plain) || isInside(entry.real, plain)) {
        void this.#read(entry, true);
        return;
      }
    }
    const repository = repositoryOf(plain);
    for (const place of this.#book.places.values()) {
      if ([repository, plain].some((folder) => folder === place.spec.folder || folder === place.spec.real)) {
        void this.#listPlace(place);
        return;
      }
    }
    const ours = [...this.#folders.workspace, ...this.#folders.settings];
    if (repository !== null && ours.some((root) => isInside(path.resolve(root), repository))) {
      this.#poked.add(plain);
      void this.#findPlaces();
    }
  }

  /** The key, the stall window or trust may have changed. */
  settingsChanged(): void {
    for (const entry of this.#book.entries.values()) {
      void this.#read(entry);
    }
  }

  dispose(): void {
    this.#disposed = true;
    for (const part of [this.#heartbeat, this.#queue, this.#batch, this.#changes, this.#slept]) {
      part.dispose();
    }
    for (const held of [...this.#book.places.values(), ...this.#book.entries.values()]) {
      held.dispose();
    }
    this.#isReady();
  }

  // Finding.

  /** One look at a time; calls made while one runs share the next. */
  #findPlaces(): Promise<void> {
    this.#updateAgain = true;
    this.#update ??= this.#findUntilDone()
      .catch((error: unknown) => this.#ports.log.error('Looking for loops failed.', error))
      .finally(() => {
        this.#update = null;
      });
    return this.#update;
  }

  async #findUntilDone(): Promise<void> {
    while (this.#updateAgain && !this.#disposed) {
      this.#updateAgain = false;
      const { workspace, settings, found } = this.#folders;
      const specs = await findPlaces(this.#ports.files, {
        workspace,
        settings,
        found: [...found, ...this.#poked],
      });
      if (!this.#disposed) {
        await this.#setPlaces(specs);
      }
    }
  }

  async #setPlaces(specs: readonly PlaceSpec[]): Promise<void> {
    const roots = specs
      .filter((spec) => spec.origin === 'workspace' || spec.origin === 'setting')
      .map((spec) => spec.real);
    const rootsChanged = !same(this.#roots, roots);
    this.#roots = roots;
    const before = new Map(this.#book.places);
    const stale: LoopEntry[] = [];
    this.#book.places.clear();
    for (const spec of specs) {
      const known = before.get(spec.real);
      before.delete(spec.real);
      const place = known ?? new PlaceState(spec);
      const changed = known === undefined || !same(known.spec, spec);
      place.spec = spec;
      this.#book.places.set(spec.real, place);
      if (changed) {
        this.#book.placesChanged();
      }
      if (changed || rootsChanged) {
        stale.push(...this.#book.entriesOf(place));
      }
    }
    for (const place of before.values()) {
      place.dispose();
      this.#book.placesChanged();
      for (const key of place.keys) {
        this.#book.remove(key);
      }
    }
    const places = [...this.#book.places.values()];
    const isFound = (place: PlaceState): boolean => place.spec.origin === 'found';
    await Promise.all([
      ...places.filter((place) => !isFound(place)).map((place) => this.#listAndRead(place)),
      ...stale.map((entry) => this.#read(entry)),
    ]);
    this.#isReady();
    await Promise.all(places.filter(isFound).map((place) => this.#listAndRead(place)));
  }

  async #listAndRead(place: PlaceState): Promise<void> {
    await this.#listPlace(place);
    const unread = this.#book.entriesOf(place).filter((entry) => entry.signature === '');
    await Promise.all(unread.map((entry) => this.#read(entry)));
  }

  #listPlace(place: PlaceState): Promise<void> {
    return this.#queue.push(`place ${place.spec.real}`, () => this.#listNow(place), true);
  }

  async #listNow(place: PlaceState): Promise<void> {
    const { files, clock } = this.#ports;
    const start = clock.now();
    const listing = await listPlace(files, place.spec.folder);
    if (this.#disposed || place.disposed) {
      return;
    }
    place.tookMs = clock.now() - start;
    place.signature = listing.signature;
    if (place.problem !== listing.problem) {
      place.problem = listing.problem;
      this.#book.placesChanged();
    }
    if (listing.left !== 0 && place.left === 0) {
      this.#ports.log.warn(`${place.spec.folder} holds too many loops: ${listing.left} are left out.`);
    }
    place.left = listing.left;
    this.#watches.place(place, listing.identity);
    const keys = new Set(listing.loops.map((loop) => loop.key));
    for (const key of place.keys) {
      if (!keys.has(key)) {
        this.#book.remove(key);
      }
    }
    place.keys = keys;
    for (const loop of listing.loops) {
      if (!this.#book.entries.has(loop.key)) {
        const entry = new LoopEntry(loop, place);
        this.#book.entries.set(loop.key, entry);
        void this.#read(entry);
      }
    }
  }

  // Reading.

  #readSoon(entry: LoopEntry): void {
    if (entry.disposed || entry.delayed !== null) {
      return;
    }
    const { clock } = this.#ports;
    const wait = entry.lastReadAt + betweenReads - clock.now();
    if (wait <= 0 || wait > betweenReads) {
      void this.#read(entry);
      return;
    }
    entry.delayed = clock.setTimeout(() => {
      entry.delayed = null;
      void this.#read(entry);
    }, wait);
  }

  #read(entry: LoopEntry, urgent = false): Promise<void> {
    return this.#queue.push(entry.key, () => this.#readNow(entry), urgent);
  }

  async #readNow(entry: LoopEntry): Promise<void> {
    const reading = await readEntry(entry, this.#roots, this.#ports);
    switch (reading.kind) {
      case 'stale':
        return;
      case 'gone':
        void this.#listPlace(entry.place);
        return;
      case 'none':
        this.#watch(entry, reading.folder);
        this.#book.hide(entry);
        entry.closeReader();
        return;
      case 'loop':
        this.#watch(entry, reading.folder);
        this.#heartbeat.arm(entry.nextChange);
        this.#book.show(entry, reading.loop);
    }
  }

  #watch(entry: LoopEntry, identity: string): void {
    if (this.#queue.size > readers) {
      this.#watches.loopLater(entry, identity);
    } else {
      this.#watches.loop(entry, identity);
    }
  }

  #readDue(now: number): void {
    for (const entry of this.#book.entries.values()) {
      if (entry.nextChange <= now) {
        entry.nextChange = Number.POSITIVE_INFINITY;
        void this.#read(entry);
      }
      this.#heartbeat.arm(entry.nextChange);
    }
  }

  async #lookAtAll(list: boolean): Promise<void> {
    const { files } = this.#ports;
    if (list) {
      await this.#findPlaces();
    }
    const places = [...this.#book.places.values()].map((place) => async () => {
      if ((await signPlace(files, place.spec.folder)) !== place.signature) {
        await this.#listPlace(place);
      }
    });
    const loops = [...this.#book.entries.values()].map((entry) => async () => {
      if ((await signLoop(files, entry.folder)).state !== entry.signature) {
        await this.#read(entry);
      }
    });
    await inTurns([...places, ...loops], statters);
  }
}
