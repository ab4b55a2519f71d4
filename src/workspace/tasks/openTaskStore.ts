/** The store of the tasks, loaded right after the start; it looks in the workspace's folders and in the person's own. */
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { openTasks } from '../../protocol/tasks/taskFolder.ts';
import { FolderWatcher } from '../kernel/folderWatcher.ts';
import { keepTold, type Surroundings } from '../kernel/surroundings.ts';
import { TaskStore, type TaskStorePorts } from './taskStore.ts';

export interface OpenTaskStorePorts
  extends Surroundings,
    Pick<TaskStorePorts, 'files' | 'clock' | 'log' | 'canWrite'> {
  settings: Surroundings['settings'] & { staleMinutes(): number };
  trust: Surroundings['trust'] & { trusted(): boolean };
  /** Takes what ends with the extension. */
  life: { push(each: Disposable): void };
}

export function openTaskStore(ports: OpenTaskStorePorts): TaskStore {
  const { files, clock, log, canWrite, settings, trust, life } = ports;
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
  life.push(keepTold(store, ports));
  return store;
}
