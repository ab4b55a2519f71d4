/** One task workspace: watched, read again where something changed, and what it is now. */
import * as path from 'node:path';
import type { CanWrite } from '../../protocol/files/canWrite.ts';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { Pace } from '../../protocol/lib/pace.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import { AGENTS_FOLDER } from '../../protocol/tasks/taskNames.ts';
import { Rounds } from '../kernel/singleFlight.ts';
import type { Watcher } from '../kernel/watcher.ts';
import type { FoundWorkspace } from './discoverWorkspaces.ts';
import { nextMoments } from './nextMoments.ts';
import { ShownFiles } from './shownFiles.ts';
import { type TaskWorkspace, taskWorkspaceKey } from './taskWorkspace.ts';
import { whoMayWriteTasks } from './taskWritable.ts';
import { WorkspaceFolders } from './workspaceFolders.ts';
import { WorkspaceSnapshots } from './workspaceSnapshots.ts';

export interface StatePorts {
  files: Files;
  clock: Clock;
  log: Log;
  watcher: Watcher;
  open: (folder: string) => TaskFolder;
  canWrite: CanWrite;
  trusted: () => boolean;
  staleMinutes: () => number;
  pace: Pace;
  /** Real paths in which the person may write. */
  roots: () => readonly string[];
  /** There is a new `workspace`; in these folders something differs. */
  published: (state: WorkspaceState, changed: ReadonlySet<string>) => void;
  /** None of its folders is there any more. */
  lost: () => void;
  /** It has a fault, or had one until now. */
  faulty: () => void;
  /** From now on it is polled. */
  polling: (state: WorkspaceState, error: unknown) => void;
  /** `due` is to be called at this moment. */
  arm: (at: number) => void;
}

/** Both folders of a move are told of within this time of each other. */
const gatherMs = 5;
/** In a burst it is read so often. */
const betweenReads = 100;
/** Agents write their own files once a second, only to say that they live. */
const betweenAgents = 5000;
/** A task may be on its way for so long, then it is called interrupted; a little is added. */
const relookMs = 5200;

export class WorkspaceState implements Disposable {
  readonly key: string;
  readonly real: string;
  readonly tasks: TaskFolder;
  spec: FoundWorkspace;
  /** null until it was read once. */
  workspace: TaskWorkspace | null = null;
  /** None of its folders was there when it was looked at last. */
  lost = false;
  /** Not all of it could be looked at the last time, for this reason; what was known before is kept. */
  fault: string | null = null;
  readonly #ports: StatePorts;
  readonly #folders: WorkspaceFolders;
  readonly #snapshots: WorkspaceSnapshots;
  readonly #shown: ShownFiles;
  #pending = new Set<string>();
  #wantsAll = true;
  readonly #rounds: Rounds;
  #timer: Disposable | null = null;
  #timerAt = Number.POSITIVE_INFINITY;
  #lastReadAt = Number.NEGATIVE_INFINITY;
  #lastAgentsAt = Number.NEGATIVE_INFINITY;
  #moments: ReadonlyMap<string, number> = new Map();
  #relookAt = Number.POSITIVE_INFINITY;
  #polling = false;
  #wasPolling = false;
  #writable: TaskWorkspace['writable'] = { ok: false, code: 'restricted', args: {} };
  #judgeAgain = true;
  #disposed = false;

  constructor(spec: FoundWorkspace, ports: StatePorts) {
    this.spec = spec;
    this.real = spec.real;
    this.key = taskWorkspaceKey(spec.real);
    // A link on the way to it may be turned to another one.
    this.tasks = ports.open(spec.real);
    this.#ports = ports;
    this.#rounds = new Rounds(
      () => this.#readOnce(),
      (error) => ports.log.error(`Reading ${this.spec.folder} failed.`, error),
    );
    this.#snapshots = new WorkspaceSnapshots(ports.pace);
    this.#shown = new ShownFiles(ports.files, spec.real);
    this.#folders = new WorkspaceFolders(spec.real, {
      files: ports.files,
      clock: ports.clock,
      watcher: ports.watcher,
      changed: (folder, name) => this.#touch(folder, name),
      failed: (error) => this.#poll(error),
    });
  }

  get busy(): boolean {
    return this.#rounds.busy;
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Looks at everything, and whether one may write here. */
  lookAtAll(): Promise<void> {
    this.#wantsAll = true;
    this.#judgeAgain = true;
    return this.#read();
  }

  /** As `lookAtAll`; watches again where that failed. */
  refresh(): Promise<void> {
    if (this.#polling) {
      this.#polling = false;
      this.#folders.tryAgain();
    }
    return this.lookAtAll();
  }

  /** Reads these files (relative, with `/`) and the listings of their folders before it resolves. */
  lookAt(files: readonly string[]): Promise<void> {
    for (const file of files) this.#pending.add(file);
    return this.#read();
  }

  /** Asks anew who may write here, and what the settings say. */
  judge(): Promise<void> {
    this.#judgeAgain = true;
    return this.#read();
  }

  /** Who may write here, asked of the system now. */
  async writableNow(): Promise<TaskWorkspace['writable']> {
    const { canWrite, trusted, roots } = this.#ports;
    const present = this.#folders.present();
    return whoMayWriteTasks(this.spec, present, { canWrite, trusted: trusted(), roots: roots() });
  }

  shown(files: readonly string[]): void {
    this.#shown.set(files);
  }

  /** `minute`: about one has passed since the last time that it was true. */
  async beat(minute: boolean): Promise<void> {
    if (this.#disposed || this.workspace === null || this.#rounds.busy) return;
    const waiting = new Set([...this.#pending].map((file) => file.split('/', 1)[0]));
    const stale = (await this.#folders.stale()).filter((folder) => !waiting.has(folder));
    if (stale.some((folder) => folder !== AGENTS_FOLDER)) this.#wantsAll = true;
    if (stale.includes(AGENTS_FOLDER)) await this.#wantAgents();
    if (minute) {
      for (const file of await this.#shown.changed()) this.#pending.add(file);
      this.#judgeAgain = true;
    }
    if (stale.length > 0 || minute) await this.#read();
  }

  /** A moment that was armed has come, or one before it. */
  due(now: number): void {
    if (this.#disposed || this.workspace === null) return;
    if (this.#relookAt <= now) {
      this.#relookAt = Number.POSITIVE_INFINITY;
      for (const folder of this.#foldersBetween()) this.#pending.add(folder);
      void this.#read();
    }
    const turned = [...this.#moments].filter(([, at]) => at <= now).map(([folder]) => folder);
    if (turned.length > 0) this.#publish(new Set(turned));
    else this.#armNext();
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#folders.dispose();
  }

  // Reading.

  #touch(folder: string, name: string | null): void {
    if (this.#disposed) return;
    if (name !== null && !name.endsWith('.json') && !name.endsWith('.quarterdeck')) return;
    this.#pending.add(name === null ? folder : `${folder}/${name}`);
    const { clock } = this.#ports;
    const now = clock.now();
    const onlyAgents = [...this.#pending].every((file) => this.#isKnownAgent(file));
    let at = Math.max(now + gatherMs, this.#lastReadAt + betweenReads);
    if (this.#rounds.busy) at = now + betweenReads;
    if (onlyAgents) at = Math.max(at, this.#lastAgentsAt + betweenAgents);
    // A clock that was set back must not keep it waiting.
    at = Math.min(at, now + betweenAgents);
    if (this.#timer !== null && this.#timerAt <= at) return;
    this.#timer?.dispose();
    this.#timerAt = at;
    this.#timer = clock.setTimeout(() => {
      this.#timer = null;
      void this.#read();
    }, at - now);
  }

  #isKnownAgent(file: string): boolean {
    const [folder, name = ''] = file.split('/');
    return folder === AGENTS_FOLDER && this.workspace?.agent(name.replace(/\.json$/, '')) !== undefined;
  }

  /** Settles after the reading that covers what was asked for until now, whatever moves on meanwhile. */
  #read(): Promise<void> {
    return this.#rounds.ask();
  }

  async #readOnce(): Promise<void> {
    if (this.#disposed) return;
    await this.#look();
    this.#lastReadAt = this.#ports.clock.now();
  }

  async #look(): Promise<void> {
    const { clock } = this.#ports;
    const start = performance.now();
    const files = this.#pending;
    this.#pending = new Set();
    const touched = new Set([...files].map((file) => file.split('/', 1)[0] ?? ''));
    const { replaced, empty, errno } = await this.#folders.arm(this.#wantsAll ? 'all' : touched);
    if (this.#disposed) return;
    if (empty) {
      this.#wantsAll = true;
      this.lost = true;
      this.#ports.lost();
      return;
    }
    this.lost = false;
    const all = this.#wantsAll || replaced.length > 0;
    this.#wantsAll = false;
    if (all || touched.has(AGENTS_FOLDER)) this.#lastAgentsAt = clock.now();
    const changed = new Set<string>();
    let fault = errno;
    if (all || files.size > 0) {
      const scan = await (all ? this.tasks.scan() : this.tasks.rescan([...files]));
      if (this.#disposed) return;
      const broken = scan.problems.find(({ code }) => code === 'unreadable_folder');
      fault ??= broken === undefined ? null : String(broken.args['errno']);
      for (const folder of await this.#snapshots.take(scan)) changed.add(folder);
      if (this.#disposed) return;
    }
    const judged = await this.#judge();
    if (this.#disposed) return;
    const tookMs = performance.now() - start;
    if (this.workspace === null || changed.size > 0 || judged) this.#publish(changed, tookMs);
    else this.#armNext();
    if (!all && files.size === 0) fault ??= this.fault;
    if (fault === null && this.fault === null) return;
    this.fault = fault;
    this.#ports.faulty();
  }

  /** True where something about the workspace as a whole turned out otherwise than before. */
  async #judge(): Promise<boolean> {
    const stale = this.workspace?.staleMinutes !== this.#ports.staleMinutes();
    const polling = this.#wasPolling !== this.#polling;
    const placed = this.workspace?.folder !== this.spec.folder || this.workspace.origin !== this.spec.origin;
    this.#wasPolling = this.#polling;
    if (!this.#judgeAgain) return stale || polling || placed;
    this.#judgeAgain = false;
    const before = JSON.stringify(this.#writable);
    this.#writable = await this.writableNow();
    return stale || polling || placed || JSON.stringify(this.#writable) !== before;
  }

  #publish(changed: ReadonlySet<string>, tookMs = this.workspace?.tookMs ?? 0): void {
    const { folder, origin } = this.spec;
    this.workspace = this.#snapshots.make({
      key: this.key,
      folder,
      name: path.basename(folder),
      origin,
      writable: this.#writable,
      polling: this.#polling,
      tookMs,
      staleMinutes: this.#ports.staleMinutes(),
    });
    this.#moments = nextMoments(this.workspace, this.#ports.clock.now());
    this.#armNext();
    this.#ports.published(this, changed);
  }

  #armNext(): void {
    const { clock, arm } = this.#ports;
    if (this.#relookAt === Number.POSITIVE_INFINITY && this.#foldersBetween().size > 0) {
      this.#relookAt = clock.now() + relookMs;
    }
    const next = Math.min(this.#relookAt, ...this.#moments.values());
    if (next !== Number.POSITIVE_INFINITY) arm(next);
  }

  /** Folders with tasks that are on their way. Only there are such: inbox and done are where moves end. */
  #foldersBetween(): Set<string> {
    const folders = new Set<string>();
    const { workspace } = this;
    if (workspace === null) return folders;
    for (const folder of ['active', 'failed', 'blocked', 'feedback'] as const) {
      if (workspace.rows[folder].some((row) => workspace.facts(row).state === 'between')) folders.add(folder);
    }
    return folders;
  }

  /** Every agent's file: a folder that changed while no watch told of it does not say which. */
  async #wantAgents(): Promise<void> {
    this.#pending.add(AGENTS_FOLDER);
    try {
      const names = await this.#ports.files.readdir(path.join(this.real, AGENTS_FOLDER));
      for (const name of names) this.#pending.add(`${AGENTS_FOLDER}/${name}`);
    } catch (error) {
      // A folder that cannot be listed is a problem of the scan's.
      if (errnoOf(error) === null) throw error;
    }
  }

  #poll(error: unknown): void {
    if (this.#disposed || this.#polling) return;
    this.#polling = true;
    this.#folders.poll();
    this.#ports.polling(this, error);
    void this.#read();
  }
}
