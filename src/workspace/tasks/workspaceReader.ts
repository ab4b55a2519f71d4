/** Reads one task workspace on: again where something changed in it, and what it is now. */
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CanWrite } from '../../protocol/files/canWrite.ts';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import { processPace } from '../../protocol/lib/pace.ts';
import type { TaskFolder } from '../../protocol/tasks/taskModel.ts';
import { AGENTS_FOLDER } from '../../protocol/tasks/taskNames.ts';
import type { Found, Reader, Reading, ReadingOf } from '../kernel/system.ts';
import type { WatchSet } from '../kernel/watchSet.ts';
import { canWriteAll, mayWriteIn, type Writable } from '../kernel/writable.ts';
import { FolderStates, WORKSPACE_FOLDERS } from './folderStates.ts';
import { nextMoments } from './nextMoments.ts';
import { ShownFiles } from './shownFiles.ts';
import type { TaskWorkspace } from './taskWorkspace.ts';
import { WorkspaceSnapshots } from './workspaceSnapshots.ts';

export interface WorkspaceReaderPorts {
  files: Files;
  clock: Clock;
  /** `openTasks`, but in tests. */
  open: (folder: string) => TaskFolder;
  canWrite: CanWrite;
  trusted: () => boolean;
  /** Active for less than so many minutes is never stale. */
  staleMinutes: () => number;
}

/** Agents write their own files once a second, only to say that they live. */
const betweenAgents = 5000;
/** A task may be on its way for so long, then it is called interrupted; a little is added. */
const relookMs = 5200;
/** Only in these are there tasks on their way: inbox and done are where moves end. */
const FOLDERS_BETWEEN = ['active', 'failed', 'blocked', 'feedback'] as const;

export class WorkspaceReader implements Reader<Found, TaskWorkspace> {
  readonly tasks: TaskFolder;
  readonly #real: string;
  readonly #watches: WatchSet;
  readonly #ports: WorkspaceReaderPorts;
  readonly #folders: FolderStates;
  readonly #snapshots = new WorkspaceSnapshots(processPace);
  readonly #shown: ShownFiles;
  /** Null until it was read once. */
  #workspace: TaskWorkspace | null = null;
  /** Files and folders to be read next; relative, with `/`. */
  #pending = new Set<string>();
  #wantsAll = true;
  #fault: string | null = null;
  #agentsReadAt = Number.NEGATIVE_INFINITY;
  /** When a row of a folder means something else by time alone. */
  #moments: ReadonlyMap<string, number> = new Map();
  #relookAt = Number.POSITIVE_INFINITY;
  #writable: Writable = { ok: false, code: 'restricted', args: {} };
  /** What `#writable` was asked for; null: to be asked again. */
  #askedFor: object | null = null;

  constructor({ real }: Found, watches: WatchSet, ports: WorkspaceReaderPorts) {
    this.#real = real;
    // A link on the way to it may be turned to another one.
    this.tasks = ports.open(real);
    this.#watches = watches;
    this.#ports = ports;
    this.#shown = new ShownFiles(ports.files, real);
    this.#folders = new FolderStates(real, ports);
  }

  async read(of: ReadingOf<Found>, polling: () => boolean): Promise<Reading<TaskWorkspace>> {
    const start = performance.now();
    const now = this.#ports.clock.now();
    const { wanted, empty, errno } = await this.#folders.look();
    if (empty) {
      this.doubt();
      return { kind: 'gone' };
    }
    const changed = this.#turned(now);
    const files = this.#pending;
    this.#pending = new Set();
    const touched = new Set([...files].map(folderOf));
    // Before the reading: what changes meanwhile is told of.
    const replaced = this.#watches.arm(wanted).some((name) => name !== '');
    const all = this.#wantsAll || replaced;
    this.#wantsAll = false;
    this.#folders.sign(all ? 'all' : touched, polling());
    if (all || touched.has(AGENTS_FOLDER)) this.#agentsReadAt = now;
    const fault = all || files.size > 0 ? await this.#scan(all ? 'all' : files, changed) : this.#fault;
    this.#fault = errno ?? fault;
    await this.#askWritable(of);
    return {
      kind: 'shown',
      value: this.#make(of, changed, { polling: polling(), tookMs: performance.now() - start }),
      parts: changed,
      nextChange: this.#nextChange(),
      fault: this.#fault,
    };
  }

  async differs(minute: boolean): Promise<boolean> {
    if (this.#workspace === null) return true;
    const waiting = new Set([...this.#pending].map(folderOf));
    const stale = (await this.#folders.stale()).filter((folder) => !waiting.has(folder));
    if (stale.some((folder) => folder !== AGENTS_FOLDER)) this.#wantsAll = true;
    if (stale.includes(AGENTS_FOLDER)) await this.#wantAgents();
    if (minute) {
      for (const file of await this.#shown.changed()) this.#pending.add(file);
      this.#askedFor = null;
    }
    return stale.length > 0 || minute;
  }

  touched(file: string): number | null {
    const [folder = '', name] = file.split('/', 2);
    if (folder !== '' && !WORKSPACE_FOLDERS.includes(folder)) return null;
    if (name !== undefined && !name.endsWith('.json') && !name.endsWith('.quarterdeck')) return null;
    // A new folder may have the number of the one that was deleted before it, and its watch hears no more.
    if (folder === '') this.#watches.clear();
    else if (name === undefined) this.#watches.forget([folder]);
    this.#pending.add(folder === '' ? (WORKSPACE_FOLDERS[0] ?? '') : file);
    const now = this.#ports.clock.now();
    const onlyAgents = [...this.#pending].every((each) => this.#isKnownAgent(each));
    // A clock that was set back must not keep it waiting.
    return onlyAgents ? Math.min(now, this.#agentsReadAt) + betweenAgents : Number.NEGATIVE_INFINITY;
  }

  doubt(): void {
    this.#wantsAll = true;
    this.#askedFor = null;
  }

  close(): void {
    // It holds nothing but what it read.
  }

  /** Who may write here, asked of the system now. The workspace itself need be writable only where an act would make a folder of it. */
  async writableNow({ found, place, roots }: ReadingOf<Found>): Promise<Writable> {
    const { canWrite, trusted } = this.#ports;
    const allowed = mayWriteIn({ ...found, place }, { trusted: trusted(), roots });
    if (!allowed.ok) return allowed;
    const present = this.#folders.present();
    const whole = present.length === WORKSPACE_FOLDERS.length;
    return canWriteAll(found, whole ? present : ['', ...present], canWrite);
  }

  /** Files whose rows are on screen; relative, with `/`. */
  shown(files: readonly string[]): void {
    this.#shown.set(files);
  }

  #isKnownAgent(file: string): boolean {
    const [folder, name = ''] = file.split('/');
    return folder === AGENTS_FOLDER && this.#workspace?.agent(name.replace(/\.json$/, '')) !== undefined;
  }

  /** Notes in `changed` the folders of which something else is shown now. Gives the errno for which not all could be read. */
  async #scan(files: ReadonlySet<string> | 'all', changed: Set<string>): Promise<string | null> {
    const scan = await (files === 'all' ? this.tasks.scan() : this.tasks.rescan([...files]));
    for (const folder of await this.#snapshots.take(scan)) changed.add(folder);
    const broken = scan.problems.find(({ code }) => code === 'unreadable_folder');
    return broken === undefined ? null : String(broken.args['errno']);
  }

  /** Asks anew who may write here where it was asked for another place, other roots or without trust, or long ago. */
  async #askWritable({ found, place, roots }: ReadingOf<Found>): Promise<void> {
    const askedFor = { folder: found.folder, place, roots, trusted: this.#ports.trusted() };
    if (isDeepStrictEqual(this.#askedFor, askedFor)) return;
    this.#askedFor = askedFor;
    const writable = await this.writableNow({ found, place, roots });
    if (!isDeepStrictEqual(writable, this.#writable)) this.#writable = writable;
  }

  /** The workspace as it is now; the same object as before where nothing of it changed. */
  #make(
    { found, place }: ReadingOf<Found>,
    changed: ReadonlySet<string>,
    now: { polling: boolean; tookMs: number },
  ): TaskWorkspace {
    const { clock, staleMinutes } = this.#ports;
    const parts = {
      key: found.key,
      folder: found.folder,
      name: path.basename(found.folder),
      origin: place.origin,
      writable: this.#writable,
      ...now,
      staleMinutes: staleMinutes(),
    };
    const before = this.#workspace;
    if (before !== null && changed.size === 0 && isAs(before, parts)) return before;
    this.#workspace = this.#snapshots.make(parts);
    this.#moments = nextMoments(this.#workspace, clock.now());
    return this.#workspace;
  }

  // What time alone changes.

  /** Folders of which a moment has come; those with tasks on their way are to be looked at again. */
  #turned(now: number): Set<string> {
    if (this.#relookAt <= now) {
      this.#relookAt = Number.POSITIVE_INFINITY;
      for (const folder of this.#foldersBetween()) this.#pending.add(folder);
    }
    return new Set([...this.#moments].filter(([, at]) => at <= now).map(([folder]) => folder));
  }

  #nextChange(): number {
    if (this.#relookAt === Number.POSITIVE_INFINITY && this.#foldersBetween().length > 0) {
      this.#relookAt = this.#ports.clock.now() + relookMs;
    }
    return Math.min(this.#relookAt, ...this.#moments.values());
  }

  #foldersBetween(): string[] {
    const { rows, facts } = this.#workspace ?? {};
    if (rows === undefined || facts === undefined) return [];
    return FOLDERS_BETWEEN.filter((folder) => rows[folder].some((row) => facts(row).state === 'between'));
  }

  /** Every agent's file: a folder that changed while no watch told of it does not say which. */
  async #wantAgents(): Promise<void> {
    this.#pending.add(AGENTS_FOLDER);
    try {
      const names = await this.#ports.files.readdir(path.join(this.#real, AGENTS_FOLDER));
      for (const name of names) this.#pending.add(`${AGENTS_FOLDER}/${name}`);
    } catch (error) {
      // A folder that cannot be listed is a problem of the scan's.
      if (errnoOf(error) === null) throw error;
    }
  }
}

function folderOf(file: string): string {
  return file.split('/', 1)[0] ?? '';
}

/** But for the time that the look took. */
function isAs(before: TaskWorkspace, { tookMs: _, ...parts }: { tookMs: number } & object): boolean {
  return Object.entries(parts).every(([name, value]) =>
    isDeepStrictEqual(before[name as keyof TaskWorkspace], value),
  );
}
