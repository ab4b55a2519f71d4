/** Reads a workspace, keeps what it read, and reads again only what changed. */
import * as path from 'node:path';
import { errnoOf, meansGone } from '../files/errno.ts';
import type { FolderEntry } from '../files/filesPort.ts';
import { NOWHERE, type Problem } from '../lib/result.ts';
import { BAD_NAME, EntryReader, type ReadFile } from './entryReader.ts';
import { type Entry, newEntry } from './folderEntry.ts';
import { type Listing, listFolder } from './listFolder.ts';
import { identityOf, SCAN_BYTES, sameIdentity } from './readEntry.ts';
import { scanRows } from './scanRows.ts';
import type { TaskScan } from './taskModel.ts';
import { AGENTS_FOLDER, fileOf, isTaskFolder, SUFFIX, TASK_FOLDERS, taskId } from './taskNames.ts';
import { SECOND_LOOK_MS, type TaskPorts } from './taskPorts.ts';
import { isPassing } from './validateTask.ts';
import { Entries } from './workspaceEntries.ts';

/** How often the listings are made again while others keep moving files. */
const MOST_ROUNDS = 3;
const ALL_FOLDERS: readonly string[] = [...TASK_FOLDERS, AGENTS_FOLDER];

export class TaskScanner {
  readonly #root: string;
  readonly #ports: TaskPorts;
  readonly #reader: EntryReader;
  readonly #entries = new Entries();
  readonly #folderProblems = new Map<string, Problem>();
  #scanned = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(root: string, ports: TaskPorts) {
    this.#root = root;
    this.#ports = ports;
    this.#reader = new EntryReader(ports, SCAN_BYTES);
  }

  /** Looks at every folder and every file; those that did not change are not opened. */
  scan(): Promise<TaskScan> {
    return this.#inTurn(() => this.#lookAtAll());
  }

  /** Looks at these files, relative to the workspace, and lists their folders. */
  rescan(changed: readonly string[]): Promise<TaskScan> {
    const wanted = new Map<string, Set<string>>();
    for (const file of changed) {
      const [folder = '', name] = file.split(/[/\\]/);
      if (!ALL_FOLDERS.includes(folder)) continue;
      const names = wanted.get(folder) ?? new Set();
      if (name) names.add(name);
      wanted.set(folder, names);
    }
    return this.#inTurn(() => (this.#scanned ? this.#look(wanted) : this.#lookAtAll()));
  }

  async #lookAtAll(): Promise<TaskScan> {
    const scan = await this.#look(new Map(ALL_FOLDERS.map((folder) => [folder, 'all'])));
    this.#scanned = true;
    return scan;
  }

  /** One look at a time: each begins after what was asked for before it was done. */
  #inTurn<T>(look: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(look, look);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #look(wanted: ReadonlyMap<string, ReadonlySet<string> | 'all'>): Promise<TaskScan> {
    const suspects = new Set<string>();
    const missing = new Set<string>();
    this.#reader.startLook();
    const listings = await this.#listAll([...wanted.keys()]);
    for (const [folder, listed] of listings) {
      await this.#readFolder(folder, listed, wanted.get(folder) ?? new Set(), suspects, missing);
    }
    await this.#follow(missing, listings, suspects);
    this.#suspectTwins(suspects);
    if (suspects.size > 0) {
      await this.#ports.sleep(SECOND_LOOK_MS);
      for (const suspect of suspects) await this.#lookAgain(suspect);
    }
    // Putting thousands in order is a slice of its own.
    if (this.#ports.pace.due()) await this.#ports.pace.pause();
    return scanRows(this.#entries, [...this.#folderProblems.values()], this.#ports.now(), this.#ports.pace);
  }

  /** A task that moves meanwhile must not be missed in both folders: what changed while others were listed is listed again. */
  async #listAll(folders: readonly string[]): Promise<Map<string, Listing>> {
    const listings = new Map<string, Listing>();
    let left = folders;
    for (let round = 0; round < MOST_ROUNDS && left.length > 0; round += 1) {
      const before = new Map(folders.map((folder) => [folder, this.#stateOf(folder)]));
      for (const folder of left) {
        const listed = await this.#list(folder);
        if (listed) listings.set(folder, listed);
        else listings.delete(folder);
      }
      left = folders.filter((folder) => before.get(folder) !== this.#stateOf(folder));
    }
    return listings;
  }

  #stateOf(folder: string): string {
    try {
      const { ino, mtimeMs } = this.#ports.files.blocking.lstat(path.join(this.#root, folder));
      return `${ino} ${mtimeMs}`;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      return errno;
    }
  }

  async #list(folder: string): Promise<Listing | null> {
    const listed = await listFolder(this.#ports.files, path.join(this.#root, folder), folder);
    if (listed.ok) {
      this.#folderProblems.delete(folder);
      return listed.listing;
    }
    // Any other failure says nothing of what is in it: that stays as it was known.
    if (meansGone(listed.errno)) this.#entries.removeAll(folder);
    this.#folderProblems.set(folder, {
      code: 'unreadable_folder',
      args: { errno: listed.errno },
      severity: 'error',
      file: folder,
      ...NOWHERE,
      message: `The folder cannot be listed: ${listed.errno}.`,
    });
    return null;
  }

  async #readFolder(
    folder: string,
    { files, broken }: Listing,
    wanted: ReadonlySet<string> | 'all',
    suspects: Set<string>,
    missing: Set<string>,
  ): Promise<void> {
    this.#dropMissing(folder, files, missing);
    const later: Promise<void>[] = [];
    for (const file of files) {
      const known = this.#entries.get(folder, file.name);
      // Thousands of these, and nothing to do for them.
      if (known && wanted !== 'all' && !wanted.has(file.name)) continue;
      if (this.#ports.pace.due()) await this.#ports.pace.pause();
      if (known && wanted === 'all' && !this.#mayHaveChanged(known)) continue;
      const work = this.#readFile(folder, file, broken.has(file.name), suspects, missing);
      if (this.#reader.slow) later.push(work);
      else await work;
    }
    await Promise.all(later);
  }

  #dropMissing(folder: string, files: readonly FolderEntry[], missing: Set<string>): void {
    const entries = this.#entries.in(folder);
    let known = 0;
    for (const { name } of files) if (entries.has(name)) known += 1;
    if (known === entries.size) return;
    const names = new Set(files.map(({ name }) => name));
    for (const { name, id } of [...entries.values()]) {
      if (names.has(name)) continue;
      this.#entries.remove(folder, name);
      missing.add(suspectOf(folder, id));
    }
  }

  /** Looks at once for what is gone from a folder: most of it moved. What is nowhere is a suspect. */
  async #follow(
    missing: ReadonlySet<string>,
    listings: ReadonlyMap<string, Listing>,
    suspects: Set<string>,
  ): Promise<void> {
    for (const each of missing) {
      if (this.#ports.pace.due()) await this.#ports.pace.pause();
      const { id, folders } = whereToLook(each);
      const others = folders.filter((folder) => !listings.has(folder));
      // Mostly it arrived in a folder that is not listed this time, else in one after that was listed.
      for (const some of [others, folders]) {
        if (some === folders && this.#entries.copies(id).length > 0) continue;
        for (const folder of some) {
          const read = await this.#reader.read(folder, fileOf(this.#root, folder, id), id, null);
          if (read) this.#keep(folder, `${id}${SUFFIX}`, id, read);
        }
      }
      if (this.#entries.copies(id).length === 0) suspects.add(each);
    }
  }

  async #readFile(
    folder: string,
    { name, kind }: FolderEntry,
    isBroken: boolean,
    suspects: Set<string>,
    missing: Set<string>,
  ): Promise<void> {
    const id = taskId(folder, name) ?? name;
    const where = path.join(this.#root, folder, name);
    const read = isBroken ? BAD_NAME : await this.#reader.read(folder, where, id, kind);
    if (!read) {
      this.#entries.remove(folder, name);
      missing.add(suspectOf(folder, id));
      return;
    }
    const { validated, confirmed } = this.#keep(folder, name, id, read);
    if (isPassing(validated) && !confirmed) {
      suspects.add(suspectOf(folder, id));
    }
  }

  #mayHaveChanged(entry: Entry): boolean {
    if (entry.stat === null || entry.fresh) return true;
    try {
      const file = path.join(this.#root, entry.folder, entry.name);
      return !sameIdentity(entry.stat, identityOf(this.#ports.files.blocking.lstat(file)));
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      return true;
    }
  }

  /** Keeps what was read. What says the same as before stays the same object. */
  #keep(folder: string, name: string, id: string, read: ReadFile): Entry {
    const known = this.#entries.get(folder, name);
    const { validated } = read;
    if (known?.validated.reason === null && validated.reason === 'unreadable_file') {
      // A failure that says nothing of the file itself leaves what was known of it, to be read again.
      if (read.stat === null || sameIdentity(known.stat, read.stat)) {
        known.fresh = true;
        return known;
      }
    }
    const same =
      known !== undefined &&
      known.validated.reason === validated.reason &&
      known.validated.version === validated.version;
    if (!same || (validated.version === '' && !sameIdentity(known.stat, read.stat))) {
      const entry = newEntry(folder, name, id, read);
      this.#entries.set(entry);
      return entry;
    }
    known.stat = read.stat;
    known.fresh = read.fresh;
    return known;
  }

  /** Ids in two folders: most are on their way from one to the other. */
  #suspectTwins(suspects: Set<string>): void {
    for (const id of this.#entries.twins) {
      const copies = this.#entries.copies(id).map((folder) => this.#entries.get(folder, `${id}${SUFFIX}`));
      if (copies.some((entry) => entry?.validated.reason === 'bad_name')) continue;
      if (copies.some((entry) => !entry?.confirmed)) suspects.add(suspectOf('inbox', id));
    }
  }

  async #lookAgain(suspect: string): Promise<void> {
    const { id, folders } = whereToLook(suspect);
    for (const folder of folders) {
      const name = `${id}${SUFFIX}`;
      const read = await this.#reader.read(folder, fileOf(this.#root, folder, id), id, null);
      if (read) this.#keep(folder, name, id, read).confirmed = true;
      else if (this.#entries.get(folder, name)?.validated.reason !== 'bad_name') {
        this.#entries.remove(folder, name);
      }
    }
  }
}

/** Tasks are looked for in all task folders, so one name serves whichever folder they were in. */
function suspectOf(folder: string, id: string): string {
  return `${folder === AGENTS_FOLDER ? AGENTS_FOLDER : TASK_FOLDERS[0]}/${id}`;
}

/** The name in a suspect, and where it is looked for. */
function whereToLook(suspect: string): { id: string; folders: readonly string[] } {
  const at = suspect.indexOf('/');
  const folders = isTaskFolder(suspect.slice(0, at)) ? TASK_FOLDERS : [AGENTS_FOLDER];
  return { id: suspect.slice(at + 1), folders };
}
