/**
 * Keeps the stores looking where loops and tasks may be: the workspace's folders, the person's own roots, and what the
 * editor's own search and watcher report deeper down. Never a walk of ours.
 */
import { sep } from 'node:path';
import { CancellationTokenSource, type Memento, RelativePattern, workspace } from 'vscode';
import type { Clock } from '../protocol/lib/clock.ts';
import type { Disposable } from '../protocol/lib/disposables.ts';
import { DisposableList } from '../protocol/lib/disposables.ts';
import type { Log } from '../protocol/lib/log.ts';
import { onDidChangeWorkspaceFolders, workspaceFolders } from './folders.ts';
import type { Settings } from './settings.ts';
import type { SigningKey } from './signingKey.ts';
import type { Trust } from './trust.ts';

const DEEPER = '**/.loops/*/loop.json';
/** After the start and after a change of folders, so that what is known is shown first. */
const SEARCH_AFTER_MS = 1500;
const MOST_FOUND = 1000;
/** Where loops were found the last time: they are shown again before the search has run. */
const SEEN_BEFORE = 'found';

export interface DiscoveryPorts {
  /** The store of loops. */
  store: {
    setFolders(folders: { workspace: string[]; settings: string[]; found: string[] }): void;
    /** Something at this path may be another. */
    poke(path: string): void;
    settingsChanged(): void;
    refresh(): Promise<void>;
  };
  /** Gives the store of tasks once it is loaded. */
  tasks: { store(): Promise<{ refresh(): Promise<void> }> };
  signingKey: SigningKey;
  settings: Settings;
  trust: Trust;
  clock: Clock;
  log: Log;
  memory: Memento;
}

export class Discovery implements Disposable {
  readonly #ports: DiscoveryPorts;
  readonly #list = new DisposableList();
  #found = new Set<string>();
  #search: CancellationTokenSource | undefined;
  #timer: Disposable | undefined;

  constructor(ports: DiscoveryPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { store, tasks, signingKey, settings, trust, log, clock } = this.#ports;
    this.#list.add(settings.onDidChange(() => store.settingsChanged()));
    this.#list.add(trust.onDidGrant(() => store.settingsChanged()));
    this.#list.add(signingKey.onDidChange(() => store.settingsChanged()));
    // Nothing is read before the extension has started.
    this.#list.add(
      clock.setTimeout(() => {
        tasks.store().catch((failure: unknown) => log.error('Tasks could not be looked for.', failure));
        // The key first: lines that were read without it would be judged twice.
        signingKey
          .start()
          .catch((failure: unknown) => log.error('The key could not be read.', failure))
          .finally(() => this.#watch())
          .catch((failure: unknown) => log.error('Loops could not be looked for.', failure));
      }, 0),
    );
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
    this.#search?.cancel();
    this.#list.dispose();
  }

  #watch(): void {
    if (this.#list.disposed) return;
    const { store, settings } = this.#ports;
    const watcher = this.#list.add(workspace.createFileSystemWatcher(DEEPER));
    const report = (uri: { scheme: string; fsPath: string }) => {
      if (uri.scheme !== 'file') return;
      if (!this.#found.has(uri.fsPath)) {
        this.#found.add(uri.fsPath);
        this.#tell();
      }
      store.poke(uri.fsPath);
    };
    this.#list.add(watcher.onDidCreate(report));
    this.#list.add(watcher.onDidChange(report));
    this.#list.add(watcher.onDidDelete((uri) => store.poke(uri.fsPath)));
    this.#list.add(onDidChangeWorkspaceFolders(() => this.#foldersChanged()));
    this.#list.add(settings.onDidChange(() => this.#tell()));
    this.#foldersChanged();
  }

  /** Searches the workspace's folders again. */
  async #searchNow(): Promise<void> {
    this.#search?.cancel();
    const search = new CancellationTokenSource();
    this.#search = search;
    const found = new Set<string>();
    for (const folder of workspaceFolders()) {
      const pattern = new RelativePattern(folder, DEEPER);
      // null: neither the editor's nor the repository's excludes hide what agents wrote.
      const uris = await workspace.findFiles(pattern, null, MOST_FOUND, search.token);
      for (const uri of uris) found.add(uri.fsPath);
    }
    if (search.token.isCancellationRequested) return;
    this.#ports.log.info(`Search: ${found.size} loop.json found in the workspace's folders.`);
    this.#found = found;
    this.#tell();
    await this.#ports.memory.update(SEEN_BEFORE, [...found]);
  }

  #foldersChanged(): void {
    const { memory, clock, log } = this.#ports;
    this.#found = new Set(memory.get<string[]>(SEEN_BEFORE, []).filter(isInWorkspace));
    this.#tell();
    this.#timer?.dispose();
    this.#timer = clock.setTimeout(() => {
      this.#searchNow().catch((failure: unknown) => log.error('The search for loops failed.', failure));
    }, SEARCH_AFTER_MS);
  }

  #tell(): void {
    this.#ports.store.setFolders({
      workspace: workspaceFolders(),
      settings: this.#ports.settings.roots(),
      found: [...this.#found],
    });
  }
}

function isInWorkspace(path: string): boolean {
  return workspaceFolders().some((folder) => path.startsWith(`${folder}${sep}`));
}
