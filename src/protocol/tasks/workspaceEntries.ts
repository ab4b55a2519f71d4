/** The entries of a workspace, by folder and in order, and which ids stand in more than one folder. */

import { compareTasks, compareText } from './compareTasks.ts';
import type { Entry } from './folderEntry.ts';
import { isTaskFolder } from './taskNames.ts';

export class Entries {
  readonly #folders = new Map<string, Map<string, Entry>>();
  readonly #sorted = new Map<string, readonly Entry[]>();
  /** The folders of each id; those in one folder share their list. */
  readonly #copies = new Map<string, readonly string[]>();
  readonly #single = new Map<string, readonly string[]>();
  /** Ids in more than one folder. */
  readonly twins = new Set<string>();

  get(folder: string, name: string): Entry | undefined {
    return this.#folders.get(folder)?.get(name);
  }

  /** By name, in the order of the last look. */
  in(folder: string): ReadonlyMap<string, Entry> {
    return this.#in(folder);
  }

  #in(folder: string): Map<string, Entry> {
    const known = this.#folders.get(folder);
    if (known) return known;
    const made = new Map<string, Entry>();
    this.#folders.set(folder, made);
    return made;
  }

  set(entry: Entry): void {
    const entries = this.#in(entry.folder);
    if (!entries.has(entry.name)) this.#count(entry, (folders) => [...folders, entry.folder]);
    entries.set(entry.name, entry);
    this.#sorted.delete(entry.folder);
  }

  remove(folder: string, name: string): void {
    const entry = this.get(folder, name);
    if (!entry) return;
    this.#in(folder).delete(name);
    this.#sorted.delete(folder);
    this.#count(entry, (folders) => folders.filter((other) => other !== folder));
  }

  removeAll(folder: string): void {
    for (const name of [...this.#in(folder).keys()]) this.remove(folder, name);
  }

  /** The folders in which an id stands, what was set aside for a change not counted. */
  copies(id: string): readonly string[] {
    return this.#copies.get(id) ?? [];
  }

  #count({ id, folder, leftover }: Entry, change: (folders: readonly string[]) => readonly string[]): void {
    if (leftover || !isTaskFolder(folder)) return;
    const folders = change(this.copies(id));
    if (folders.length === 0) this.#copies.delete(id);
    else this.#copies.set(id, folders.length === 1 ? this.#shared(folders) : folders);
    if (folders.length > 1) this.twins.add(id);
    else this.twins.delete(id);
  }

  #shared(folders: readonly string[]): readonly string[] {
    const folder = folders[0] ?? '';
    const known = this.#single.get(folder) ?? folders;
    this.#single.set(folder, known);
    return known;
  }

  /**
   * Readable ones in the peer's order, then the others by name. They are kept in that order, so that the next time only
   * what was added has to find its place. `now` is what an empty time counts as.
   */
  sorted(folder: string, now: string): readonly Entry[] {
    const known = this.#sorted.get(folder);
    if (known) return known;
    const entries = this.#in(folder);
    const list = [...entries.values()];
    const compare = (a: Entry, b: Entry) => compareEntries(a, b, now);
    if (!list.every((entry, index) => index === 0 || compare(list[index - 1] ?? entry, entry) <= 0)) {
      list.sort(compare);
      entries.clear();
      for (const entry of list) entries.set(entry.name, entry);
    }
    this.#sorted.set(folder, list);
    return list;
  }
}

function compareEntries(a: Entry, b: Entry, now: string): number {
  const left = a.validated.reason === null;
  const right = b.validated.reason === null;
  if (left !== right) return left ? -1 : 1;
  return left ? compareTasks(a.key, b.key, now) : compareText(a.name, b.name);
}
