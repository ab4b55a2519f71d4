/** What other programs get: the contract's names, bundled alone to dist/protocol.mjs with its types beside it. */

import type { Problem, Result } from './lib/result.ts';
import type { LoopEvent } from './loops/eventDefinitions.ts';
import type { InboxEntry } from './loops/inboxEntry.ts';
import { InboxWriter } from './loops/inboxWriter.ts';
import type { OpenLoop, ReadOptions, Reply, WriteOptions } from './loops/loopOptions.ts';
import type { LoopSnapshot } from './loops/loopSnapshot.ts';
import type { Manifest } from './loops/manifest.ts';
import { parseEvent } from './loops/parseEvent.ts';
import { parseInboxEntry } from './loops/parseInboxEntry.ts';
import { parseManifest } from './loops/parseManifest.ts';
import { QuickEvents } from './loops/quickEvent.ts';
import { LoopReader, readLoop } from './loops/reader.ts';
import { canonical, verify } from './loops/signing.ts';
import { validateLoops } from './loops/validateLoops.ts';
import { initializeTasks } from './tasks/initialize.ts';
import { openTasks } from './tasks/taskFolder.ts';
import type { TaskFolder, TaskOptions } from './tasks/taskModel.ts';

export interface Loops {
  parseEvent(line: string): { ok: true; event: LoopEvent } | { ok: false; message: string };
  parseManifest(
    text: string,
  ):
    | { ok: true; manifest: Manifest; edges: [string, string][] }
    | { ok: false; problems: { path: string; message: string }[] };
  parseInboxEntry(line: string): { ok: true; entry: InboxEntry } | { ok: false; message: string };
  /** Whether the person's key signed this line for this loop; null without a key. */
  verify(line: string, key: Uint8Array | null, loopId: string): true | false | null;
  /** The text that a signature is made over: without `sig`, and without what is undefined. */
  canonical(entry: object): string;
  /** One look at `<repository>/.loops/<id>`. */
  read(folder: string, options?: ReadOptions): Promise<LoopSnapshot>;
  open(folder: string, options?: ReadOptions): OpenLoop;
  /**
   * Codes of a refusal: answered withdrawn expired asked-again not-newest would-answer gone unreadable bad-key link
   * invalid-text too-large busy io.
   */
  reply(folder: string, reply: Reply, options: WriteOptions): Promise<Result<InboxEntry>>;
  stop(folder: string, options: WriteOptions & { id?: string }): Promise<Result<InboxEntry>>;
  /** Problems of a repository, a `.loops` folder or one loop; files are relative to `path`. */
  validate(path: string): Promise<Problem[]>;
}

/** Of the program that loads this: what it is not sure to have written, it must know when it tries again. */
const writer = new InboxWriter();
const quick = new QuickEvents();

export const loops: Loops = {
  parseEvent: (line) => parseEvent(line, quick),
  parseManifest,
  parseInboxEntry,
  verify,
  canonical,
  read: readLoop,
  open: (folder, options) => new LoopReader(folder, options),
  reply: (folder, request, options) => writer.reply(folder, request, options),
  stop: (folder, options) => writer.stop(folder, options),
  validate: (path) => validateLoops(path),
};

export interface Tasks {
  /** A folder with `inbox active done failed blocked feedback agents`. Nothing is read, made or watched until it is asked for. */
  open(folder: string, options?: TaskOptions): TaskFolder;
  /**
   * Makes those of the seven folders that are not there, in a folder that is; their names. Refused, nothing made: `exists`
   * {folder} where a file has such a name, `link` {file}, `gone`, `io`.
   */
  initialize(folder: string): Promise<Result<string[]>>;
}

export const tasks: Tasks = {
  open: (folder, options) => openTasks(folder, options),
  initialize: (folder) => initializeTasks(folder),
};

export type * from './lib/result.ts';
export type * from './loops/eventDefinitions.ts';
export type * from './loops/inboxEntry.ts';
export type * from './loops/loopOptions.ts';
export type * from './loops/loopSnapshot.ts';
export type * from './loops/manifest.ts';
export type * from './tasks/taskModel.ts';
