/** What every act stands on: the workspace's real path, its lock for one id, and failures as values. */
import { callOf, errnoOf, meansGone } from '../files/errno.ts';
import { type Held, takeLock } from '../files/lock.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { type Refusal, type Result, refuse } from '../lib/result.ts';
import { isSafeId } from './taskNames.ts';
import type { TaskPorts } from './taskPorts.ts';
import type { Stamp } from './timeStamp.ts';

const WAIT_MS = 3000;

/** Where acts happen and by which clock. */
export interface Workspace {
  folder: string;
  ports: TaskPorts;
  stamp: Stamp;
}

/** One act on one id, under its lock. */
export interface Act {
  /** The workspace's real path. */
  root: string;
  ports: TaskPorts;
  stamp: Stamp;
  held: Held;
}

/** Runs `run` alone: no other act of ours, in whatever window, is on this id meanwhile. Refused: `invalid-id`, `busy`, `io`. */
export async function alone<T>(
  workspace: Workspace,
  id: string,
  run: (act: Act) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!isSafeId(id)) return invalidId(id);
  const { folder, ports, stamp } = workspace;
  try {
    const root = await retryBusy(() => ports.files.realpath(folder));
    const lock = await takeLock(`${root}\0${id.toLowerCase()}`, ports, WAIT_MS);
    if (!lock.ok)
      return lock.code === 'busy' ? refuse('busy', 'Another act on this task is under way.') : lock;
    const held = lock.value;
    try {
      return await run({ root, ports, stamp, held });
    } finally {
      await held.release();
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (meansGone(errno) && callOf(error) === 'realpath') return gone(null);
    return io(error);
  }
}

/** Asked right before something changes: a lock that was lost guards nothing any more. */
export async function lostLock(act: Act): Promise<Refusal | null> {
  return (await act.held.stillOurs()) ? null : refuse('busy', 'The lock was lost.');
}

/** `io` {errno, call}; what is no system error is a bug and is thrown on. */
export function io(error: unknown): Refusal {
  const errno = errnoOf(error);
  if (errno === null) throw error;
  return refuse('io', `The system refused: ${errno}.`, { errno, call: callOf(error) });
}

export function gone(foundIn: string | null): Refusal {
  const where = foundIn === null ? 'It is gone.' : `It is in ${foundIn}/ now.`;
  return refuse('gone', where, { foundIn });
}

export function invalidId(id: unknown): Refusal {
  return refuse('invalid-id', 'This cannot be a name.', { id });
}

export function invalidField(field: string): Refusal {
  return refuse('invalid', `${field} cannot be written as given.`, { field });
}

export function exists(folder: string): Refusal {
  return refuse('exists', `There is one in ${folder}/ already.`, { folder });
}

export function changed(args: { version: string } | { claimedBy: unknown }): Refusal {
  return refuse('changed', 'It has changed since it was looked at.', args);
}

export function linked(file: string): Refusal {
  return refuse('link', `${file} is a link, or lies behind one.`, { file });
}
