/** A task goes from one folder to another: rewritten where it is, then renamed, as the peer does it. */

import { errnoOf } from '../files/errno.ts';
import { retryBusy } from '../files/retryBusy.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import type { Refusal, Result } from '../lib/result.ts';
import { type Act, changed, exists, invalidField, io, type Workspace } from './actContext.ts';
import { lookAt, needFolders } from './actFolders.ts';
import { isLeaving } from './interrupted.ts';
import { fitsLevels, MOST_LEVELS } from './jsonValues.ts';
import { MOST_BYTES, readEntry } from './readEntry.ts';
import { bytesOf, restore, rewrite, written } from './replaceTask.ts';
import { goneFrom, onTask, type Taken } from './takeTask.ts';
import type { WrittenTask } from './taskModel.ts';
import { fileOf, type TaskFolderName } from './taskNames.ts';
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

export function moveTask(workspace: Workspace, id: string, move: Move): Promise<Result<WrittenTask>> {
  return onTask(workspace, move.from, id, move.seen, (act, task) => moveTaken(act, task, move));
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
  const occupied = await refuseOccupied(act, task, to, move.over);
  if (occupied) return occupied;
  const tree = orderedTree(task.tree, act.stamp);
  move.change(tree, act.stamp());
  if (!fitsLevels(tree, MOST_LEVELS)) return invalidField('value');
  const bytes = bytesOf(tree);
  const rewritten = await rewrite(act, task.file, task.stat, bytes);
  if (!rewritten.ok) return rewritten.code === 'gone' ? goneFrom(act, task.id) : rewritten;
  const restored = () => restore(act, task.file, bytes, task.bytes);
  const moved = await renameTask(act, task, fileOf(act.root, to, task.id), restored);
  return moved ?? written(act, task.id, to, tree);
}

function claimedByOther(task: Taken, agent: string | undefined): Refusal | null {
  if (agent === undefined) return null;
  const claimedBy = lastOf(task.record, 'active')?.['claimed_by'] ?? null;
  return claimedBy === agent && lastEntry(task.record) !== null ? null : changed({ claimedBy });
}

async function refuseOccupied(act: Act, task: Taken, to: string, over?: string): Promise<Refusal | null> {
  const file = fileOf(act.root, to, task.id);
  if (!(await lookAt(act.ports.files, file))) return null;
  if (over === undefined) return exists(to);
  const read = await readEntry(act.ports.files, file, MOST_BYTES);
  return read.ok && !read.link && versionOf(read.bytes) === over ? null : exists(to);
}

/** Renames a task's file to `target`. Where that fails, `undo` takes back what was done before it. */
export async function renameTask(
  act: Act,
  task: Taken,
  target: string,
  undo: () => Promise<void>,
): Promise<Refusal | null> {
  const { files } = act.ports;
  try {
    await retryBusy(() => files.rename(task.file, target));
    return null;
  } catch (error) {
    const refusal = io(error);
    if (errnoOf(error) === 'ENOENT' && !(await lookAt(files, task.file))) return goneFrom(act, task.id);
    await undo();
    return refusal;
  }
}
