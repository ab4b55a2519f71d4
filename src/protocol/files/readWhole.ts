/** Small files read and written whole, regular files only. */
import { constants } from 'node:fs';
import { errnoOf, ifPossible, meansGone } from './errno.ts';
import type { FileStat, Files, OpenFile } from './filesPort.ts';
import { retryBusy } from './retryBusy.ts';

/** Never waits for the other end of a FIFO; Windows has no such flag. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
export const READ_FLAGS = constants.O_RDONLY | NO_WAIT;

type SmallRead =
  | { ok: true; bytes: Uint8Array; stat: FileStat }
  | { ok: false; code: 'missing' | 'not-a-file' | 'too-large' | 'unreadable'; errno: string | null };

/** Reads a regular file of at most `most` bytes. */
export async function readSmall(files: Files, path: string, most: number, flags = 0): Promise<SmallRead> {
  try {
    const file = await retryBusy(() => files.open(path, READ_FLAGS | flags));
    try {
      const stat = await file.stat();
      if (stat.kind !== 'file') return { ok: false, code: 'not-a-file', errno: null };
      if (stat.size > most) return { ok: false, code: 'too-large', errno: null };
      const bytes = await readUpTo(file, 0, Math.min(stat.size, most));
      return { ok: true, bytes, stat };
    } finally {
      await closeQuietly(file);
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return { ok: false, code: meansGone(errno) ? 'missing' : 'unreadable', errno };
  }
}

/** `length` bytes from `position`, fewer where the file ends before. */
export async function readUpTo(file: OpenFile, position: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length);
  let have = 0;
  while (have < length) {
    const count = await file.read(bytes, have, length - have, position + have);
    if (count === 0) break;
    have += count;
  }
  return bytes.subarray(0, have);
}

/** Makes a file that must not be there yet and writes it whole; a half written one is removed again. */
export async function writeNew(files: Files, path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
  const file = await retryBusy(() => files.open(path, flags, mode));
  let whole = false;
  try {
    try {
      let done = 0;
      while (done < bytes.length) done += await file.write(bytes, done, bytes.length - done);
      await file.sync();
    } finally {
      await file.close();
    }
    whole = true;
  } finally {
    if (!whole) await removeQuietly(files, path);
  }
}

/** Takes a draft away; where that fails too, the first failure is the one to tell. */
export async function removeQuietly(files: Files, draft: string): Promise<void> {
  await ifPossible(files.unlink(draft));
}

/** Closes what was only read: whatever that says, what was read stands. */
export async function closeQuietly(file: OpenFile): Promise<void> {
  await ifPossible(file.close());
}
