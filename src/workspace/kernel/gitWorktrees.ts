import * as path from 'node:path';
import type { Files } from '../../protocol/files/filesPort.ts';
import { readText } from './readText.ts';

export interface Worktree {
  folder: string;
  /**
   * Its own `.git` names this repository and the repository names it: only then may anything be written there, since
   * a repository can claim any folder of the machine as its worktree, and a folder any repository as its own.
   */
  pointsBack: boolean;
}

/** A path and a newline. */
const pointerLimit = 16_384;
/** More than this are made by tools that never look at them. */
const worktreeLimit = 100;

/**
 * The other worktrees of the repository whose root `folder` is, by git's own files: `.git` (a folder, or a file that
 * names one), its `commondir`, and `worktrees/NAME/gitdir`. Those whose folder is gone are left out. Empty where there is
 * no repository. Sources: gitrepository-layout(5), git-worktree(1).
 */
export async function gitWorktrees(files: Files, folder: string): Promise<Worktree[]> {
  const repository = await findRepository(files, folder);
  if (repository === null) {
    return [];
  }
  const { common, trusted } = repository;
  const self = await realpath(files, folder);
  const found: Worktree[] = [];
  const seen = new Set([self]);
  const add = async (worktree: string, pointsBack: () => Promise<boolean>): Promise<void> => {
    const real = await realpath(files, worktree);
    const stat = real === null ? null : await files.stat(real).catch(() => null);
    if (real === null || seen.has(real) || stat?.kind !== 'directory') {
      return;
    }
    seen.add(real);
    found.push({ folder: worktree, pointsBack: trusted && (await pointsBack()) });
  };
  if (path.basename(common) === '.git') {
    const main = path.dirname(common);
    await add(main, async () => (await realpath(files, path.join(main, '.git'))) === common);
  }
  const names = await files.readdir(path.join(common, 'worktrees')).catch(() => []);
  for (const name of names.sort().slice(0, worktreeLimit)) {
    const own = path.join(common, 'worktrees', name);
    const pointer = await readPointer(files, path.join(own, 'gitdir'), own);
    if (pointer !== null && path.basename(pointer) === '.git') {
      const worktree = path.dirname(pointer);
      await add(worktree, async () => {
        const back = await readGitFile(files, worktree);
        return back !== null && (await samePlace(files, back, own));
      });
    }
  }
  return found;
}

/** The repository's common folder, by its real path, and whether it knows the folder we came from. */
async function findRepository(
  files: Files,
  folder: string,
): Promise<{ common: string; trusted: boolean } | null> {
  const git = path.join(folder, '.git');
  const stat = await files.lstat(git).catch(() => null);
  if (stat?.kind === 'directory') {
    const common = await realpath(files, git);
    return common === null ? null : { common, trusted: true };
  }
  const own = stat?.kind === 'file' ? await readGitFile(files, folder) : null;
  if (own === null) {
    return null;
  }
  const named = await readPointer(files, path.join(own, 'commondir'), own);
  const common = await realpath(files, named ?? own);
  if (common === null) {
    return null;
  }
  const back = await readPointer(files, path.join(own, 'gitdir'), own);
  return { common, trusted: back !== null && (await samePlace(files, back, git)) };
}

/** What a worktree's `.git` file names. */
async function readGitFile(files: Files, worktree: string): Promise<string | null> {
  const text = await readText(files, path.join(worktree, '.git'), pointerLimit);
  const named = text === null ? null : (/^gitdir: ([^\r\n\0]+)/.exec(text)?.[1] ?? null);
  return named === null ? null : path.resolve(worktree, named);
}

/** A file that holds one path, which may be relative to `base`. */
async function readPointer(files: Files, file: string, base: string): Promise<string | null> {
  const text = await readText(files, file, pointerLimit);
  const named = text === null ? null : (/^[^\r\n\0]+/.exec(text)?.[0] ?? null);
  return named === null ? null : path.resolve(base, named);
}

async function samePlace(files: Files, a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([realpath(files, a), realpath(files, b)]);
  return first !== null && first === second;
}

async function realpath(files: Files, of: string): Promise<string | null> {
  return files.realpath(of).catch(() => null);
}
