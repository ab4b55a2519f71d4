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
