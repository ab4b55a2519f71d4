import type { Files } from '../protocol/files/port.ts';
import type { LoopSnapshot } from '../protocol/loops/model.ts';
import { Emitter } from './emitter.ts';
import type { Place } from './places.ts';
import type { CanWrite, Clock, Disposable, Log, Watcher } from './ports.ts';
import type { WatchedLoop } from './watchedLoop.ts';

export interface LoopReader {
  refresh(): Promise<boolean>;
  snapshot(now?: Date): LoopSnapshot;
  close(): void;
}

/** `openLoop` of the protocol. */
export type OpenLoop = (
  folder: string,
  options: { key: Uint8Array | null; stallMinutes: number },
) => LoopReader;

export interface LoopStorePorts {
  files: Files;
  clock: Clock;
  log: Log;
  watcher: Watcher;
  open: OpenLoop;
  canWrite: CanWrite;
  /** The key that lines are checked with, null where there is none. Say `settingsChanged` when it changes. */
  key: () => Uint8Array | null;
  stallMinutes: () => number;
  trusted: () => boolean;
}

/** Keys of loops. */
export interface LoopChange {
  changed: ReadonlySet<string>;
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
  places: boolean;
}

export interface Folders {
  workspace: readonly string[];
  /** Roots of the user's own setting. */
  settings: readonly string[];
  /** Folders of loops (`…/.loops/<id>`) or of `loop.json` files that VS Code's search found. */
  found: readonly string[];
}

/** The one source of what is shown of loops. Reads through the protocol's readers, never writes. */
export class LoopStore implements Disposable {
  /** The known places were read once. */
  readonly ready: Promise<void>;
  readonly #changes = new Emitter<LoopChange>();
  readonly onDidChange = this.#changes.event;
  /** Our clock jumped: the machine slept for about so many milliseconds. */
  readonly #slept = new Emitter<number>();
  readonly onDidSleep = this.#slept.event;

  constructor(_ports: LoopStorePorts) {
    this.ready = Promise.resolve();
  }

  loops(): readonly WatchedLoop[] {
    return [];
  }

  get(_key: string): WatchedLoop | undefined {
    return undefined;
  }

  places(): readonly Place[] {
    return [];
  }

  setFolders(_folders: Folders): void {
    // Follows.
  }

  /** Lists every place and reads every loop again. */
  async refresh(): Promise<void> {
    // Follows.
  }

  /** Something at this path was just written, or VS Code's watcher reported it: look now. */
  poke(_path: string): void {
    // Follows.
  }

  /** The key, the stall window, trust or other settings changed. */
  settingsChanged(): void {
    // Follows.
  }

  dispose(): void {
    this.#changes.dispose();
    this.#slept.dispose();
  }
}
