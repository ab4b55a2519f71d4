/** What is wrong in a repository, a `.loops` folder or one loop. Reads all of it, folds nothing. */
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import { type Files, nodeFiles } from '../files/filesPort.ts';
import type { Problem } from '../lib/result.ts';
import { LOOPS_FOLDER, MANIFEST_FILE } from './loopFiles.ts';
import { fileProblem } from './problems.ts';
import { LoopReader } from './reader.ts';

/**
 * Problems of all loops at `given`, by loop and then file; `file` is relative to `given`, with `/`. Unknown events are
 * `info`. A folder without loops has none; one that is not there, or is no folder, has one. Never throws for what a
 * folder holds.
 */
export async function validateLoops(given: string, ports: { files?: Files } = {}): Promise<Problem[]> {
  const { files = nodeFiles } = ports;
  const root = path.resolve(given);
  const found = await loopsAt(files, root);
  if (!Array.isArray(found)) return [found];
  const problems: Problem[] = [];
  for (const folder of found) {
    const loop = new LoopReader(folder, { key: null }, { files });
    await loop.refresh();
    loop.close();
    const below = path.relative(root, folder).split(path.sep).filter(Boolean);
    for (const problem of loop.snapshot().problems) {
      problems.push({ ...problem, file: [...below, problem.file].filter(Boolean).join('/') });
    }
  }
  return problems;
}

/** The folders of the loops meant, or why there are none. */
async function loopsAt(files: Files, root: string): Promise<string[] | Problem> {
  const names = await list(files, root);
  if (!Array.isArray(names)) return names;
  const isLoop = names.includes(MANIFEST_FILE) || path.basename(path.dirname(root)) === LOOPS_FOLDER;
  if (isLoop && path.basename(root) !== LOOPS_FOLDER) return [root];
  if (path.basename(root) === LOOPS_FOLDER) return folders(files, root, names);
  if (!names.includes(LOOPS_FOLDER)) return [];
  const below = path.join(root, LOOPS_FOLDER);
  const inside = await list(files, below);
  return Array.isArray(inside) ? folders(files, below, inside) : { ...inside, file: LOOPS_FOLDER };
}

async function list(files: Files, folder: string): Promise<string[] | Problem> {
  try {
    return (await files.readdir(folder)).sort();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (errno === 'ENOENT') return fileProblem('', 'missing');
    if (errno === 'ENOTDIR') return fileProblem('', 'not-a-folder');
    return fileProblem('', 'unreadable', errno);
  }
}

async function folders(files: Files, parent: string, names: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const folder = path.join(parent, name);
    try {
      if ((await files.stat(folder)).kind === 'directory') found.push(folder);
    } catch (error) {
      // A link that leads nowhere is no loop.
      if (errnoOf(error) === null) throw error;
    }
  }
  return found;
}
