/** The store of the tasks, loaded right after the start, and where it looks: the workspace's folders and the person's own. */
import { workspace } from 'vscode';
import { DisposableList } from '../workspace/disposables.ts';
import { Emitter } from '../workspace/emitter.ts';
import type { Disposable } from '../workspace/ports.ts';
import type { TaskStore } from '../workspace/tasks/taskStore.ts';
import type { TaskChange } from '../workspace/tasks/taskWorkspace.ts';
import type { Settings } from './settings.ts';
import type { Trust } from './trust.ts';

/** `life`: takes what ends with the extension. */
export function openTasks(ports: {
  settings: Settings;
  trust: Trust;
  life: { push(each: Disposable): void };
}): TaskStore {
  const { settings, trust, life } = ports;
  const store = noTasks();
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

/** Stands in until the real one is there. */
function noTasks(): TaskStore {
  const changes = new Emitter<TaskChange>();
  return {
    ready: Promise.resolve(),
    onDidChange: changes.event,
    busy: false,
    workspaces: () => [],
    get: () => undefined,
    places: () => [],
    setFolders: () => undefined,
    refresh: async () => undefined,
    poke: () => undefined,
    settingsChanged: () => undefined,
    act: async () => ({ ok: false, code: 'gone', message: 'No tasks are known.', args: {} }),
    shown: () => undefined,
    dispose: () => changes.dispose(),
  };
}
