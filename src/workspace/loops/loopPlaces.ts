import * as path from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { LOOPS_FOLDER, MANIFEST_FILE } from '../../protocol/loops/loopFiles.ts';
import { gitWorktrees } from '../kernel/gitWorktrees.ts';
import { type Folders, ownRoots, type Root } from '../kernel/place.ts';

/** Where the editor's own search finds loops, as its pattern. */
export const LOOP_FILES = `**/${LOOPS_FOLDER}/*/${MANIFEST_FILE}`;

/**
 * Every folder whose own `.loops` is to be listed: the workspace's, the user's, the other worktrees of those, and those
 * in which a search found loops (`…/.loops/<id>`, or a file in one). Walks nothing.
 */
export async function loopRoots(files: Files, folders: Folders): Promise<Root[]> {
  const own = ownRoots(folders).map((root) => ({ ...root, folder: stripLoops(root.folder) }));
  const worktrees = await Promise.all(own.map(({ folder }) => gitWorktrees(files, folder)));
  const found = (folders.found ?? []).flatMap((file) => repositoryOf(file) ?? []);
  return [
    ...own,
    ...worktrees.flat().map((worktree) => ({ ...worktree, origin: 'worktree' as const })),
    ...found.map((folder) => ({ folder: stripLoops(folder), origin: 'found' as const })),
  ];
}

/** The folder that holds the last `.loops` of a path, null where the path has none. */
export function repositoryOf(file: string): string | null {
  for (let at = path.resolve(file); ; at = path.dirname(at)) {
    if (path.basename(at) === LOOPS_FOLDER) {
      return path.dirname(at);
    }
    if (path.dirname(at) === at) {
      return null;
    }
  }
}

/** A person may name `.loops` itself. */
function stripLoops(folder: string): string {
  return path.basename(folder) === LOOPS_FOLDER ? path.dirname(folder) : folder;
}
