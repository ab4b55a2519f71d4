/** Reading one loop's folder on and on: its three files, folded. */
import * as path from 'node:path';
import { errnoOf, unreachedBy } from '../files/errno.ts';
import { type Files, nodeFiles } from '../files/filesPort.ts';
import { isInside } from '../files/safePath.ts';
import { Tail, type TailState } from '../files/tail.ts';
import type { Pace } from '../lib/pace.ts';
import type { Problem } from '../lib/result.ts';
import type { Micros } from '../lib/time.ts';
import { EventLog } from './eventLog.ts';
import { LoopFold } from './fold.ts';
import type { FoldEntry } from './inboxEntry.ts';
import { InboxLog } from './inboxLog.ts';
import { readKey } from './key.ts';
import { type LongLines, longLines } from './longLines.ts';
import { EVENTS_FILE, INBOX_FILE, LOOPS_FOLDER } from './loopFiles.ts';
import type { OpenLoop, ReadOptions } from './loopOptions.ts';
import type { LoopSnapshot } from './loopSnapshot.ts';
import { ManifestReader } from './manifestReader.ts';
import { fileProblem } from './problems.ts';

const STALL_MINUTES = 30;

/** A loop that is kept open, and read by what the person sets meanwhile. */
export interface AdjustableLoop extends OpenLoop {
  /** Every inbox line is checked anew with the next refresh. */
  setKey(key: Uint8Array | null): void;
  setStallMinutes(minutes: number): void;
}

export interface ReaderPorts {
  files?: Files;
  pace?: Pace;
  longLines?: LongLines;
  /** Called once nobody uses the reader any more. */
  closed?: () => void;
}

export class LoopReader implements AdjustableLoop {
  readonly folder: string;
  readonly id: string;
  readonly #files: Files;
  readonly #events: Tail;
  readonly #inbox: Tail;
  readonly #manifest: ManifestReader;
  readonly #eventLog: EventLog;
  readonly #inboxLog: InboxLog;
  #fold: LoopFold;
  /** undefined: the machine's. */
  #key: Uint8Array | null | undefined;
  #stallMinutes: number;
  #now: Date | undefined;
  #running: Promise<boolean> | null = null;
  /** How many have it open. */
  #users = 1;
  readonly #whenClosed: () => void;
  /** The last snapshot that was whole: given out while a read is half applied. */
  #last: LoopSnapshot | null = null;
  #folderProblem: Problem | null = null;
  #fileProblems: Problem[] = [];
  #problems: readonly Problem[];

  constructor(folder: string, options: ReadOptions = {}, ports: ReaderPorts = {}) {
    const { files = nodeFiles } = ports;
    const shared = { files, longLines: ports.longLines ?? longLines };
    const tailPorts = ports.pace ? { files, pace: ports.pace } : { files };
    this.folder = path.resolve(folder);
    this.id = path.basename(this.folder);
    this.#files = files;
    this.#whenClosed = ports.closed ?? (() => undefined);
    this.#events = new Tail(path.join(this.folder, EVENTS_FILE), tailPorts);
    this.#inbox = new Tail(path.join(this.folder, INBOX_FILE), tailPorts);
    this.#manifest = new ManifestReader(this.folder, shared);
    this.#problems = this.#manifest.state.problems;
    this.#fold = new LoopFold(this.id);
    this.#eventLog = new EventLog({
      longLines: shared.longLines,
      restart: () => this.#foldAnew(),
      add: (event, offset) => this.#fold.addEvent(event, offset),
    });
    this.#inboxLog = new InboxLog(this.id, shared.longLines);
    this.#key = options.key;
    this.#inboxLog.key = options.key ?? null;
    this.#stallMinutes = options.stallMinutes ?? STALL_MINUTES;
    this.#now = options.now;
  }

  /** The inbox in file order. */
  get entries(): readonly FoldEntry[] {
    return this.#inboxLog.entries;
  }

  /** The greatest `ts` of all events read; -Infinity where there is none. */
  get newestEvent(): Micros {
    return this.#eventLog.newest;
  }

  /** Names of the system errors that kept something from being read. */
  get errnos(): string[] {
    return this.#problems.flatMap(({ args }) => (typeof args['errno'] === 'string' ? [args['errno']] : []));
  }

  /** Why the folder or one of its files could not be read, if so. */
  get fileProblems(): readonly Problem[] {
    return this.#folderProblem ? [this.#folderProblem] : this.#fileProblems;
  }

  setKey(key: Uint8Array | null): void {
    this.#key = key;
  }

  setStallMinutes(minutes: number): void {
    this.#stallMinutes = minutes;
  }

  /** Whether this is the key that inbox lines were last checked with. */
  checksWith(key: Uint8Array): boolean {
    return sameKey(key, this.#inboxLog.key);
  }

  /** The same reader for another user, who closes it too. */
  share(): LoopReader {
    this.#users += 1;
    return this;
  }

  close(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#whenClosed();
  }

  refresh(): Promise<boolean> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Reads on from this moment: a reading that is under way may have passed what was written just now. */
  async refreshFromNow(): Promise<void> {
    await this.#running;
    await this.refresh();
  }

  snapshot(now: Date = this.#now ?? new Date()): LoopSnapshot {
    if (this.#eventLog.halfway && this.#last) return this.#last;
    const fold = this.#eventLog.halfway ? new LoopFold(this.id) : this.#fold;
    const options = { now, stallMinutes: this.#stallMinutes, problems: this.#problems };
    this.#last = fold.snapshot(options);
    return this.#last;
  }

  async #refresh(): Promise<boolean> {
    if (this.#users <= 0) return false;
    const keyChanged = await this.#takeKey();
    const still = await Promise.all([
      this.#events.unchanged(),
      this.#inbox.unchanged(),
      this.#manifest.unchanged(),
    ]);
    if (!keyChanged && this.#folderProblem === null && still.every(Boolean)) return false;
    const root = await this.#root();
    if (typeof root !== 'string') return this.#lost(root);
    const cameBack = this.#folderProblem !== null;
    this.#folderProblem = null;
    try {
      const [manifestChanged, events, inbox] = await Promise.all([
        this.#manifest.read(root),
        this.#events.read(root, this.#eventLog),
        this.#inbox.read(root, this.#inboxLog),
      ]);
      const fileProblems = [...stateProblems(EVENTS_FILE, events), ...stateProblems(INBOX_FILE, inbox)];
      const filesChanged = JSON.stringify(fileProblems) !== JSON.stringify(this.#fileProblems);
      this.#fileProblems = fileProblems;
      if (manifestChanged) this.#fold.setManifest(this.#manifest.state.manifest);
      const inboxChanged = this.#inboxLog.takeChanged();
      if (inboxChanged) this.#fold.setInbox([...this.#inboxLog.entries]);
      const eventsChanged = this.#eventLog.takeChanged();
      const changed = manifestChanged || inboxChanged || eventsChanged || filesChanged || cameBack;
      if (changed) this.#gatherProblems();
      return changed;
    } finally {
      this.#eventLog.settle();
    }
  }

  /** The key that lines are checked with; all of them anew where it is another than before. */
  async #takeKey(): Promise<boolean> {
    let key = this.#key;
    if (key === undefined) {
      const found = await readKey({ files: this.#files });
      key = found.state === 'ok' ? found.key : null;
    }
    if (sameKey(key, this.#inboxLog.key)) return false;
    this.#inboxLog.key = key;
    this.#inboxLog.restart();
    this.#inbox.forget();
    return true;
  }

  /** The real folder that everything read must lie in, once the loop's own folder does; else what is wrong. */
  async #root(): Promise<string | Problem> {
    const parent = path.dirname(this.folder);
    const root = path.basename(parent) === LOOPS_FOLDER ? path.dirname(parent) : parent;
    try {
      const [realRoot, realFolder] = await Promise.all([
        this.#files.realpath(root),
        this.#files.realpath(this.folder),
      ]);
      return isInside(realRoot, realFolder) ? realRoot : fileProblem('', 'link');
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      const code = unreachedBy(errno);
      return fileProblem('', code, code === 'unreadable' ? errno : null);
    }
  }

  /** The folder is gone, or not ours to read: nothing of it stands, unless it may be readable again in a moment. */
  #lost(problem: Problem): boolean {
    if (JSON.stringify(problem) === JSON.stringify(this.#folderProblem)) return false;
    this.#folderProblem = problem;
    if (problem.code !== 'unreadable') {
      this.#manifest.forget();
      this.#events.forget();
      this.#inbox.forget();
      this.#inboxLog.restart();
      this.#eventLog.restart();
      this.#inboxLog.takeChanged();
      this.#eventLog.takeChanged();
      this.#eventLog.settle();
    }
    this.#gatherProblems();
    return true;
  }

  #foldAnew(): void {
    this.#fold = new LoopFold(this.id);
    this.#fold.setManifest(this.#manifest.state.manifest);
    this.#fold.setInbox([...this.#inboxLog.entries]);
  }

  #gatherProblems(): void {
    const folder = this.#folderProblem ? [this.#folderProblem] : [];
    const manifest = this.#folderProblem ? [] : this.#manifest.state.problems;
    this.#problems = [
      ...folder,
      ...manifest,
      ...(this.#folderProblem ? [] : this.#fileProblems),
      ...this.#eventLog.problems.list(),
      ...this.#inboxLog.problems.list(),
    ];
  }
}

function stateProblems(file: string, state: TailState): Problem[] {
  if (state.state === 'ok' || state.state === 'missing') return [];
  return [fileProblem(file, state.state, state.state === 'unreadable' ? state.errno : null)];
}

function sameKey(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}

/** One look at a loop. Nothing that its folder holds makes this throw. */
export async function readLoop(folder: string, options: ReadOptions = {}): Promise<LoopSnapshot> {
  const loop = new LoopReader(folder, options);
  await loop.refresh();
  loop.close();
  return loop.snapshot();
}
