import type { Result } from '../../protocol/result.ts';
import type { TaskFolder } from '../../protocol/tasks/model.ts';
import type { Disposable } from '../ports.ts';
import type { TaskChange, TaskFolders, TaskPlace, TaskWorkspace } from './taskWorkspace.ts';

/** The one source of what is shown of tasks. Reads through the protocol, writes only by `act`. */
export interface TaskStore extends Disposable {
  /** The known roots were looked at and the workspaces in them read once. */
  readonly ready: Promise<void>;
  readonly onDidChange: (listener: (change: TaskChange) => void) => Disposable;
  /** Something is being looked for or read: a view may show that. */
  readonly busy: boolean;
  /** In the order in which they were found: the workspace's, then the setting's. The same array until something changes. */
  workspaces(): readonly TaskWorkspace[];
  get(key: string): TaskWorkspace | undefined;
  places(): readonly TaskPlace[];
  setFolders(folders: TaskFolders): void;
  /** Looks for workspaces and reads everything again; tries anew to watch where it failed. */
  refresh(): Promise<void>;
  /** Something at this path was just written, or VS Code's watcher reported it: look now. */
  poke(file: string): void;
  /** The stale time or trust may have changed. */
  settingsChanged(): void;
  /**
   * The only way to write. Refused before anything runs: `restricted`, `outside`, `read-only` (args.path), `gone` where the
   * workspace is not known any more. Resolves once the store shows what `run` left. `run` may act on many tasks.
   */
  act<T>(key: string, run: (folder: TaskFolder) => Promise<Result<T>>): Promise<Result<T>>;
  /** Files (relative, with `/`) whose rows are on screen: they are stat'ed every 60 s. */
  shown(key: string, files: readonly string[]): void;
}
