/** The store of the tasks, loaded right after the start, and where it looks: the workspace's folders and the person's own. */
import { workspace } from 'vscode';
import type { Settings } from './host/settings.ts';
import type { Trust } from './host/trust.ts';
import type { CanWrite } from './protocol/files/canWrite.ts';
import type { Files } from './protocol/files/filesPort.ts';
import type { Clock } from './protocol/lib/clock.ts';
import type { Disposable } from './protocol/lib/disposables.ts';
import { DisposableList } from './protocol/lib/disposables.ts';
import type { Log } from './protocol/lib/log.ts';
import { openTasks as openFolder } from './protocol/tasks/taskFolder.ts';
import { FolderWatcher } from './workspace/kernel/folderWatcher.ts';
import { TaskStore } from './workspace/tasks/taskStore.ts';

/** `life`: takes what ends with the extension. */
export function openTasks(ports: {
  files: Files;
  clock: Clock;
  log: Log;
  canWrite: CanWrite;
  settings: Settings;
  trust: Trust;
  life: { push(each: Disposable): void };
}): TaskStore {
  const { files, clock, log, canWrite, settings, trust, life } = ports;
  const store = new TaskStore({
    files,
    clock,
    log,
    watcher: new FolderWatcher(),
    open: (folder) => openFolder(folder),
    canWrite,
    trusted: trust.trusted,
    staleMinutes: settings.staleMinutes,
  });
  const tellFolders = () =>
    store.setFolders({
      workspace: (workspace.workspaceFolders ?? [])
        .filter((folder) => folder.uri.scheme === 'file')
        .map((folder) => folder.uri.fsPath),
      settings: settings.roots(),
    });
  const list = new DisposableList();
  life.push(list);
  list.add(workspace.onDidChangeWorkspaceFolders(tellFolders));
  list.add(
    settings.onDidChange(() => {
      store.settingsChanged();
      tellFolders();
    }),
  );
  list.add(trust.onDidGrant(() => store.settingsChanged()));
  tellFolders();
  return store;
}
