/** The workspace's folders that are on this machine, and what the editor finds in them. */
import { CancellationTokenSource, Disposable, RelativePattern, workspace } from 'vscode';

const MOST_FOUND = 1000;

function workspaceFolders(): string[] {
  return (workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === 'file')
    .map((folder) => folder.uri.fsPath);
}

/** Paths of files of this pattern, at most a thousand a folder. */
async function searchFolders(pattern: string, signal: AbortSignal): Promise<string[]> {
  const cancel = new CancellationTokenSource();
  signal.addEventListener('abort', () => cancel.cancel(), { once: true });
  const found = new Set<string>();
  for (const folder of workspaceFolders()) {
    // null: neither the editor's nor the repository's excludes hide what agents wrote.
    const within = new RelativePattern(folder, pattern);
    const uris = await workspace.findFiles(within, null, MOST_FOUND, cancel.token);
    for (const uri of uris) found.add(uri.fsPath);
  }
  return [...found];
}

/** Tells of files of this pattern that come, change or go (then not `there`). */
function watchFolders(pattern: string, listener: (file: string, there: boolean) => void): Disposable {
  const watcher = workspace.createFileSystemWatcher(pattern);
  const report = (uri: { scheme: string; fsPath: string }): void => {
    if (uri.scheme === 'file') listener(uri.fsPath, true);
  };
  return Disposable.from(
    watcher,
    watcher.onDidCreate(report),
    watcher.onDidChange(report),
    watcher.onDidDelete((uri) => listener(uri.fsPath, false)),
  );
}

export const folders = {
  list: workspaceFolders,
  onDidChange: (listener: () => void): Disposable => workspace.onDidChangeWorkspaceFolders(() => listener()),
  search: searchFolders,
  watch: watchFolders,
};
