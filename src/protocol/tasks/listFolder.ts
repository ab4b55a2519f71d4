/** The names of one folder that stand for tasks or agents. */
import { isUtf8 } from 'node:buffer';
import { errnoOf } from '../files/errno.ts';
import type { Files, FolderEntry } from '../files/filesPort.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { SUFFIX, taskId } from './taskNames.ts';

export interface Listing {
  /** Files whose names could be a task's or an agent's. */
  files: FolderEntry[];
  /** Names that are not UTF-8, so that nothing can be opened by them. */
  broken: ReadonlySet<string>;
}

export type Listed = { ok: true; listing: Listing } | { ok: false; errno: string };

/** A folder that is not there is empty. */
export async function listFolder(files: Files, path: string, folder: string): Promise<Listed> {
  try {
    const broken = new Set<string>();
    const all = await retryBusy(() => files.list(path));
    if (all.some(({ name }) => name.includes('\ufffd'))) {
      for (const raw of await files.rawNames(path)) {
        if (!isUtf8(raw)) broken.add(Buffer.from(raw).toString());
      }
    }
    const named = (broken.size === 0 ? all : apart(all, broken)).filter(
      ({ name }) => name.endsWith(SUFFIX) || taskId(folder, name) !== null,
    );
    return { ok: true, listing: { files: named, broken } };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return errno === 'ENOENT'
      ? { ok: true, listing: { files: [], broken: new Set() } }
      : { ok: false, errno };
  }
}

/** Names that are not UTF-8 may read alike: a number tells them apart, so that each is an entry. Adds these to `broken`. */
function apart(entries: readonly FolderEntry[], broken: Set<string>): FolderEntry[] {
  const taken = new Set<string>();
  const all = new Set(entries.map(({ name }) => name));
  return entries.map((entry) => {
    let { name } = entry;
    for (let count = 2; taken.has(name); count += 1) {
      const other = entry.name.replace(/(\.[^.]*)?$/, ` (${count})$1`);
      if (all.has(other)) continue;
      name = other;
    }
    taken.add(name);
    if (name !== entry.name) broken.add(name);
    return name === entry.name ? entry : { ...entry, name };
  });
}
