/**
 * Where the store looks for loops: the workspace's folders, the person's own roots, and what the editor's own search and
 * watcher report deeper down. Never a walk of ours.
 */
import { sep } from 'node:path';
import { CancellationTokenSource, type Disposable, type Memento, RelativePattern, workspace } from 'vscode';
import type { Settings } from '../../host/settings.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { LoopStore } from '../../workspace/loops/loopStore.ts';

const DEEPER = '**/.loops/*/loop.json';
/** After the start and after a change of folders, so that what is known is shown first. */
const SEARCH_AFTER_MS = 1500;
const MOST_FOUND = 1000;
/** Where loops were found the last time: they are shown again before the search has run. */
const SEEN_BEFORE = 'found';

export class FolderFinder implements Disposable {
  readonly #store: Pick<LoopStore, 'setFolders' | 'poke'>;
  readonly #settings: Settings;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #memory: Memento;
  readonly #disposables: { dispose(): void }[] = [];
  #found = new Set<string>();
  #search: CancellationTokenSource | undefined;
  #timer: { dispose(): void } | undefined;

  constructor(
    store: Pick<LoopStore, 'setFolders' | 'poke'>,
    ports: { settings: Settings; clock: Clock; log: Log; memory: Memento },
  ) {
    this.#store = store;
    this.#settings = ports.settings;
    this.#clock = ports.clock;
    this.#log = ports.log;
    this.#memory = ports.memory;
  }

  start(): void {
    const watcher = workspace.createFileSystemWatcher(DEEPER);
    const report = (uri: { scheme: string; fsPath: string }) => {
      if (uri.scheme !== 'file') return;
      if (!this.#found.has(uri.fsPath)) {
        this.#found.add(uri.fsPath);
        this.#tell();
      }
      this.#store.poke(uri.fsPath);
    };
    this.#disposables.push(
      watcher,
      watcher.onDidCreate(report),
      watcher.onDidChange(report),
      watcher.onDidDelete((uri) => this.#store.poke(uri.fsPath)),
      workspace.onDidChangeWorkspaceFolders(() => this.#foldersChanged()),
      this.#settings.onDidChange(() => this.#tell()),
    );
    this.#foldersChanged();
  }

  /** Searches the workspace's folders again. */
  async search(): Promise<void> {
    this.#search?.cancel();
    const search = new CancellationTokenSource();
    this.#search = search;
    const found = new Set<string>();
    for (const folder of workspace.workspaceFolders ?? []) {
      if (folder.uri.scheme !== 'file') continue;
      const pattern = new RelativePattern(folder, DEEPER);
      // null: neither the editor's nor the repository's excludes hide what agents wrote.
      const uris = await workspace.findFiles(pattern, null, MOST_FOUND, search.token);
      for (const uri of uris) found.add(uri.fsPath);
    }
    if (search.token.isCancellationRequested) return;
    this.#log.info(`Search: ${found.size} loop.json found in the workspace's folders.`);
    this.#found = found;
    this.#tell();
    await this.#memory.update(SEEN_BEFORE, [...found]);
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#search?.cancel();
    for (const each of this.#disposables) each.dispose();
  }

  #foldersChanged(): void {
    this.#found = new Set(this.#memory.get<string[]>(SEEN_BEFORE, []).filter(isInWorkspace));
    this.#tell();
    this.#timer?.dispose();
    this.#timer = this.#clock.setTimeout(() => {
      this.search().catch((failure: unknown) => this.#log.error('The search for loops failed.', failure));
    }, SEARCH_AFTER_MS);
  }

  #tell(): void {
    const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
    this.#store.setFolders({
      workspace: folders.map((folder) => folder.uri.fsPath),
      settings: this.#settings.roots(),
      found: [...this.#found],
    });
  }
}

function isInWorkspace(path: string): boolean {
  return (workspace.workspaceFolders ?? []).some((folder) => path.startsWith(`${folder.uri.fsPath}${sep}`));
}
