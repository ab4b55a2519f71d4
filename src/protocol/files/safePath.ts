/** Paths that stay where they belong: agents write the folders we read, and links lead anywhere. */
import * as path from 'node:path';
import { errnoOf, unreachedBy } from './errno.ts';
import type { FileStat, Files, OpenFile } from './filesPort.ts';
import { closeQuietly, NO_FOLLOW, READ_FLAGS } from './readWhole.ts';

/** Whether a path is `root` or lies below it, by their names: what is to be safe from links gives real paths. */
export function isInside(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

type OpenedInside =
  | { ok: true; file: OpenFile; stat: FileStat; real: string }
  | { ok: false; code: 'missing' | 'not-a-file' | 'link' }
  | { ok: false; code: 'unreadable'; errno: string };

/**
 * Opens a regular file for reading whose real path lies in `root`, a real path. Never waits for a FIFO's other end. The
 * last part of the real path is not followed again, should it have been swapped for a link since.
 */
export async function openInside(files: Files, root: string, file: string): Promise<OpenedInside> {
  let handle: OpenFile | null = null;
  try {
    const real = await files.realpath(file);
    if (!isInside(root, real)) return { ok: false, code: 'link' };
    const opened = await files.open(real, READ_FLAGS | NO_FOLLOW);
    handle = opened;
    const stat = await opened.stat();
    if (stat.kind !== 'file') return { ok: false, code: 'not-a-file' };
    handle = null;
    return { ok: true, file: opened, stat, real };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    // A socket answers so; Windows answers so for a directory.
    if (errno === 'ENXIO' || errno === 'EISDIR') return { ok: false, code: 'not-a-file' };
    const code = unreachedBy(errno);
    return code === 'unreadable' ? { ok: false, code, errno } : { ok: false, code };
  } finally {
    if (handle) await closeQuietly(handle);
  }
}

/**
 * A path as the protocol writes it, below the repository, or null: relative, `/` between parts, and none of them empty,
 * `.` or `..`; no backslash and no colon, which Windows reads as more than a name.
 */
export function protocolPath(text: string): string[] | null {
  if (/[\\:\0]/.test(text) || text.startsWith('~')) return null;
  const parts = text.split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..') ? null : parts;
}

/** The real path of a file named by the protocol, if it lies in the repository. Stats it: only when the person opens it. */
export async function resolveInside(
  files: Files,
  repository: string,
  named: string,
): Promise<{ ok: true; real: string } | { ok: false; code: 'path' | 'missing' | 'link' | 'unreadable' }> {
  const parts = protocolPath(named);
  if (parts === null) return { ok: false, code: 'path' };
  try {
    const root = await files.realpath(repository);
    const real = await files.realpath(path.join(root, ...parts));
    return isInside(root, real) ? { ok: true, real } : { ok: false, code: 'link' };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return { ok: false, code: unreachedBy(errno) };
  }
}
