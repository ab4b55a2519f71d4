/** A waiting task becomes somebody's: the rename from inbox/ is what decides, against the peer's agents too. */
import { ifPossible } from '../files/errno.ts';
import { retryBusy } from '../files/retryBusy.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import type { Result } from '../lib/result.ts';
import { type Act, changed, invalidField, invalidId, io, lostLock, type Workspace } from './actContext.ts';
import { lookAt, needFolders } from './actFolders.ts';
import { renameTask } from './move.ts';
import { bytesOf, restore, rewrite, written } from './replaceTask.ts';
import { goneFrom, onTask, readTask, type Taken } from './takeTask.ts';
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
  return onTask(workspace, 'inbox', id, seen, async (act, task) => {
    const on: TaskFolderName[] = blockedBecause === null ? [] : ['blocked'];
    const folders = await needFolders(act, 'inbox', 'active', ...on);
    if (!folders.ok) return folders;
    // Where the rename went through although it failed, the task is still ours to give back.
    const undo = () => giveBack(act, task);
    const lost = (await lostLock(act)) ?? (await renameTask(act, task, fileOf(act.root, 'active', id), undo));
    if (lost) return lost;
    return finish(
      act,
      task,
      (tree) => {
        log(tree, 'active', act.stamp(), [['claimed_by', agent]]);
        tree.set('assigned_to', agent);
        if (blockedBecause !== null) log(tree, 'blocked', act.stamp(), [['reason', blockedBecause]]);
      },
      blockedBecause === null ? 'active' : 'blocked',
    );
  });
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
    if (!read.ok && read.code === 'vanished') return goneFrom(act, task.id);
    // Between the first look and the rename another may have written it anew.
    if (!read.ok || read.value.validated.version !== task.version) {
      await giveBack(act, task);
      return read.ok ? changed({ version: read.value.validated.version }) : read;
    }
    const tree = orderedTree(treeOfBytes(read.value.bytes), act.stamp);
    change(tree);
    bytes = bytesOf(tree);
    const rewritten = await rewrite(act, file, read.value.stat, bytes);
    if (!rewritten.ok) {
      if (rewritten.code === 'busy') await giveBack(act, task);
      return rewritten.code === 'gone' ? goneFrom(act, task.id) : rewritten;
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

/** Back to inbox/, unless something stands there or another moved it on; then a scan names the claim as interrupted. */
async function giveBack(act: Act, task: Taken): Promise<void> {
  const file = fileOf(act.root, 'active', task.id);
  await ifPossible(returnUnclaimed(act, task, file));
}

async function returnUnclaimed(act: Act, task: Taken, file: string): Promise<void> {
  const { files } = act.ports;
  if ((await lookAt(files, file)) === null || (await lookAt(files, task.file)) !== null) return;
  const read = await readTask(act, file, task.id);
  // Once it says that it is claimed it is not ours to return.
  if (read.ok && read.value.validated.version !== task.version) return;
  await files.rename(file, task.file);
}
