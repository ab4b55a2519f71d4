/** What the workspace parts are given rather than reach for, so that all of them run in plain Node. */

export interface Disposable {
  dispose(): void;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(run: () => void, ms: number): Disposable;
}

export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, error?: unknown): void;
}

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

/** Whether this process may write to an existing file or folder: asked of the system, nothing is tried. */
export type CanWrite = (path: string) => Promise<boolean>;
