/** The folders that an act needs, and where else an id stands. */
import * as path from 'node:path';
import { ifPossible, unless } from '../files/errno.ts';
import type { FileStat, Files } from '../files/filesPort.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { isInside } from '../files/safePath.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { type Act, linked } from './actContext.ts';
import { fileOf, foldName, leftoverId, TASK_FOLDERS, type TaskFolderName, taskId } from './taskNames.ts';

/** Null where there is nothing. A link is not followed. */
export function lookAt(files: Files, file: string): Promise<FileStat | null> {
  return unless(['ENOENT', 'ENOTDIR'], files.lstat(file));
}

/** False where somebody else was faster. */
export async function makeFolder(files: Files, folder: string): Promise<boolean> {
  const make = retryBusy(() => files.mkdir(folder)).then(() => true);
  return (await unless(['EEXIST'], make)) ?? false;
}

/** The task folders in which a file of this name stands, in order. */
export async function foldersOf(act: Act, id: string): Promise<TaskFolderName[]> {
  const found: TaskFolderName[] = [];
  for (const folder of TASK_FOLDERS) {
    if (await lookAt(act.ports.files, fileOf(act.root, folder, id))) found.push(folder);
  }
  return found;
}

/** The name of the file in inbox/ that holds a task set aside for a change; null where there is none. */
export async function leftoverOf(files: Files, root: string, id: string): Promise<string | null> {
  const names = await ifPossible(files.readdir(path.join(root, 'inbox')));
  return names?.find((name) => leftoverId(name) === id) ?? null;
}

/** The ids in a folder whose files could be the same as this one's on some disk. */
export async function sameFileIds(act: Act, folder: string, id: string): Promise<string[]> {
  const names = await unless(['ENOENT'], act.ports.files.readdir(path.join(act.root, folder)));
  const ids = (names ?? []).flatMap((name) => taskId(folder, name) ?? []);
  const folded = foldName(id);
  return ids.filter((other) => foldName(other) === folded);
}

/** Makes a folder of the workspace where it is not there, and sees that it is inside. */
export async function needFolder(act: Act, folder: string): Promise<Result<void>> {
  const { files } = act.ports;
  const where = path.join(act.root, folder);
  const checked = await unless(['ENOENT'], inside(act, folder));
  if (checked !== null) return checked;
  // A link that leads nowhere is there, and no folder can be made in its place.
  if (await lookAt(files, where)) return linked(folder);
  await makeFolder(files, where);
  return inside(act, folder);
}

async function inside(act: Act, folder: string): Promise<Result<void>> {
  const real = await retryBusy(() => act.ports.files.realpath(path.join(act.root, folder)));
  return isInside(act.root, real) ? ok(undefined) : linked(folder);
}

/** Both ends of a move: there, on one disk, and inside the workspace. */
export async function needFolders(act: Act, from: string, ...to: string[]): Promise<Result<void>> {
  const { files } = act.ports;
  const missing = [];
  for (const folder of to) {
    const stat = await unless(['ENOENT'], files.stat(path.join(act.root, folder)));
    if (stat === null) missing.push(folder);
    else if (stat.dev !== (await files.stat(path.join(act.root, from))).dev) {
      const args = { errno: 'EXDEV', call: 'rename' };
      return refuse('io', `${from}/ and ${folder}/ are on different disks.`, args);
    }
  }
  for (const folder of [from, ...to]) {
    const checked = missing.includes(folder) ? await needFolder(act, folder) : await inside(act, folder);
    if (!checked.ok) return checked;
  }
  return ok(undefined);
}

/**
 * The folders beside `to` that hold a copy after a move. Looked at there and back, so that a task which an agent moves on
 * meanwhile is not taken for two.
 */
export async function copiesAfter(act: Act, id: string, to: string): Promise<string[]> {
  const first = await foldersOf(act, id);
  if (first.length === 0 || (first.length === 1 && first[0] === to)) return [];
  const second = await foldersOf(act, id);
  const both = first.filter((folder) => second.includes(folder));
  if (both.some((folder) => folder === to)) return both.filter((folder) => folder !== to);
  // It went on already; a copy in done/ is the peer's habit and stays.
  return both.length > 1 ? both.slice(1) : [];
}
