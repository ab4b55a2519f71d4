/** How folders are watched: the kernel is given a watcher, so that all of it runs in plain Node and in tests. */
import type { Disposable } from '../../protocol/lib/disposables.ts';

export interface Watched {
  /** An existing directory: its listing is watched, never what is deeper. */
  folder: string;
  /** Of its entries only these count, their content too; null: every entry, by coming, going and being replaced. */
  names: readonly string[] | null;
  /**
   * Something may have changed: the entry of this name, or null where that is not known. Comes again and again, often more
   * than once for one change.
   */
  changed: (name: string | null) => void;
  /** At most once: watching here is or becomes impossible, so poll. Not called where the folder is deleted. */
  failed: (error: unknown) => void;
}

export interface Watcher {
  /** Files that come, go or are replaced are followed. A folder that is itself deleted must be watched anew. */
  watch(watched: Watched): Disposable;
}
