import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Watcher } from './watcher.ts';

/** A folder to be watched. */
export interface Wanted {
  /** Its name among those of the set. */
  name: string;
  folder: string;
  /** As of `Watched`. */
  names: readonly string[] | null;
  /** Tells it from another folder of this path: empty where it is not there, null where nobody can tell now. */
  identity: string | null;
}

export interface WatchSetPorts {
  watcher: Watcher;
  /** False where watching failed: no watch is made any more. */
  canWatch: () => boolean;
  /** Starts a watch, now or once there is time for it. */
  start: (watch: () => void) => void;
  /** Something changed in the folder of this name: the entry, or it is not known which. */
  changed: (name: string, entry: string | null) => void;
  failed: (folder: string, error: unknown) => void;
}

/** Keeps a watch on each of some folders, armed anew where one was replaced: of such a one the old watch hears no more. */
export class WatchSet implements Disposable {
  readonly #ports: WatchSetPorts;
  readonly #held = new Map<string, { identity: string; watch: Disposable | null }>();
  #disposed = false;

  constructor(ports: WatchSetPorts) {
    this.#ports = ports;
  }

  /** The names of those that are others than before, or new, or gone. */
  arm(wanted: readonly Wanted[]): string[] {
    const replaced: string[] = [];
    for (const each of wanted) {
      if (each.identity === null || this.#held.get(each.name)?.identity === each.identity) continue;
      this.forget([each.name]);
      replaced.push(each.name);
      this.#hold(each, each.identity);
    }
    return replaced;
  }

  /** They are watched anew at the next `arm`, whoever they are then. */
  forget(names: Iterable<string>): void {
    for (const name of names) {
      this.#held.get(name)?.watch?.dispose();
      this.#held.delete(name);
    }
  }

  clear(): void {
    this.forget([...this.#held.keys()]);
  }

  dispose(): void {
    this.#disposed = true;
    this.clear();
  }

  #hold({ name, folder, names }: Wanted, identity: string): void {
    const held: { identity: string; watch: Disposable | null } = { identity, watch: null };
    this.#held.set(name, held);
    if (identity === '' || this.#disposed || !this.#ports.canWatch()) return;
    this.#ports.start(() => {
      if (this.#held.get(name) !== held || this.#disposed || !this.#ports.canWatch()) return;
      held.watch = this.#ports.watcher.watch({
        folder,
        names,
        changed: (entry) => this.#ports.changed(name, entry),
        failed: (error) => this.#ports.failed(folder, error),
      });
    });
  }
}
