import { constants } from 'node:fs';
import type { Files } from '../protocol/files/port.ts';

/** Windows has no such flag; there nothing in a folder blocks an open. */
const nonBlocking = constants.O_NONBLOCK ?? 0;

/**
 * The text of a regular file, or null where there is none, it may not be read, it is something else (a FIFO would hang
 * us), or it is longer than `limit` bytes.
 */
export async function readSmallFile(files: Files, path: string, limit: number): Promise<string | null> {
  const file = await files.open(path, constants.O_RDONLY | nonBlocking).catch(() => null);
  if (file === null) {
    return null;
  }
  try {
    const { kind, size } = await file.stat();
    if (kind !== 'file' || size > limit) {
      return null;
    }
    const bytes = new Uint8Array(limit);
    let length = 0;
    for (;;) {
      const read = await file.read(bytes, length, limit - length, length);
      length += read;
      if (read === 0 || length === limit) {
        return Buffer.from(bytes.buffer, 0, length).toString('utf8');
      }
    }
  } catch {
    // What can't be read is as good as not there: callers go on without it.
    return null;
  } finally {
    await file.close().catch(() => undefined);
  }
}
