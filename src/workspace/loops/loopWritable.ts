import { access, constants } from 'node:fs/promises';
import * as path from 'node:path';
import type { CanWrite } from '../../protocol/files/canWrite.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import { INBOX_FILE } from '../../protocol/loops/loopFiles.ts';
import type { LoopSnapshot } from '../../protocol/loops/loopSnapshot.ts';
import type { PlaceSpec } from './loopPlaces.ts';
import type { Writable } from './watchedLoop.ts';

export const canWrite: CanWrite = async (file) => {
  try {
    await access(file, constants.W_OK);
    return true;
  } catch {
    // Whatever the reason, the answer is the same.
    return false;
  }
};

/** Who may write where (loops.md, Writing), asked before one types; the write itself checks again. */
export async function whoMayWrite(
  loop: { folder: string; real: string; place: PlaceSpec; snapshot: LoopSnapshot },
  ports: { files: Files; canWrite: CanWrite; trusted: boolean; roots: readonly string[] },
): Promise<Writable> {
  if (!ports.trusted) {
    return { ok: false, code: 'restricted', args: {} };
  }
  const inside = ports.roots.some((root) => isInside(root, loop.real));
  if (!inside && !(loop.place.origin === 'worktree' && loop.place.pointsBack)) {
    const worktree = loop.place.origin === 'worktree';
    return { ok: false, code: 'outside', args: { folder: loop.place.folder, worktree } };
  }
  if (loop.snapshot.manifest === null) {
    return { ok: false, code: 'unreadable', args: {} };
  }
  const inbox = path.join(loop.folder, INBOX_FILE);
  const there = await ports.files.lstat(inbox).catch(() => null);
  for (const file of there === null ? [loop.folder] : [loop.folder, inbox]) {
    if (!(await ports.canWrite(file))) {
      return { ok: false, code: 'read-only', args: { path: file } };
    }
  }
  return { ok: true };
}
