import { access, constants } from 'node:fs/promises';

/** Whether this process may write to an existing file or folder: asked of the system, nothing is tried. */
export type CanWrite = (path: string) => Promise<boolean>;

export const systemCanWrite: CanWrite = (path) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
