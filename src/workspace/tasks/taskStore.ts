/** The one source of what is shown of tasks. Reads through the protocol, writes only by `act`. */
import * as path from 'node:path';
import { type Result, refuse } from '../../protocol/lib/result.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import { ownRoots } from '../kernel/place.ts';
import { Source, type SourcePorts } from '../kernel/source.ts';
import type { Found, System } from '../kernel/system.ts';
import { listRoot, signRoot } from './listRoot.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';
import { noteTouched } from './touchedTasks.ts';
import { WorkspaceReader, type WorkspaceReaderPorts } from './workspaceReader.ts';

/** `watcher`: of folders, one watch each, however many files are in it. */
export type TaskStorePorts = SourcePorts & WorkspaceReaderPorts;

export class TaskStore extends Source<Found, TaskWorkspace, WorkspaceReader> {
  constructor(ports: TaskStorePorts) {
    super(ports, taskSystem(ports));
  }

  /** In the order in which they were found: the workspace's, then the setting's. The same array until something changes. */
  workspaces(): readonly TaskWorkspace[] {
    return this.values();
  }

  /**
   * The only way to write. Refused before anything runs: `restricted`, `outside` (args.folder), `read-only` (args.path),
   * `gone` where the workspace is not known any more. Resolves once the store shows what `run` left; `run` may act on many
   * tasks.
   */
  async act<T>(key: string, run: (folder: TaskFolder) => Promise<Result<T>>): Promise<Result<T>> {
    const entry = this.entryOf(key);
    if (entry === undefined) {
      return refuse('gone', 'The task workspace is not there any more.', { foundIn: null });
    }
    const { reader } = entry;
    const writable = await reader.writableNow(entry.of);
    if (!writable.ok) return refuse(writable.code, 'Nothing may be written here.', writable.args);
    const { folder, touched } = noteTouched(reader.tasks);
    try {
      return await run(folder);
    } finally {
      const files = touched();
      for (const file of files) reader.touched(file);
      if (files.length > 0) await this.readNow(key);
    }
  }

  /** Files (relative, with `/`) whose rows are on screen: they are stat'ed every 60 s. */
  shown(key: string, files: readonly string[]): void {
    this.entryOf(key)?.reader.shown(files);
  }
}

function taskSystem(ports: TaskStorePorts): System<Found, TaskWorkspace, WorkspaceReader> {
  const { files } = ports;
  return {
    things: 'tasks',
    roots: async (folders) => ownRoots(folders),
    list: (place, known) => listRoot(files, place.folder, known),
    sign: (place) => signRoot(files, place.folder),
    placeOf: (file) => path.resolve(file),
    open: (found, watches) => new WorkspaceReader(found, watches, ports),
    // The folders of a workspace are made one after the other; a root in which much happens is looked through rarely.
    listSpacing: { gather: 300, between: 5000 },
    // Both folders of a move are told of within 5 ms of each other.
    readSpacing: { gather: 5, between: 100 },
    watchesTellFirst: false,
  };
}
