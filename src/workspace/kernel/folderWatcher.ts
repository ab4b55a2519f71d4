import { existsSync, watch } from 'node:fs';
import * as path from 'node:path';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { checkMount, type TypeOf, typeOfMount } from './mounts.ts';
import type { Watched, Watcher } from './watcher.ts';

/**
 * Watches through the system by one watch a folder, however many files are in it, and says which entry changed. Of a folder
 * that is replaced or deleted it hears no more: whoever watches looks at the folder's identity.
 */
export class FolderWatcher implements Watcher {
  readonly #start: typeof watch;
  readonly #typeOf: TypeOf;

  /** `start` and `typeOf`: the system's own, but in tests of what only few machines show. */
  constructor(start: typeof watch = watch, typeOf: TypeOf = typeOfMount) {
    this.#start = start;
    this.#typeOf = typeOf;
  }

  watch({ folder, names, changed, failed }: Watched): Disposable {
    let over = false;
    let close = (): void => undefined;
    const fail = (error: unknown): void => {
      if (over) return;
      over = true;
      close();
      // Windows says EPERM of a folder that is deleted while it is watched.
      if (existsSync(folder)) failed(error);
      else changed(null);
    };
    try {
      const watcher = this.#start(folder, { persistent: false }, (_event, name) => {
        if (over) return;
        // So the system names the folder itself, once it is deleted or moved away.
        const entry = name === path.basename(folder) ? null : name;
        if (names === null || entry === null || names.includes(entry)) changed(entry);
      });
      close = () => watcher.close();
      watcher.on('error', fail);
    } catch (error) {
      queueMicrotask(() => fail(error));
    }
    checkMount(folder, this.#typeOf, fail);
    return {
      dispose: () => {
        if (over) return;
        over = true;
        close();
      },
    };
  }
}
