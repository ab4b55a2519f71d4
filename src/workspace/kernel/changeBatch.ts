import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';

/** What changed in a source, by the keys of its things. */
export interface SourceChange {
  /** Which parts of each, as its system names them; empty where it changed as a whole. */
  changed: ReadonlyMap<string, ReadonlySet<string>>;
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
  /** Where was looked, or what was found there. */
  places: boolean;
}

const WHOLE: ReadonlySet<string> = new Set();

/** While much is read at once, what changed is told at most so often, in milliseconds. */
const betweenFires = 50;

/** Gathers what changed and tells it: at once when nothing else is under way, else in batches. */
export class ChangeBatch implements Disposable {
  readonly #clock: Clock;
  readonly #fire: (change: SourceChange) => void;
  readonly #busy: () => boolean;
  #changed = new Map<string, ReadonlySet<string>>();
  #added = new Set<string>();
  #removed = new Set<string>();
  #places = false;
  #timer: Disposable | null = null;

  constructor(clock: Clock, busy: () => boolean, fire: (change: SourceChange) => void) {
    this.#clock = clock;
    this.#busy = busy;
    this.#fire = fire;
  }

  changed(key: string, parts: ReadonlySet<string>): void {
    if (!this.#added.has(key)) {
      const before = this.#changed.get(key) ?? parts;
      this.#changed.set(key, before.size === 0 || parts.size === 0 ? WHOLE : new Set([...before, ...parts]));
    }
    this.#soon();
  }

  /** The number of things in a place changed with it. */
  added(key: string): void {
    this.#places = true;
    // Gone and back in one batch: it changed.
    if (this.#removed.delete(key)) {
      this.#changed.set(key, WHOLE);
    } else {
      this.#added.add(key);
    }
    this.#soon();
  }

  removed(key: string): void {
    this.#places = true;
    this.#changed.delete(key);
    if (!this.#added.delete(key)) {
      this.#removed.add(key);
    }
    this.#soon();
  }

  places(): void {
    this.#places = true;
    this.#soon();
  }

  /** Tells what is gathered now. */
  flush(): void {
    this.#timer?.dispose();
    this.#timer = null;
    if (!this.#places && this.#changed.size + this.#added.size + this.#removed.size === 0) {
      return;
    }
    const change = {
      changed: this.#changed,
      added: this.#added,
      removed: this.#removed,
      places: this.#places,
    };
    this.#changed = new Map();
    this.#added = new Set();
    this.#removed = new Set();
    this.#places = false;
    this.#fire(change);
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = null;
  }

  #soon(): void {
    if (!this.#busy()) {
      this.flush();
    } else if (this.#timer === null) {
      this.#timer = this.#clock.setTimeout(() => this.flush(), betweenFires);
    }
  }
}
