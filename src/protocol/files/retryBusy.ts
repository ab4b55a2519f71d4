/** Calls that a scanner, an indexer or a full table of handles fails for a moment are tried again. */
import { setTimeout as pause } from 'node:timers/promises';
import { errnoOf } from './errno.ts';

const PASSING = new Set(['EPERM', 'EBUSY', 'EAGAIN', 'EINTR', 'EMFILE', 'ENFILE']);
/** Milliseconds between the tries. */
export const PAUSES = [10, 40, 160];

/** Whether an error of this name may be gone in a moment. */
export function mayPass(errno: string): boolean {
  return PASSING.has(errno) || (errno === 'EACCES' && process.platform === 'win32');
}

/** Tries `call` up to four times while it fails with what may pass. It must change nothing where it fails. */
export async function retryBusy<T>(call: () => Promise<T>): Promise<T> {
  for (const milliseconds of PAUSES) {
    try {
      return await call();
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null || !mayPass(errno)) {
        throw error;
      }
      await pause(milliseconds);
    }
  }
  return call();
}
