/** The one source of what is shown of tasks. Reads through the protocol, writes only by `act`. */
import * as path from 'node:path';
import type { CanWrite } from '../../protocol/files/canWrite.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { processPace } from '../../protocol/lib/pace.ts';
import { type Result, refuse } from '../../protocol/lib/result.ts';
import { same } from '../../protocol/lib/same.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import { Heartbeat } from '../kernel/pollTimer.ts';
import { Rounds } from '../kernel/singleFlight.ts';
import type { Watcher } from '../kernel/watcher.ts';
import { type Finding, findWorkspaces, WORKSPACE_FOLDERS } from './discoverWorkspaces.ts';
import { RootWatches } from './rootWatches.ts';
import type { TaskChange, TaskFolders, TaskPlace, TaskWorkspace } from './taskWorkspace.ts';
import { noteTouched } from './touchedTasks.ts';
import { placesOf, withKnown, withoutTime } from './workspacePlaces.ts';
import { type StatePorts, WorkspaceState } from './workspaceState.ts';

export interface TaskStorePorts {
  files: Files;
  clock: Clock;
  log: Log;
  /** Of folders: one watch each, however many files are in it. */
  watcher: Watcher;
  /** `openTasks`, but in tests. */
  open: (folder: string) => TaskFolder;
  canWrite: CanWrite;
  trusted: () => boolean;
  /** Active for less than so many minutes is never stale. */
  staleMinutes: () => number;
}

/** Every so many beats the roots are looked through: about once a minute. */
const listEvery = 6;
/** What could not be looked at is looked at again after so long, then after twice that, and so on. */
const againFirst = 1000;
const againMost = 60_000;
const NONE: ReadonlySet<string> = new Set();

export class TaskStore implements Disposable {
  /** The known roots were looked at and the workspaces in them read once. */
  readonly ready: Promise<void>;
  readonly onDidChange: (listener: (change: TaskChange) => void) => Disposable;
  readonly #ports: TaskStorePorts;
  readonly #statePorts: StatePorts;
  readonly #changes: Emitter<TaskChange>;
  readonly #heartbeat: Heartbeat;
  readonly #roots: RootWatches;
  readonly #isReady: () => void;
  /** Those of which was told. */
  readonly #told = new WeakSet<WorkspaceState>();
  #folders: TaskFolders = { workspace: [], settings: [] };
  /** By real path, in the order in which they were found. */
  #states = new Map<string, WorkspaceState>();
  #finding: Finding = { roots: [], workspaces: [], offered: [], unsure: new Set() };
  #again: Disposable | null = null;
  #againMs = againFirst;
  #list: readonly TaskWorkspace[] | null = null;
  #places: readonly TaskPlace[] | null = null;
  readonly #finds: Rounds;
  #saidPolling = false;
  #disposed = false;

  constructor(ports: TaskStorePorts) {
    const { clock, log } = ports;
    this.#ports = ports;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#isReady = resolve;
    this.#changes = new Emitter((error) => log.error('A listener of the tasks failed.', error));
    this.onDidChange = this.#changes.event;
    this.#finds = new Rounds(
      () => this.#findOnce(),
      (error) => log.error('Looking for task workspaces failed.', error),
    );
    this.#roots = new RootWatches(ports, () => void this.#find());
    this.#heartbeat = new Heartbeat(clock, {
      beat: (count) =>
        this.#beat(count % listEvery === 0).catch((error: unknown) =>
          log.error('Looking at the known task workspaces failed.', error),
        ),
      due: (now) => {
        for (const state of this.#states.values()) state.due(now);
      },
      slept: () => undefined,
    });
    this.#statePorts = {
      ...ports,
      pace: processPace,
      roots: () => this.#finding.roots.map(({ real }) => real),
      published: (state, changed) => this.#published(state, changed),
      lost: () => void this.#find(),
      faulty: () => this.#noteFaults(),
      polling: (state, error) => this.#sayPolling(state, error),
      arm: (at) => this.#heartbeat.arm(at),
    };
  }

  /** In the order in which they were found: the workspace's, then the setting's. The same array until something changes. */
  workspaces(): readonly TaskWorkspace[] {
    this.#list ??= [...this.#states.values()].flatMap(({ workspace }) => workspace ?? []);
    return this.#list;
  }

  get(key: string): TaskWorkspace | undefined {
    return this.#stateOf(key)?.workspace ?? undefined;
  }

  /** Where workspaces were looked for, and what looks like one but is not proven to be. */
  places(): readonly TaskPlace[] {
    this.#places ??= placesOf(this.#finding, this.#faults());
    return this.#places;
  }

  /** Something is being looked for or read: a view may show that. */
  get busy(): boolean {
    return this.#finds.busy || this.#heartbeat.looking || [...this.#states.values()].some((s) => s.busy);
  }

  setFolders(folders: TaskFolders): void {
    this.#folders = folders;
    void this.#find();
  }

  /** Looks for workspaces and reads everything again; tries anew to watch where it failed. */
  async refresh(): Promise<void> {
    this.#roots.tryAgain();
    await this.#find();
    await Promise.all([...this.#states.values()].map((state) => state.refresh()));
  }

  /** Something at this path was just written, or VS Code's watcher reported it: look now. */
  poke(file: string): void {
    const plain = path.resolve(file);
    for (const state of this.#states.values()) {
      for (const folder of [state.spec.folder, state.real]) {
        if (!isInside(folder, plain)) continue;
        const inner = path.relative(folder, plain).split(path.sep).slice(0, 2);
        if (WORKSPACE_FOLDERS.includes(inner[0] ?? '')) void state.lookAt([inner.join('/')]);
        else void this.#find();
        return;
      }
    }
    const roots = [...this.#folders.workspace, ...this.#folders.settings];
    if (roots.some((root) => isInside(path.resolve(root), plain))) void this.#find();
  }

  /** The stale time or trust may have changed. */
  settingsChanged(): void {
    for (const state of this.#states.values()) void state.judge();
  }

  /**
   * The only way to write. Refused before anything runs: `restricted`, `outside` (args.folder), `read-only` (args.path),
   * `gone` where the workspace is not known any more. Resolves once the store shows what `run` left; `run` may act on many
   * tasks.
   */
  async act<T>(key: string, run: (folder: TaskFolder) => Promise<Result<T>>): Promise<Result<T>> {
    const state = this.#stateOf(key);
    if (state === undefined) {
      return refuse('gone', 'The task workspace is not there any more.', { foundIn: null });
    }
    const writable = await state.writableNow();
    if (!writable.ok) return refuse(writable.code, 'Nothing may be written here.', writable.args);
    const { folder, touched } = noteTouched(state.tasks);
    try {
      return await run(folder);
    } finally {
      const files = touched();
      if (files.length > 0) await state.lookAt(files);
    }
  }

  /** Files (relative, with `/`) whose rows are on screen: they are stat'ed every 60 s. */
  shown(key: string, files: readonly string[]): void {
    this.#stateOf(key)?.shown(files);
  }

  dispose(): void {
    this.#disposed = true;
    this.#again?.dispose();
    this.#heartbeat.dispose();
    this.#roots.dispose();
    for (const state of this.#states.values()) state.dispose();
    this.#changes.dispose();
    this.#isReady();
  }

  #stateOf(key: string): WorkspaceState | undefined {
    for (const state of this.#states.values()) if (state.key === key) return state;
    return undefined;
  }

  // Finding.

  /** One look at a time; calls made while one runs share the next. */
  #find(): Promise<void> {
    return this.#finds.ask();
  }

  async #findOnce(): Promise<void> {
    if (this.#disposed) return;
    const { files, clock } = this.#ports;
    const folders = this.#folders;
    const { workspace, settings } = folders;
    const roots = [
      ...workspace.map((folder) => ({ folder: path.resolve(folder), origin: 'workspace' as const })),
      ...settings.map((folder) => ({ folder: path.resolve(folder), origin: 'setting' as const })),
    ];
    const known = new Set(this.#states.keys());
    const finding = await findWorkspaces(files, roots, known, () => clock.now());
    if (this.#disposed) return;
    try {
      await this.#apply(
        withKnown(
          finding,
          this.#finding,
          [...this.#states.values()].map(({ spec }) => spec),
        ),
      );
    } finally {
      // Else the next look, which is asked for already, is the first one.
      if (folders === this.#folders) this.#isReady();
    }
  }

  #faults(): ReadonlyMap<string, string> {
    const faults = new Map<string, string>();
    for (const { spec, fault } of this.#states.values()) if (fault !== null) faults.set(spec.root, fault);
    return faults;
  }

  /** Tells of what could not be looked at, and looks again soon. */
  #noteFaults(): void {
    if (this.#disposed) return;
    const before = this.places();
    this.#places = null;
    if (!same(before.map(withoutTime), this.places().map(withoutTime))) {
      this.#fire({ changed: new Map(), added: NONE, removed: NONE, places: true });
    }
    this.#lookAgain();
  }

  #lookAgain(): void {
    const { unsure, workspaces, roots } = this.#finding;
    const isUnsure =
      roots.some(({ folder }) => unsure.has(folder)) || workspaces.some(({ folder }) => unsure.has(folder));
    const faulty = [...this.#states.values()].some(({ fault }) => fault !== null);
    if (!isUnsure && !faulty) {
      this.#again?.dispose();
      this.#again = null;
      this.#againMs = againFirst;
      return;
    }
    if (this.#again !== null || this.#disposed) return;
    this.#again = this.#ports.clock.setTimeout(() => {
      this.#again = null;
      if (isUnsure) void this.#find();
      for (const state of this.#states.values()) if (state.fault !== null) void state.lookAtAll();
    }, this.#againMs);
    this.#againMs = Math.min(againMost, 2 * this.#againMs);
  }

  async #apply(finding: Finding): Promise<void> {
    const before = this.#states;
    const rootsBefore = this.#finding.roots.map(({ real }) => real);
    const placesBefore = this.places();
    this.#finding = finding;
    this.#places = null;
    this.#roots.set(finding.roots);
    const rootsChanged = !same(
      rootsBefore,
      finding.roots.map(({ real }) => real),
    );
    this.#states = new Map();
    const jobs: Promise<void>[] = [];
    for (const spec of finding.workspaces) {
      const known = before.get(spec.real);
      before.delete(spec.real);
      const state = known ?? new WorkspaceState(spec, this.#statePorts);
      this.#states.set(spec.real, state);
      const moved = !same(state.spec, spec);
      state.spec = spec;
      if (known === undefined || known.lost) jobs.push(state.lookAtAll());
      else if (moved || rootsChanged) jobs.push(state.judge());
    }
    const removed = new Set<string>();
    for (const state of before.values()) {
      state.dispose();
      if (state.workspace !== null) removed.add(state.key);
    }
    const places = !same(placesBefore.map(withoutTime), this.places().map(withoutTime));
    if (removed.size > 0 || places) this.#fire({ changed: new Map(), added: NONE, removed, places });
    this.#lookAgain();
    await Promise.all(jobs);
  }

  async #beat(minute: boolean): Promise<void> {
    if (minute) await this.#find();
    for (const state of [...this.#states.values()]) await state.beat(minute);
  }

  // Telling.

  #published(state: WorkspaceState, changed: ReadonlySet<string>): void {
    if (this.#states.get(state.real) !== state) return;
    const isNew = !this.#told.has(state);
    this.#told.add(state);
    this.#fire({
      changed: isNew ? new Map() : new Map([[state.key, changed]]),
      added: isNew ? new Set([state.key]) : NONE,
      removed: NONE,
      places: false,
    });
  }

  #fire(change: TaskChange): void {
    this.#list = null;
    this.#changes.fire(change);
  }

  #sayPolling({ spec }: WorkspaceState, error: unknown): void {
    if (this.#saidPolling) return;
    this.#saidPolling = true;
    const { code, name } = error as { code?: unknown; name?: unknown };
    this.#ports.log.warn(
      `Watching ${spec.folder} is not possible (${String(code ?? name ?? 'unknown')}): it is looked at every 10 s.`,
    );
  }
}
