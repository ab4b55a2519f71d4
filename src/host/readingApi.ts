/** What other extensions get: the protocol module's reading, and none of its writing. */
import type { Loops } from '../protocol/index.ts';
import { parseEvent } from '../protocol/loops/parseEvent.ts';
import { parseInboxEntry } from '../protocol/loops/parseInboxEntry.ts';
import { parseManifest } from '../protocol/loops/parseManifest.ts';
import { LoopReader, readLoop } from '../protocol/loops/reader.ts';
import { verify } from '../protocol/loops/signing.ts';
import { validateLoops } from '../protocol/loops/validateLoops.ts';
import type { TaskFolder } from '../protocol/tasks/taskModel.ts';

export type LoopReading = Pick<
  Loops,
  'parseEvent' | 'parseManifest' | 'parseInboxEntry' | 'verify' | 'read' | 'open' | 'validate'
>;

/** A task workspace without its acts. */
export type TaskReader = Pick<TaskFolder, 'scan' | 'list' | 'get' | 'stats'>;

export interface ReadingApi {
  apiVersion: 1;
  loops: LoopReading;
  tasks: { open(folder: string): TaskReader };
}

/** The protocol of tasks is loaded with the first call that reads. */
function openTasks(folder: string): TaskReader {
  let opened: Promise<TaskReader> | undefined;
  const reader = (): Promise<TaskReader> => {
    opened ??= import('../protocol/tasks/taskFolder.ts').then((module) => module.openTasks(folder));
    return opened;
  };
  return Object.freeze({
    scan: async () => (await reader()).scan(),
    list: async (...given: Parameters<TaskReader['list']>) => (await reader()).list(...given),
    get: async (id: string) => (await reader()).get(id),
    stats: async () => (await reader()).stats(),
  });
}

const loops: LoopReading = {
  parseEvent,
  parseManifest,
  parseInboxEntry,
  verify,
  read: readLoop,
  open: (folder, options) => new LoopReader(folder, options),
  validate: (path) => validateLoops(path),
};

export const readingApi: ReadingApi = Object.freeze({
  apiVersion: 1,
  loops: Object.freeze(loops),
  tasks: Object.freeze({ open: openTasks }),
});
