/** The store of the tasks, loaded right after the start; it looks in the workspace's folders and in the person's own. */
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { openTasks } from '../../protocol/tasks/taskFolder.ts';
import { FolderWatcher } from '../kernel/folderWatcher.ts';
import { TaskStore } from './taskStore.ts';

type Listen = (listener: () => void) => Disposable;
type StorePorts = ConstructorParameters<typeof TaskStore>[0];

export interface TaskStorePorts extends Pick<StorePorts, 'files' | 'clock' | 'log' | 'canWrite'> {
  settings: { staleMinutes(): number; roots(): string[]; onDidChange: Listen };
  trust: { trusted(): boolean; onDidGrant: Listen };
  folders: { list(): string[]; onDidChange: Listen };
  /** Takes what ends with the extension. */
  life: { push(each: Disposable): void };
}

export function openTaskStore(ports: TaskStorePorts): TaskStore {
  const { files, clock, log, canWrite, settings, trust, folders, life } = ports;
  const store = new TaskStore({
    files,
    clock,
    log,
    watcher: new FolderWatcher(),
    open: (folder) => openTasks(folder),
    canWrite,
    trusted: trust.trusted,
    staleMinutes: settings.staleMinutes,
  });
  const tellFolders = () => store.setFolders({ workspace: folders.list(), settings: settings.roots() });
  life.push(folders.onDidChange(tellFolders));
  life.push(
    settings.onDidChange(() => {
      store.settingsChanged();
      tellFolders();
    }),
  );
  life.push(trust.onDidGrant(() => store.settingsChanged()));
  tellFolders();
  return store;
}
