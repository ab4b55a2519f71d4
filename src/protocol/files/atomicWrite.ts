/** Replaces a file whole: a reader sees the old one or the new one. */
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { ok, type Result, refuse } from '../lib/result.ts';
import { callOf, errnoOf, unless } from './errno.ts';
import type { Files } from './filesPort.ts';
import { removeQuietly, writeNew } from './readWhole.ts';
import { retryBusy } from './retryBusy.ts';

/** Refused: `link` where there is something else than a regular file of one name; `io` {errno, call}. */
export async function writeAtomic(
  files: Files,
  file: string,
  bytes: Uint8Array,
  mode = 0o644,
): Promise<Result<void>> {
  try {
    const there = await unless(['ENOENT'], files.lstat(file));
    if (there && (there.kind !== 'file' || there.nlink !== 1)) {
      return refuse('link', `${file} is a link, has several names or is not a regular file.`);
    }
    const draft = path.join(
      path.dirname(file),
      `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`,
    );
    return await replaceBy(files, draft, file, bytes, there ? there.mode & 0o777 : mode);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return refuse('io', `${file} could not be written: ${errno}.`, { errno, call: callOf(error) });
  }
}

/**
 * Writes `bytes` to `draft`, a name beside `file` that nobody has yet, and renames it to `file`. The draft never stays.
 * Throws what the system refuses.
 *
 * @param mayReplace asked at the last moment at which nothing has changed; what it refuses is given back.
 */
export async function replaceBy(
  files: Files,
  draft: string,
  file: string,
  bytes: Uint8Array,
  mode: number,
  mayReplace: () => Promise<Result<void>> = async () => ok(undefined),
): Promise<Result<void>> {
  let drafted = false;
  try {
    await writeNew(files, draft, bytes, mode);
    drafted = true;
    const may = await mayReplace();
    if (!may.ok) return may;
    await retryBusy(() => files.rename(draft, file));
    drafted = false;
    return ok(undefined);
  } finally {
    if (drafted) await removeQuietly(files, draft);
  }
}
