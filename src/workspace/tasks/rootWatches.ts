/** Watches on the roots, for workspaces that are made in them. */
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { Watcher } from '../kernel/watcher.ts';
import type { LookedRoot } from './discoverWorkspaces.ts';

/** The folders of a workspace are made one after the other. */
const gatherMs = 300;
/** A root in which much happens is looked through at most so often. */
const betweenLooks = 5000;

interface Held {
  identity: string;
  names: ReadonlySet<string>;
  watch: Disposable;
}

export class RootWatches implements Disposable {
  readonly #ports: { clock: Clock; log: Log; watcher: Watcher };
  readonly #look: () => void;
  readonly #held = new Map<string, Held>();
  /** Too large to be looked through, which was said. */
  readonly #said = new Set<string>();
  #timer: Disposable | null = null;
  #lastLookAt = Number.NEGATIVE_INFINITY;
  #disposed = false;

  constructor(ports: { clock: Clock; log: Log; watcher: Watcher }, look: () => void) {
    this.#ports = ports;
    this.#look = look;
  }

  /** These were just looked through. */
  set(roots: readonly LookedRoot[]): void {
    if (this.#disposed) return;
    const wanted = new Set<string>();
    for (const { folder, real, identity, problem, names, left } of roots) {
      if (left > 0 && !this.#said.has(folder)) {
        this.#said.add(folder);
        this.#ports.log.warn(`${folder} holds too many folders: ${left} are not looked into for tasks.`);
      }
      if (wanted.has(real)) continue;
      if (problem !== null) {
        // It may well be there: a watch that is still alive stays.
        if (problem !== 'missing' && problem !== 'not-a-folder') wanted.add(real);
        continue;
      }
      wanted.add(real);
      const held = this.#held.get(real);
      if (held?.identity === identity) {
        held.names = names;
        continue;
      }
      held?.watch.dispose();
      this.#watch(real, identity, names);
    }
    for (const [real, { watch }] of this.#held) {
      if (wanted.has(real)) continue;
      watch.dispose();
      this.#held.delete(real);
    }
  }

  /** The next `set` watches all of them anew. */
  tryAgain(): void {
    for (const { watch } of this.#held.values()) watch.dispose();
    this.#held.clear();
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.tryAgain();
  }

  #watch(real: string, identity: string, names: ReadonlySet<string>): void {
    const held: Held = { identity, names, watch: { dispose: () => undefined } };
    this.#held.set(real, held);
    held.watch = this.#ports.watcher.watch({
      folder: real,
      names: null,
      changed: (name) => {
        // What was there before cannot have become a workspace by this.
        if (name === null || !held.names.has(name)) this.#soon();
      },
      // Then it is found within a minute.
      failed: () => undefined,
    });
  }

  #soon(): void {
    if (this.#timer !== null || this.#disposed) return;
    const { clock } = this.#ports;
    const now = clock.now();
    const wait = Math.min(betweenLooks, Math.max(gatherMs, this.#lastLookAt + betweenLooks - now));
    this.#timer = clock.setTimeout(() => {
      this.#timer = null;
      this.#lastLookAt = clock.now();
      this.#look();
    }, wait);
  }
}
