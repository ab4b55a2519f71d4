/** Who may write where, asked before one types; the write itself checks again. */
import * as path from 'node:path';
import type { CanWrite } from '../../protocol/files/canWrite.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import type { PlaceSpec } from './place.ts';

/**
 * Whether the person may write here. Codes: `restricted` (the workspace is not trusted), `outside` (neither in one of
 * its folders nor in a root of the user's setting, args.worktree where a worktree does not point back), `read-only`
 * (the system lets us not write; args.path), `unreadable` (it says not what is written to).
 */
export type Writable =
  | { ok: true }
  | {
      ok: false;
      code: 'restricted' | 'outside' | 'read-only' | 'unreadable';
      args: Record<string, unknown>;
    };

/** `roots`: real paths in which the person may write. `folder`: what a refusal names. */
export function mayWriteIn(
  { real, folder, place }: { real: string; folder: string; place: PlaceSpec },
  { trusted, roots }: { trusted: boolean; roots: readonly string[] },
): Writable {
  if (!trusted) return { ok: false, code: 'restricted', args: {} };
  const worktree = place.origin === 'worktree';
  if (roots.some((root) => isInside(root, real)) || (worktree && place.pointsBack === true))
    return { ok: true };
  return { ok: false, code: 'outside', args: { folder, worktree } };
}

/** Asks the system of each of these names in a thing's folder; an empty one is the folder itself. */
export async function canWriteAll(
  { real, folder }: { real: string; folder: string },
  names: readonly string[],
  canWrite: CanWrite,
): Promise<Writable> {
  for (const name of names) {
    if (await canWrite(path.join(real, name))) continue;
    return { ok: false, code: 'read-only', args: { path: path.join(folder, name) } };
  }
  return { ok: true };
}
