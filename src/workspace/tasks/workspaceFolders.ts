/** The seven folders of a workspace as the system shows them, and the watches on them. */
import * as path from 'node:path';
import { errnoOf, meansGone } from '../../protocol/files/errno.ts';
import type { FileStat, Files } from '../../protocol/files/filesPort.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { AGENTS_FOLDER } from '../../protocol/tasks/taskNames.ts';
import type { Watcher } from '../kernel/watcher.ts';
import { WORKSPACE_FOLDERS } from './discoverWorkspaces.ts';

/** A change that follows another within this time may leave the same time on the folder. */
const freshMs = 2000;
const OWN = '';

export interface FolderPorts {
  files: Files;
  clock: Clock;
  watcher: Watcher;
  /** An entry of this folder changed; null: it does not say which, or it is the folder itself. */
  changed: (folder: string, name: string | null) => void;
  failed: (error: unknown) => void;
}

/** null: not there. A string: the errno for which nobody can tell. */
type Looked = FileStat | string | null;

export interface Armed {
  /** These are others than before, or new, or gone: all is to be read again. */
  replaced: string[];
  /** Not one task folder is there. */
  empty: boolean;
  /** Some could not be looked at, for this reason; they count as they were before. */
  errno: string | null;
}

export class WorkspaceFolders implements Disposable {
  readonly #root: string;
  readonly #ports: FolderPorts;
  readonly #watches = new Map<string, { identity: string; watch: Disposable }>();
  #identities = new Map<string, string>();
  readonly #signatures = new Map<string, string>();
  #polling = false;
  #disposed = false;

  constructor(root: string, ports: FolderPorts) {
    this.#root = root;
    this.#ports = ports;
  }

  /**
   * Looks at each and watches those that are not watched yet. Of those that are read next, what it saw is what `stale`
   * compares with.
   */
  async arm(read: ReadonlySet<string> | 'all'): Promise<Armed> {
    const stats = await this.#stats();
    const replaced: string[] = [];
    const identities = new Map<string, string>();
    let errno: string | null = null;
    for (const [name, stat] of stats) {
      if (typeof stat === 'string') {
        errno = stat;
        identities.set(name, this.#identities.get(name) ?? '');
        continue;
      }
      const identity = stat === null ? '' : `${stat.dev}:${stat.ino}`;
      identities.set(name, identity);
      if (this.#identities.get(name) !== identity && name !== OWN) replaced.push(name);
      this.#watch(name, identity);
    }
    this.#identities = identities;
    this.#sign(stats, read === 'all' || replaced.length > 0 ? stats : read);
    const tasks = [...stats].filter(([name]) => name !== OWN && name !== AGENTS_FOLDER);
    return { replaced, empty: tasks.every(([, stat]) => stat === null), errno };
  }

  /** Folders that changed since `arm`, by a look at each. */
  async stale(): Promise<string[]> {
    return this.#differing(await this.#stats());
  }

  /** Which of the seven are there, as `arm` saw it. */
  present(): string[] {
    return WORKSPACE_FOLDERS.filter((name) => (this.#identities.get(name) ?? '') !== '');
  }

  /** No watches from now on. */
  poll(): void {
    this.#polling = true;
    this.#unwatch();
  }

  /** Watches again from the next `arm` on. */
  tryAgain(): void {
    this.#polling = false;
    this.#unwatch();
  }

  dispose(): void {
    this.#disposed = true;
    this.#unwatch();
  }

  #unwatch(): void {
    for (const { watch } of this.#watches.values()) watch.dispose();
    this.#watches.clear();
  }

  /** To be watched anew, and read as a whole. */
  #forget(names: readonly string[]): void {
    for (const name of names) {
      this.#identities.delete(name);
      this.#watches.get(name)?.watch.dispose();
      this.#watches.delete(name);
    }
  }

  #watch(name: string, identity: string): void {
    const held = this.#watches.get(name);
    if (held !== undefined && held.identity !== identity) {
      held.watch.dispose();
      this.#watches.delete(name);
    }
    if (identity === '' || this.#polling || this.#disposed || this.#watches.has(name)) return;
    const watch = this.#ports.watcher.watch({
      folder: path.join(this.#root, name),
      names: name === OWN ? WORKSPACE_FOLDERS : null,
      changed: (entry) => {
        // A new folder may have the number of the one that was deleted before it, and its watch hears no more.
        if (name === OWN) this.#forget(entry === null ? [OWN, ...WORKSPACE_FOLDERS] : [entry]);
        else if (entry === null) this.#forget([name]);
        if (name === OWN) this.#ports.changed(entry ?? WORKSPACE_FOLDERS[0] ?? '', null);
        else this.#ports.changed(name, entry);
      },
      failed: (error) => this.#ports.failed(error),
    });
    this.#watches.set(name, { identity, watch });
  }

  async #stats(): Promise<Map<string, Looked>> {
    const names = [OWN, ...WORKSPACE_FOLDERS];
    const stats = await Promise.all(names.map((name) => this.#stat(name)));
    return new Map(names.map((name, index) => [name, stats[index] ?? null]));
  }

  async #stat(name: string): Promise<Looked> {
    try {
      const stat = await this.#ports.files.stat(path.join(this.#root, name));
      return stat.kind === 'directory' ? stat : null;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      return meansGone(errno) ? null : errno;
    }
  }

  #differing(stats: ReadonlyMap<string, Looked>): string[] {
    return WORKSPACE_FOLDERS.filter(
      (name) => this.#signatures.get(name) !== signatureOf(stats.get(name) ?? null),
    );
  }

  #sign(stats: ReadonlyMap<string, Looked>, read: { has(name: string): boolean }): void {
    for (const [name, stat] of stats) {
      if (!read.has(name)) continue;
      const fresh =
        this.#polling &&
        stat !== null &&
        typeof stat !== 'string' &&
        Math.abs(this.#ports.clock.now() - stat.mtimeMs) < freshMs;
      this.#signatures.set(name, fresh ? 'fresh' : signatureOf(stat));
    }
  }
}

/** No time is like that of a folder that could not be looked at: it is read again. */
function signatureOf(stat: Looked): string {
  if (typeof stat === 'string') return `${stat} ${Math.random()}`;
  return stat === null ? '' : `${stat.dev}:${stat.ino}:${stat.mtimeMs}:${stat.ctimeMs}`;
}
