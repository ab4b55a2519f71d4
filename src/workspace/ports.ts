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

export interface Watcher {
  /**
   * Calls `changed` whenever the file, or the listing of the directory, may have changed; never for what is deeper.
   * A path that does not exist is not watched: watch its parent. When the path is deleted or replaced the watch goes
   * with it after one `changed`. `failed` is called at most once, when watching is or becomes impossible: poll then.
   */
  watch(path: string, changed: () => void, failed: (error: unknown) => void): Disposable;
}

/** Whether this process may write to an existing file or folder: asked of the system, nothing is tried. */
export type CanWrite = (path: string) => Promise<boolean>;
