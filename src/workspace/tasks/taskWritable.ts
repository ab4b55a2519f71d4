import * as path from 'node:path';
import type { CanWrite } from '../../protocol/files/canWrite.ts';
import { isInside } from '../../protocol/files/safePath.ts';
import type { Writable } from '../loops/watchedLoop.ts';
import { WORKSPACE_FOLDERS } from './discoverWorkspaces.ts';

/**
 * Who may write in a task workspace, asked before one types; an act itself checks again. `present`: its folders that are
 * there. The workspace itself need be writable only where an act would have to make one of them.
 */
export async function whoMayWriteTasks(
  workspace: { folder: string; real: string },
  present: readonly string[],
  ports: { canWrite: CanWrite; trusted: boolean; roots: readonly string[] },
): Promise<Writable> {
  if (!ports.trusted) return { ok: false, code: 'restricted', args: {} };
  if (!ports.roots.some((root) => isInside(root, workspace.real))) {
    return { ok: false, code: 'outside', args: { folder: workspace.folder, worktree: false } };
  }
  const whole = WORKSPACE_FOLDERS.every((name) => present.includes(name));
  for (const name of whole ? present : ['', ...present]) {
    if (await ports.canWrite(path.join(workspace.real, name))) continue;
    return { ok: false, code: 'read-only', args: { path: path.join(workspace.folder, name) } };
  }
  return { ok: true };
}
