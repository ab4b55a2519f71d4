/**
 * Keeps the sources looking where loops and tasks may be: the workspace's folders, the person's own roots, and what the
 * editor's own search and watcher tell of deeper down. Never a walk of ours.
 */
import { isInside } from '../protocol/files/safePath.ts';
import type { Clock } from '../protocol/lib/clock.ts';
import { type Disposable, DisposableList } from '../protocol/lib/disposables.ts';
import type { Log } from '../protocol/lib/log.ts';
import { keepTold, type Listen, type Surroundings, type Told } from './kernel/surroundings.ts';
import { LOOP_FILES } from './loops/loopPlaces.ts';

export interface DiscoveryPorts extends Surroundings {
  folders: Surroundings['folders'] & {
    /** Paths of the files of this pattern in these folders, whatever is excluded; what comes after an abort is of no use. */
    search(pattern: string, signal: AbortSignal): Promise<string[]>;
    /** A file of this pattern came or changed, or it is no more `there`. */
    watch(pattern: string, listener: (file: string, there: boolean) => void): Disposable;
  };
  /** The store of loops. */
  store: Told & { poke(file: string): void; refresh(): Promise<void> };
  /** Gives the store of tasks once it is loaded. */
  tasks: { store(): Promise<{ refresh(): Promise<void> }> };
  signingKey: { start(): Promise<void>; look(): Promise<void>; onDidChange: Listen };
  clock: Clock;
  log: Log;
  memory: { get<T>(name: string, otherwise: T): T; update(name: string, value: unknown): PromiseLike<void> };
}

/** After the start and after a change of folders, in milliseconds, so that what is known is shown first. */
const searchAfter = 1500;
/** Where loops were found the last time: they are shown again before the search has run. */
const SEEN_BEFORE = 'found';

export class Discovery implements Disposable {
  readonly #ports: DiscoveryPorts;
  readonly #list = new DisposableList();
  #found = new Set<string>();
  #tell = (): void => undefined;
  #search: AbortController | null = null;
  #timer: Disposable | null = null;

  constructor(ports: DiscoveryPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { tasks, signingKey, log, clock } = this.#ports;
    // Nothing is read before the extension has started.
    const begin = clock.setTimeout(() => {
      tasks.store().catch((failure: unknown) => log.error('Tasks could not be looked for.', failure));
      // The key first: the signatures of lines that were read without it would be checked twice.
      signingKey
        .start()
        .catch((failure: unknown) => log.error('The key could not be read.', failure))
        .finally(() => this.#follow())
        .catch((failure: unknown) => log.error('Loops could not be looked for.', failure));
    }, 0);
    this.#list.add(begin);
  }

  /** Looks at everything anew, on the person's word. */
  async refresh(): Promise<void> {
    const { store, tasks, signingKey } = this.#ports;
    await signingKey.look();
    const refreshTasks = async () => (await tasks.store()).refresh();
    await Promise.all([store.refresh(), this.#searchNow(), refreshTasks()]);
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#search?.abort();
    this.#list.dispose();
  }

  #follow(): void {
    if (this.#list.disposed) return;
    const { store, folders, signingKey } = this.#ports;
    this.#list.add(signingKey.onDidChange(() => store.settingsChanged()));
    this.#list.add(folders.watch(LOOP_FILES, (file, there) => this.#report(file, there)));
    this.#list.add(folders.onDidChange(() => this.#remember()));
    this.#remember();
    const told = this.#list.add(keepTold(store, this.#ports, () => [...this.#found]));
    this.#tell = told.tell;
  }

  #report(file: string, there: boolean): void {
    if (there && !this.#found.has(file)) {
      this.#found.add(file);
      this.#tell();
    }
    this.#ports.store.poke(file);
  }

  /** Until the search has run, loops are where they were the last time. */
  #remember(): void {
    const { memory, folders, clock, log } = this.#ports;
    const known = folders.list();
    const seen = memory.get<string[]>(SEEN_BEFORE, []);
    this.#found = new Set(seen.filter((file) => known.some((folder) => isInside(folder, file))));
    this.#timer?.dispose();
    this.#timer = clock.setTimeout(() => {
      this.#searchNow().catch((failure: unknown) => log.error('The search for loops failed.', failure));
    }, searchAfter);
  }

  /** Searches the workspace's folders again; a search that still runs is given up. */
  async #searchNow(): Promise<void> {
    const { folders, log, memory } = this.#ports;
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    const found = await folders.search(LOOP_FILES, search.signal);
    if (search.signal.aborted) return;
    log.info(`Search: ${found.length} loop.json found in the workspace's folders.`);
    this.#found = new Set(found);
    this.#tell();
    await memory.update(SEEN_BEFORE, found);
  }
}
