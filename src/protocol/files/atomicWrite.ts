/** Replaces a file whole: a reader sees the old one or the new one. */
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { ok, type Result, refuse } from '../lib/result.ts';
import { callOf, errnoOf } from './errno.ts';
import type { Files } from './filesPort.ts';
import { removeQuietly, writeNew } from './readWhole.ts';
import { patiently } from './retryBusy.ts';

/** Refused: `link` where there is something else than a regular file of one name; `io` {errno, call}. */
export async function writeAtomic(
  files: Files,
  file: string,
  bytes: Uint8Array,
  mode = 0o644,
): Promise<Result<void>> {
  const draft = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  let drafted = false;
  try {
    const there = await statOrNull(files, file);
    if (there && (there.kind !== 'file' || there.nlink !== 1)) {
      return refuse('link', `${file} is a link, has several names or is not a regular file.`);
    }
    await writeNew(files, draft, bytes, there ? there.mode & 0o777 : mode);
    drafted = true;
    await patiently(() => files.rename(draft, file));
    drafted = false;
    return ok(undefined);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return refuse('io', `${file} could not be written: ${errno}.`, { errno, call: callOf(error) });
  } finally {
    if (drafted) await removeQuietly(files, draft);
  }
}

async function statOrNull(files: Files, file: string) {
  try {
    return await files.lstat(file);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
