/**
 * The one source of what is shown of a system of files: finds its things, watches and looks at them, reads each on in turn
 * and tells what changed. Reads only.
 */
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Files } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { ChangeBatch, type SourceChange } from './changeBatch.ts';
import { Entry } from './entry.ts';
import { inTurns } from './inTurns.ts';
import type { Folders, Place } from './place.ts';
import { placeList, samePlaces } from './placeList.ts';
import type { PlaceState } from './placeState.ts';
import { PollTimer } from './pollTimer.ts';
import { Retry } from './retry.ts';
import { SingleFlight } from './singleFlight.ts';
import { SourcePlaces } from './sourcePlaces.ts';
import type { Found, Reader, Reading, ReadingOf, System } from './system.ts';
import { Throttle } from './throttle.ts';
import type { Watcher } from './watcher.ts';
import { Watching } from './watching.ts';

export interface SourcePorts {
  files: Files;
  clock: Clock;
  log: Log;
  watcher: Watcher;
}

/** How many things are read at a time, and how many are looked at. */
const readers = 4;
const lookers = 8;

export class Source<F extends Found, V, R extends Reader<F, V> = Reader<F, V>> implements Disposable {
  /** The known places were looked at and their things read once. Those found by search follow. */
  readonly ready: Promise<void>;
  readonly onDidChange: (listener: (change: SourceChange) => void) => Disposable;
  /** The clock jumped by more than two minutes: about so many milliseconds were slept. Told before anything changes by it. */
  readonly onDidSleep: (listener: (ms: number) => void) => Disposable;
  readonly #clock: Clock;
  readonly #system: System<F, V, R>;
  readonly #isReady: () => void;
  readonly #changes: Emitter<SourceChange>;
  readonly #slept: Emitter<number>;
  readonly #queue: SingleFlight;
  readonly #batch: ChangeBatch;
  readonly #timer: PollTimer;
  readonly #watching: Watching<F>;
  readonly #places: SourcePlaces<F>;
  readonly #retry: Retry;
  /** By key, in the order of places and listings. */
  #entries = new Map<string, Entry<F, V, R>>();
  /** Those that nothing proves. */
  #offered: { found: F; place: PlaceState<F> }[] = [];
  #values: readonly V[] | null = null;
  #told: readonly Place[] = [];

  constructor(ports: SourcePorts, system: System<F, V, R>) {
    const { clock, log } = ports;
    const { things } = system;
    this.#clock = clock;
    this.#system = system;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#isReady = resolve;
    const failed = (what: string) => (error: unknown) => log.error(what, error);
    this.#changes = new Emitter(failed(`A listener of the ${things} failed.`));
    this.onDidChange = this.#changes.event;
    this.#slept = new Emitter(failed(`A listener of the ${things} failed.`));
    this.onDidSleep = this.#slept.event;
    this.#queue = new SingleFlight(readers, failed(`Reading ${things} failed.`), () => {
      this.#batch.flush();
      void this.#watching.catchUp();
    });
    this.#batch = new ChangeBatch(
      clock,
      () => this.#queue.size > 1,
      (change) => this.#changes.fire(change),
    );
    this.#watching = new Watching<F>({
      ...ports,
      crowded: () => this.#queue.size > readers,
      polling: (place) => this.#polls(place),
    });
    this.#places = new SourcePlaces<F>(
      {
        ...ports,
        watching: this.#watching,
        queue: this.#queue,
        known: () => new Set([...this.#entries.values()].map(({ of }) => of.found.real)),
        changed: () => this.#assign(),
        firstRead: (place) => Promise.all(this.#entriesOf(place).map((entry) => entry.firstRead)),
        ready: resolve,
      },
      system,
    );
    this.#retry = new Retry(clock, () => this.#lookAgain());
    this.#timer = new PollTimer(clock, {
      look: (minute) => this.#lookAtAll(minute).catch(failed(`Looking at the known ${things} failed.`)),
      due: (now) => this.#readDue(now),
      slept: (ms) => this.#slept.fire(ms),
    });
  }

  /** The same array until something changes. */
  values(): readonly V[] {
    if (this.#values === null) {
      const values = [...this.#entries.values()].flatMap(({ shown }) => shown ?? []);
      const { compare } = this.#system;
      this.#values = compare === undefined ? values : values.sort(compare);
    }
    return this.#values;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.shown ?? undefined;
  }

  /** In the order in which they were given: workspace, setting, worktree, found; then what is only offered. */
  places(): readonly Place[] {
    return this.#told;
  }

  /** Something is being looked for or read: a view may show that. */
  get busy(): boolean {
    return this.#queue.size > 0 || this.#places.busy || this.#timer.looking;
  }

  setFolders(folders: Folders): void {
    void this.#places.setFolders(folders);
  }

  /** Lists every place and reads everything again; tries anew to watch where it failed. */
  async refresh(): Promise<void> {
    for (const place of this.#places.states().filter(({ polling }) => polling)) {
      place.polling = false;
      for (const { watches } of [place, ...this.#entriesOf(place)]) watches.clear();
    }
    this.#tellPlaces();
    await this.#places.find();
    const entries = [...this.#entries.values()];
    for (const { reader } of entries) reader.doubt();
    await Promise.all(entries.map((entry) => this.#read(entry)));
  }

  /** Reads one thing before all others and gives what it is now; undefined where it is gone. */
  async readNow(key: string): Promise<V | undefined> {
    const entry = this.#entries.get(key);
    if (entry !== undefined) await this.#read(entry, true);
    return this.get(key);
  }

  /** Something at this path was just written, or the editor's watcher told of it: look now, before all else. */
  poke(file: string): void {
    const plain = path.resolve(file);
    for (const entry of this.#entries.values()) {
      const { folder, real } = entry.of.found;
      const within = [folder, real].find((each) => isInside(each, plain));
      if (within === undefined) continue;
      const known = entry.reader.touched(path.relative(within, plain).replaceAll(path.sep, '/'));
      void (known === null ? this.#places.list(entry.place) : this.#read(entry, true));
      return;
    }
    this.#places.lookFor(plain);
  }

  /** What the reading goes by, or trust, may have changed. */
  settingsChanged(): void {
    for (const entry of this.#entries.values()) void this.#read(entry);
  }

  dispose(): void {
    const parts = [
      this.#timer,
      this.#retry,
      this.#places,
      this.#queue,
      this.#batch,
      this.#changes,
      this.#slept,
    ];
    for (const part of [...parts, ...this.#entries.values()]) part.dispose();
    this.#isReady();
  }

  /** What is kept of the thing of this key. */
  protected entryOf(key: string): Entry<F, V, R> | undefined {
    return this.#entries.get(key);
  }

  // What there is.

  /** Each thing belongs to the first place that holds it. */
  #assign(): void {
    const before = this.#entries;
    const seen = new Set<string>();
    this.#entries = new Map();
    this.#offered = [];
    for (const place of this.#places.states()) {
      for (const found of place.found) {
        if (seen.has(found.key)) continue;
        seen.add(found.key);
        if (found.offered === true) this.#offered.push({ found, place });
        else this.#keep(found, place, before.get(found.key));
      }
    }
    for (const [key, entry] of before) {
      if (this.#entries.has(key)) continue;
      this.#hide(entry);
      entry.dispose();
    }
    if (!isDeepStrictEqual([...before.keys()], [...this.#entries.keys()])) this.#values = null;
    this.#tellPlaces();
    this.#noteFaults();
  }

  #keep(found: F, place: PlaceState<F>, known: Entry<F, V, R> | undefined): void {
    const of = { found, place: place.spec, roots: this.#places.roots };
    const entry = known ?? this.#newEntry(of, place);
    this.#entries.set(found.key, entry);
    entry.place = place;
    if (known !== undefined && isDeepStrictEqual(known.of, of)) return;
    entry.of = of;
    const read = this.#read(entry);
    if (known === undefined) entry.firstRead = read;
  }

  #newEntry(of: ReadingOf<F>, place: PlaceState<F>): Entry<F, V, R> {
    const { readSpacing, watchesTellFirst, open } = this.#system;
    const watches = this.#watching.newSet(
      () => entry.place,
      watchesTellFirst,
      (folder, name) => {
        const file = [folder, name].filter((part) => part !== null && part !== '').join('/');
        const earliest = entry.reader.touched(file);
        if (earliest !== null) entry.pacer.soon(earliest);
      },
    );
    const pacer = new Throttle(this.#clock, readSpacing, () => void this.#read(entry));
    const entry = new Entry<F, V, R>(of, place, open(of.found, watches), watches, pacer);
    return entry;
  }

  #entriesOf(place: PlaceState<F>): Entry<F, V, R>[] {
    return [...this.#entries.values()].filter((entry) => entry.place === place);
  }

  // Reading.

  #read(entry: Entry<F, V, R>, urgent = false): Promise<void> {
    return this.#queue.push(entry.key, () => entry.pacer.around(this.#readOnce(entry)), urgent);
  }

  async #readOnce(entry: Entry<F, V, R>): Promise<void> {
    if (entry.disposed) return;
    const reading = await entry.reader.read(entry.of, () => entry.place.polling);
    if (entry.disposed) return;
    entry.lost = reading.kind === 'gone';
    const before = entry.fault;
    if (reading.kind === 'shown') {
      this.#show(entry, reading);
    } else {
      entry.nextChange = Number.POSITIVE_INFINITY;
      entry.fault = null;
      if (reading.kind === 'none') this.#hide(entry);
      else void this.#places.list(entry.place);
    }
    if (before === null && entry.fault === null) return;
    this.#tellPlaces();
    this.#noteFaults();
  }

  /** Nothing is told when nothing shown changed. */
  #show(entry: Entry<F, V, R>, { value, parts, nextChange, fault }: Reading<V> & { kind: 'shown' }): void {
    const before = entry.shown;
    entry.shown = value;
    entry.fault = fault;
    entry.nextChange = nextChange;
    this.#timer.arm(nextChange);
    if (before === value) return;
    this.#values = null;
    if (before === null) {
      this.#told = this.#placeList();
      this.#batch.added(entry.key);
    } else {
      this.#batch.changed(entry.key, parts);
    }
  }

  #hide(entry: Entry<F, V, R>): void {
    if (entry.shown === null) return;
    entry.shown = null;
    this.#values = null;
    this.#told = this.#placeList();
    this.#batch.removed(entry.key);
  }

  #readDue(now: number): void {
    for (const entry of this.#entries.values()) {
      if (entry.nextChange <= now) {
        entry.nextChange = Number.POSITIVE_INFINITY;
        void this.#read(entry);
      }
      this.#timer.arm(entry.nextChange);
    }
  }

  async #lookAtAll(minute: boolean): Promise<void> {
    if (minute) await this.#places.find();
    const places = this.#places.states().map((place) => () => this.#places.look(place));
    const entries = [...this.#entries.values()].map((entry) => async () => {
      if (entry.disposed || this.#queue.has(entry.key)) return;
      if (entry.lost || (await entry.reader.differs(minute))) await this.#read(entry);
    });
    await inTurns([...places, ...entries], lookers);
  }

  // What the system failed to show: it is looked at again soon.

  #faulty(): { places: PlaceState<F>[]; entries: Entry<F, V, R>[] } {
    return {
      places: this.#places.states().filter(({ unsure }) => unsure),
      entries: [...this.#entries.values()].filter(({ fault }) => fault !== null),
    };
  }

  #noteFaults(): void {
    const { places, entries } = this.#faulty();
    this.#retry.note(places.length + entries.length > 0);
  }

  #lookAgain(): void {
    const { places, entries } = this.#faulty();
    for (const place of places) void this.#places.list(place);
    for (const entry of entries) {
      entry.reader.doubt();
      void this.#read(entry);
    }
  }

  // Telling.

  /** Rows say so too. */
  #polls(place: PlaceState<F>): void {
    this.#tellPlaces();
    for (const entry of this.#entriesOf(place)) if (entry.shown !== null) void this.#read(entry);
  }

  #placeList(): readonly Place[] {
    return placeList(this.#places.states(), this.#entries.values(), this.#offered);
  }

  #tellPlaces(): void {
    const before = this.#told;
    this.#told = this.#placeList();
    if (!samePlaces(before, this.#told)) this.#batch.places();
  }
}
