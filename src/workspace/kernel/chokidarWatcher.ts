import * as path from 'node:path';
import type { watch } from 'chokidar';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { checkMount, type TypeOf, typeOfMount } from './mounts.ts';
import type { Watched, Watcher } from './watcher.ts';

type Start = typeof watch;

/** Watches through the system by chokidar. Each watched folder costs one watch, and one for each of its named files. */
export class ChokidarWatcher implements Watcher {
  readonly #log: Log;
  readonly #load: () => Promise<Start>;
  readonly #typeOf: TypeOf;

  /** `load` and `typeOf`: chokidar's and the system's own, but in tests of what only few machines show. */
  constructor(log: Log, load: () => Promise<Start> = loadWatch, typeOf: TypeOf = typeOfMount) {
    this.#log = log;
    this.#load = load;
    this.#typeOf = typeOf;
  }

  watch(watched: Watched): Disposable {
    const { folder } = watched;
    let over = false;
    let watcher: ReturnType<Start> | null = null;
    const end = (): boolean => {
      if (over) return false;
      over = true;
      if (watcher !== null) this.#close(watcher);
      return true;
    };
    const fail = (error: unknown): void => {
      if (end()) watched.failed(error);
    };
    const tell = (): void => {
      if (!over) watched.changed(null);
    };
    this.#load().then((start) => {
      if (!over) watcher = listen(start, watched, tell, fail);
    }, fail);
    checkMount(folder, this.#typeOf, fail);
    return { dispose: end };
  }

  #close(watcher: { close(): Promise<void> }): void {
    watcher.close().catch((error: unknown) => this.#log.error('A watch could not be closed.', error));
  }
}

function listen(
  start: Start,
  { folder, names }: Watched,
  tell: () => void,
  fail: (error: unknown) => void,
): ReturnType<Start> {
  const counts = (entry: string): boolean => names === null || names.includes(path.basename(entry));
  const watcher = start(folder, {
    depth: 0,
    ignoreInitial: true,
    // Without names the folder's own watch tells of its entries; watching each would cost without telling more.
    ignored: (entry) =>
      path.relative(folder, entry) !== '' && (names === null || !names.includes(path.basename(entry))),
  });
  watcher.on('all', tell);
  // chokidar drops what comes within 50 ms of the last event of a file, and with it the last line of two.
  watcher.on('raw', (_event, entry) => {
    if (typeof entry !== 'string' || entry === path.basename(folder) || counts(entry)) {
      tell();
    }
  });
  // Between the caller's reading and the first watch something may have been written.
  watcher.on('ready', tell);
  watcher.on('error', fail);
  return watcher;
}

/** Loaded with the first watch: rows come before watches. */
async function loadWatch(): Promise<Start> {
  return (await import('chokidar')).watch;
}
