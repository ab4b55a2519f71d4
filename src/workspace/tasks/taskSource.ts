/** Task workspaces for whatever is there from the start: empty until the store, which is large, has been loaded. */

import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { Result } from '../../protocol/lib/result.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import type { SourceChange } from '../kernel/changeBatch.ts';
import type { Place } from '../kernel/place.ts';
import type { TaskStore } from './taskStore.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';

export class TaskSource implements Disposable {
  readonly onDidChange: (listener: (change: SourceChange) => void) => Disposable;
  /** The store was loaded, and has read what it knew of then. */
  readonly ready: Promise<void>;
  readonly #load: () => Promise<TaskStore>;
  readonly #changes: Emitter<SourceChange>;
  readonly #isReady: () => void;
  #store: TaskStore | null = null;
  #loading: Promise<TaskStore> | null = null;
  #disposed = false;

  constructor(load: () => Promise<TaskStore>, log: Log) {
    this.#load = load;
    this.#changes = new Emitter((error) => log.error('A listener of the tasks failed.', error));
    this.onDidChange = this.#changes.event;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#isReady = resolve;
  }

  workspaces(): readonly TaskWorkspace[] {
    return this.#store?.workspaces() ?? [];
  }

  get(key: string): TaskWorkspace | undefined {
    return this.#store?.get(key);
  }

  places(): readonly Place[] {
    return this.#store?.places() ?? [];
  }

  /** Something is being looked for or read. */
  get busy(): boolean {
    return this.#store === null ? this.#loading !== null : this.#store.busy;
  }

  /** Loads the store once; where that fails, the next call tries again. */
  store(): Promise<TaskStore> {
    this.#loading ??= this.#loadNow();
    return this.#loading;
  }

  /** As `TaskStore.act`. */
  async act<T>(key: string, run: (folder: TaskFolder) => Promise<Result<T>>): Promise<Result<T>> {
    return (await this.store()).act(key, run);
  }

  dispose(): void {
    this.#disposed = true;
    this.#store?.dispose();
    this.#changes.dispose();
    this.#isReady();
  }

  async #loadNow(): Promise<TaskStore> {
    try {
      const store = await this.#load();
      this.#store = store;
      store.onDidChange((change) => this.#changes.fire(change));
      void store.ready.then(this.#isReady);
      if (this.#disposed) store.dispose();
      return store;
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }
}
