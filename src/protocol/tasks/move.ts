/** A task goes from one folder to another: rewritten where it is, then renamed, as the peer does it. */

import { errnoOf } from '../files/errno.ts';
import { retryBusy } from '../files/retryBusy.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import type { Refusal, Result } from '../lib/result.ts';
import {
  type Act,
  alone,
  changed,
  exists,
  gone,
  invalidField,
  invalidId,
  io,
  type Workspace,
} from './act.ts';
import { foldersOf, lookAt, needFolders } from './actFolders.ts';
import { isLeaving } from './interrupted.ts';
import { fitsLevels, MOST_LEVELS } from './jsonValues.ts';
import { MOST_BYTES, readEntry } from './readEntry.ts';
import { bytesOf, restore, rewrite, written } from './replaceTask.ts';
import { type Taken, takeTask } from './takeTask.ts';
import type { WrittenTask } from './taskModel.ts';
import { fileOf, isSafeId, type TaskFolderName } from './taskNames.ts';
import { lastEntry, lastOf, orderedTree } from './taskRecord.ts';
import { versionOf } from './validateTask.ts';

export interface Move {
  from: TaskFolderName;
  /** Where it goes, by what the task says. */
  to: (task: Taken) => TaskFolderName;
  /** Changes the tree, by one reading of the clock. */
  change: (tree: JsonObject, at: string) => void;
  seen?: string | undefined;
  /** Only if the last claim is this agent's. */
  agent?: string | undefined;
  /** The version of a copy at the other end that may be replaced. */
  over?: string | undefined;
}

export async function moveTask(workspace: Workspace, id: string, move: Move): Promise<Result<WrittenTask>> {
  if (!isSafeId(id)) return invalidId(id);
  return alone(workspace, id, async (act) => {
    const taken = await takeTask(act, move.from, id, move.seen);
    if (!taken.ok) return taken;
    return moveTaken(act, taken.value, move);
  });
}

/** Moves a task that was read under the lock. */
export async function moveTaken(act: Act, task: Taken, move: Move): Promise<Result<WrittenTask>> {
  const other = claimedByOther(task, move.agent);
  if (other) return other;
  // Another is moving it at this moment, or was killed at it: then it is mended first.
  if (isLeaving(task.folder, task.record)) return changed({ version: task.version });
  const to = move.to(task);
  const folders = await needFolders(act, move.from, to);
  if (!folders.ok) return folders;
  const taken = await placeTaken(act, task, to, move.over);
  if (taken) return taken;
  const tree = orderedTree(task.tree, act.stamp);
  move.change(tree, act.stamp());
  if (!fitsLevels(tree, MOST_LEVELS)) return invalidField('value');
  const bytes = bytesOf(tree);
  const rewritten = await rewrite(act, task.file, task.stat, bytes);
  if (!rewritten.ok) return withPlace(act, task.id, rewritten);
  const moved = await renameOn(act, task, to, bytes);
  return moved ?? written(act, task.id, to, tree);
}

function claimedByOther(task: Taken, agent: string | undefined): Refusal | null {
  if (agent === undefined) return null;
  const claimedBy = lastOf(task.record, 'active')?.['claimed_by'] ?? null;
  return claimedBy === agent && lastEntry(task.record) !== null ? null : changed({ claimedBy });
}

async function placeTaken(act: Act, task: Taken, to: string, over?: string): Promise<Refusal | null> {
  const file = fileOf(act.root, to, task.id);
  if (!(await lookAt(act, file))) return null;
  if (over === undefined) return exists(to);
  const read = await readEntry(act.ports.files, file, MOST_BYTES);
  return read.ok && !read.link && versionOf(read.bytes) === over ? null : exists(to);
}

/** The last step; where it fails the old bytes are put back. */
async function renameOn(act: Act, task: Taken, to: string, ours: Buffer): Promise<Refusal | null> {
  try {
    await retryBusy(() => act.ports.files.rename(task.file, fileOf(act.root, to, task.id)));
    return null;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (errno === 'ENOENT' && !(await lookAt(act, task.file))) return withPlace(act, task.id, gone(null));
    await restore(act, task.file, ours, task.bytes);
    return io(error);
  }
}

/** Says where a task that is gone is now. */
export async function withPlace<T extends Refusal>(act: Act, id: string, refusal: T): Promise<Refusal> {
  if (refusal.code !== 'gone') return refusal;
  return gone((await foldersOf(act, id))[0] ?? null);
}
