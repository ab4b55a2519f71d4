/** The name of a system error such as `ENOSPC`; null for anything else, which is a bug and is thrown on. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** The system call that failed, for the message. */
export function callOf(error: unknown): string {
  return error instanceof Error && 'syscall' in error ? String(error.syscall) : '';
}

/** Whether an error of this name says that nothing is there. Any other says nothing of what is there. */
export function meansGone(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR';
}

/** What `call` gives; null where the system refuses it with one of `errnos`. Anything else is thrown on. */
export async function unless<T>(errnos: readonly string[], call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (errnos.includes(errnoOf(error) ?? '')) return null;
    throw error;
  }
}

/** What `call` gives; null where the system refuses it, whatever it says. For what may fail without anything being lost. */
export async function ifPossible<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** What an error of this name says of a file or folder that was to be reached. */
export function unreachedBy(errno: string): 'missing' | 'link' | 'unreadable' {
  if (meansGone(errno)) return 'missing';
  return errno === 'ELOOP' ? 'link' : 'unreadable';
}
