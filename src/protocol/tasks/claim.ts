/** A waiting task becomes somebody's: the rename from inbox/ is what decides, against the peer's agents too. */
import { errnoOf } from '../files/errno.ts';
import { retryBusy } from '../files/retryBusy.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import { type Refusal, type Result, refuse } from '../lib/result.ts';
import { type Act, alone, changed, gone, invalidField, invalidId, io, type Workspace } from './act.ts';
import { lookAt, needFolders } from './actFolders.ts';
import { withPlace } from './move.ts';
import { bytesOf, restore, rewrite, written } from './replaceTask.ts';
import { type ReadTask, readTask, type Taken, takeTask } from './takeTask.ts';
import type { WrittenTask } from './taskModel.ts';
import { fileOf, isSafeId, type TaskFolderName } from './taskNames.ts';
import { log, orderedTree } from './taskRecord.ts';
import { treeOfBytes } from './validateTask.ts';

/** As the peer's `claim`. */
export function claimTask(
  workspace: Workspace,
  id: string,
  agent: string,
  seen: string | undefined,
): Promise<Result<WrittenTask>> {
  return take(workspace, id, agent, seen, null);
}

/** Claimed and blocked in one act, so that no agent takes it in between. */
export function withdrawTask(
  workspace: Workspace,
  id: string,
  name: string,
  seen: string | undefined,
): Promise<Result<WrittenTask>> {
  return take(workspace, id, name, seen, `withdrawn by ${name}`);
}

async function take(
  workspace: Workspace,
  id: string,
  agent: string,
  seen: string | undefined,
  blockedBecause: string | null,
): Promise<Result<WrittenTask>> {
  if (!isSafeId(id)) return invalidId(id);
  if (typeof agent !== 'string' || agent === '') return invalidField('agent');
  return alone(workspace, id, async (act) => {
    const taken = await takeTask(act, 'inbox', id, seen);
    if (!taken.ok) return taken;
    const on: TaskFolderName[] = blockedBecause === null ? [] : ['blocked'];
    const folders = await needFolders(act, 'inbox', 'active', ...on);
    if (!folders.ok) return folders;
    if (!(await act.held.stillOurs())) return refuse('busy', 'The lock was lost.');
    const lost = await rename(act, taken.value);
    if (lost) return lost;
    return finish(
      act,
      taken.value,
      (tree) => {
        log(tree, 'active', act.stamp(), [['claimed_by', agent]]);
        tree.set('assigned_to', agent);
        if (blockedBecause !== null) log(tree, 'blocked', act.stamp(), [['reason', blockedBecause]]);
      },
      blockedBecause === null ? 'active' : 'blocked',
    );
  });
}

async function rename(act: Act, task: Taken): Promise<Refusal | null> {
  try {
    await retryBusy(() => act.ports.files.rename(task.file, fileOf(act.root, 'active', task.id)));
    return null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return withPlace(act, task.id, gone(null));
    // Where it went through all the same it is still ours to give back.
    if (errnoOf(error) !== null) await giveBack(act, task);
    return io(error);
  }
}

/** It is ours now: written as claimed, and given back unchanged where that cannot be. */
async function finish(
  act: Act,
  task: Taken,
  change: (tree: JsonObject) => void,
  to: TaskFolderName,
): Promise<Result<WrittenTask>> {
  const file = fileOf(act.root, 'active', task.id);
  let bytes: Buffer | null = null;
  try {
    const read = await readTask(act, file, task.id);
    if (!read.ok && read.code === 'vanished') return withPlace(act, task.id, gone(null));
    const refusal = read.ok ? changedSince(task, read.value) : read;
    if (refusal || !read.ok) {
      await giveBack(act, task);
      return refusal ?? gone(null);
    }
    const tree = orderedTree(treeOfBytes(read.value.bytes), act.stamp);
    change(tree);
    bytes = bytesOf(tree);
    const rewritten = await rewrite(act, file, read.value.stat, bytes);
    if (!rewritten.ok) {
      if (rewritten.code === 'busy') await giveBack(act, task);
      return withPlace(act, task.id, rewritten);
    }
    if (to !== 'active') {
      await retryBusy(() => act.ports.files.rename(file, fileOf(act.root, to, task.id)));
    }
    return await written(act, task.id, to, tree);
  } catch (error) {
    const refusal = io(error);
    if (bytes) await restore(act, file, bytes, task.bytes);
    await giveBack(act, task);
    return refusal;
  }
}

/** Between the first look and the rename another may have written it anew. */
function changedSince(task: Taken, read: ReadTask): Refusal | null {
  if (read.judged.version === task.version) return null;
  return changed({ version: read.judged.version });
}

/** Back to inbox/, unless something stands there or another moved it on; then a scan names the claim as interrupted. */
async function giveBack(act: Act, task: Taken): Promise<void> {
  const file = fileOf(act.root, 'active', task.id);
  try {
    const now = await lookAt(act, file);
    if (now === null || (await lookAt(act, task.file)) !== null) return;
    const read = await readTask(act, file, task.id);
    // Once it says that it is claimed it is not ours to return.
    if (read.ok && read.value.judged.version !== task.version) return;
    await act.ports.files.rename(file, task.file);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}
