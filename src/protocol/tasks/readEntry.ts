/** The bytes of one entry of a task folder, or why there are none. Only regular files are ever opened. */
import { errnoOf, meansGone } from '../files/errno.ts';
import type { FileKind, FileStat, Files, QuickStat } from '../files/filesPort.ts';
import { closeQuietly, NO_FOLLOW, READ_FLAGS, readUpTo } from '../files/readWhole.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { type Unreadable, unreadable } from './validateTask.ts';

/** What `get`, `list` and every act read. */
export const MOST_BYTES = 67_108_864;
/** What a scan reads. */
export const SCAN_BYTES = 1_048_576;

/** What a scan reads where a person is waited for: a question has to be seen, however much stands beside it. */
export const ASK_BYTES = 8_388_608;

/** The state of a file, to tell whether it is still the same. */
export interface Identity {
  ino: number;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
}

export type ReadEntry =
  | { ok: true; bytes: Buffer; stat: Identity; link: boolean }
  | { ok: false; fault: 'vanished' }
  | { ok: false; fault: 'unreadable'; why: Unreadable; stat: Identity | null };

const VANISHED: ReadEntry = { ok: false, fault: 'vanished' };

export function identityOf(stat: FileStat | QuickStat): Identity {
  return { ino: Number(stat.ino), size: stat.size, mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs };
}

export function sameIdentity(a: Identity | null, b: Identity | null): boolean {
  if (a === null || b === null || a.ino !== b.ino || a.size !== b.size) return false;
  return sameMoment(a.mtimeMs, b.mtimeMs) && sameMoment(a.ctimeMs, b.ctimeMs);
}

/** The two kinds of stat round differently. */
function sameMoment(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.001;
}

function bad(why: Unreadable, stat: Identity | null = null): ReadEntry {
  return { ok: false, fault: 'unreadable', why, stat };
}

/** Reads an entry of at most `most` bytes, following a link. */
export async function readEntry(files: Files, path: string, most: number): Promise<ReadEntry> {
  let link = false;
  let stat: Identity | null = null;
  try {
    const found = await files.lstat(path);
    stat = identityOf(found);
    link = found.kind === 'link';
    if (!link && found.kind !== 'file') return bad(kindFault(found.kind), stat);
  } catch (error) {
    return faultOf(error, false, null);
  }
  try {
    if (link) {
      const target = await files.stat(path);
      if (target.kind !== 'file') return bad(kindFault(target.kind), stat);
    }
    const file = await retryBusy(() => files.open(path, link ? READ_FLAGS : READ_FLAGS | NO_FOLLOW));
    try {
      const opened = await file.stat();
      stat = identityOf(opened);
      if (opened.kind !== 'file') return bad(kindFault(opened.kind), stat);
      if (opened.size > most) return bad(unreadable('too_large'), stat);
      const bytes = Buffer.from(await readUpTo(file, 0, opened.size));
      return { ok: true, bytes, stat, link };
    } finally {
      await closeQuietly(file);
    }
  } catch (error) {
    return faultOf(error, link, stat);
  }
}

function kindFault(kind: FileKind): Unreadable {
  return unreadable(kind === 'directory' ? 'is_directory' : 'not_a_file');
}

function faultOf(error: unknown, link: boolean, stat: Identity | null): ReadEntry {
  const errno = errnoOf(error);
  if (errno === null) throw error;
  if (meansGone(errno)) {
    return link ? bad(unreadable('dangling_symlink'), stat) : VANISHED;
  }
  if (errno === 'ELOOP') return bad(unreadable('symlink_loop'), stat);
  if (errno === 'ENXIO') return bad(unreadable('not_a_file'), stat);
  if (errno === 'EISDIR') return bad(unreadable('is_directory'), stat);
  return bad(unreadable('unreadable_file', '', { errno }), stat);
}

const BLOCKING_FLAGS = READ_FLAGS | NO_FOLLOW;

/**
 * Reads a plain file at once, into a buffer that the next call uses again. null where anything is out of the ordinary:
 * `readEntry` says what.
 */
export function readAtOnce(
  files: Files,
  path: string,
  into: Buffer,
): { bytes: Buffer; stat: Identity } | null {
  const { blocking } = files;
  let file: number;
  try {
    file = blocking.open(path, BLOCKING_FLAGS);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
  try {
    const stat = blocking.stat(file);
    if (stat.kind !== 'file' || stat.size > into.length) return null;
    let have = 0;
    while (have < stat.size) {
      const count = blocking.read(file, into, have, stat.size - have, have);
      if (count === 0) break;
      have += count;
    }
    return { bytes: into.subarray(0, have), stat: identityOf(stat) };
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  } finally {
    blocking.close(file);
  }
}
