import type { Files } from '../protocol/files/port.ts';
import { Emitter } from './emitter.ts';
import type { Clock, Disposable, Log, Watcher } from './ports.ts';

export interface Draft {
  text: string;
  /** The id of the option that was picked, null for own words. */
  choice: string | null;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** Not null where an option clicked on a toast was not sent before its window closed. */
  notSent: 'window-closed' | null;
}

export interface SmallFilePorts {
  /** Made when first written to. */
  folder: string;
  files: Files;
  clock: Clock;
  log: Log;
  watcher: Watcher;
}

/** One draft per wait, a small file each, shared by everything one can type into and by all windows. */
export class DraftStore implements Disposable {
  readonly ready: Promise<void> = Promise.resolve();
  readonly #changes = new Emitter<ReadonlySet<string>>();
  /** The keys of the waits whose drafts changed, here or in another window. */
  readonly onDidChange = this.#changes.event;

  constructor(_ports: SmallFilePorts) {
    // Follows.
  }

  get(_waitKey: string): Draft | undefined {
    return undefined;
  }

  /** Known at once, on disk 300 ms after the last call. An empty text without a choice is no draft. */
  set(_waitKey: string, _draft: { text: string; choice: string | null; notSent?: 'window-closed' }): void {
    // Follows.
  }

  /** Writes what is not on disk yet. */
  async flush(): Promise<void> {
    // Follows.
  }

  async delete(_waitKey: string): Promise<void> {
    // Follows.
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
