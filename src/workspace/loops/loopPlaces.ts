import * as path from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { LOOPS_FOLDER } from '../../protocol/loops/loopFiles.ts';
import { gitWorktrees } from '../kernel/gitWorktrees.ts';

export type Origin = 'workspace' | 'worktree' | 'setting' | 'found';

/** What hinders looking in a place, as a code: `host/words` has the words. */
export type PlaceProblem = 'missing' | 'not-a-folder' | 'no-permission' | 'unreadable' | 'link';

/** A folder in whose `.loops` loops were looked for. */
export interface Place {
  /** As it was given, not its real path. */
  folder: string;
  origin: Origin;
  /** How many loops were found in it. */
  loops: number;
  /** A `PlaceProblem`, or null. A folder without `.loops` is no problem. */
  problem: PlaceProblem | null;
  /** What the last listing took. */
  tookMs: number;
  /** Watching is not possible here: changes are seen at most 10 s late. */
  polling: boolean;
}

export interface Folders {
  workspace: readonly string[];
  /** Roots of the user's own setting. */
  settings: readonly string[];
  /** Loops (`…/.loops/<id>`, or a file in one) that VS Code's search found. */
  found: readonly string[];
}

/** A place before it was looked at. */
export interface PlaceSpec {
  folder: string;
  /** The real path, or the path itself where it has none. */
  real: string;
  origin: Origin;
  /** Of a worktree: it and its repository name each other. */
  pointsBack: boolean;
}

/**
 * Every folder whose own `.loops` is to be listed, each once: the workspace's, the user's, the other worktrees of
 * those, and those that VS Code's search found. Walks nothing.
 */
export async function findPlaces(files: Files, folders: Folders): Promise<PlaceSpec[]> {
  const known = new Map<string, PlaceSpec>();
  const add = async (folder: string, origin: Origin, pointsBack = false): Promise<void> => {
    const plain = stripLoops(folder);
    const real = await files.realpath(plain).catch(() => plain);
    if (!known.has(real)) {
      known.set(real, { folder: plain, real, origin, pointsBack });
    }
  };
  for (const folder of folders.workspace) {
    await add(folder, 'workspace');
  }
  for (const folder of folders.settings) {
    await add(folder, 'setting');
  }
  const repositories = [...known.values()];
  const worktrees = await Promise.all(repositories.map((place) => gitWorktrees(files, place.folder)));
  for (const worktree of worktrees.flat()) {
    await add(worktree.folder, 'worktree', worktree.pointsBack);
  }
  for (const found of folders.found) {
    const repository = repositoryOf(found);
    if (repository !== null) {
      await add(repository, 'found');
    }
  }
  return [...known.values()];
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
  const plain = path.resolve(folder);
  return path.basename(plain) === LOOPS_FOLDER ? path.dirname(plain) : plain;
}
