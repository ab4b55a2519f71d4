/** The folders that an act needs, and where else an id stands. */
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import type { FileStat } from '../files/filesPort.ts';
import { retryBusy } from '../files/retryBusy.ts';
import { isInside } from '../files/safePath.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { type Act, linked } from './act.ts';
import { fileOf, leftoverId, TASK_FOLDERS, type TaskFolderName } from './taskNames.ts';

/** Null where there is nothing. A link is not followed. */
export async function lookAt(act: Act, file: string): Promise<FileStat | null> {
  try {
    return await act.ports.files.lstat(file);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    throw error;
  }
}

/** The task folders in which a file of this name stands, in order. */
export async function foldersOf(act: Act, id: string): Promise<TaskFolderName[]> {
  const found: TaskFolderName[] = [];
  for (const folder of TASK_FOLDERS) {
    if (await lookAt(act, fileOf(act.root, folder, id))) found.push(folder);
  }
  return found;
}

/** Where an id that is in none of the folders may be: set aside for a change. */
export async function isAside(act: Act, id: string): Promise<boolean> {
  try {
    const names = await act.ports.files.readdir(path.join(act.root, 'inbox'));
    return names.some((name) => leftoverId(name) === id);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}

/** Makes a folder of the workspace where it is not there, and sees that it is inside. */
export async function needFolder(act: Act, folder: string): Promise<Result<void>> {
  const { files } = act.ports;
  const where = path.join(act.root, folder);
  try {
    return await inside(act, folder);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  // A link that leads nowhere is there, and no folder can be made in its place.
  if (await lookAt(act, where)) return linked(folder);
  try {
    await retryBusy(() => files.mkdir(where));
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
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
    const stat = await statOrNull(act, folder);
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

async function statOrNull(act: Act, folder: string): Promise<FileStat | null> {
  try {
    return await act.ports.files.stat(path.join(act.root, folder));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
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
