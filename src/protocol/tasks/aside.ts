/**
 * A waiting task is changed out of the agents' sight: set aside under a name that they do not look for, rewritten, and put
 * back only where nothing has taken its place.
 */
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { errnoOf } from '../files/errno.ts';
import { removeQuietly } from '../files/readWhole.ts';
import { retryBusy } from '../files/retryBusy.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import { ok, type Refusal, type Result, refuse } from '../lib/result.ts';
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
import { copiesAfter, foldersOf, lookAt, needFolders } from './actFolders.ts';
import { holdsHistory } from './holdsHistory.ts';
import { fitsLevels, MOST_LEVELS } from './jsonValues.ts';
import { withPlace } from './move.ts';
import { bytesOf, restore, rewrite, written } from './replaceTask.ts';
import { readTask, type Taken, takeTask } from './takeTask.ts';
import type { TaskRecord, WrittenTask } from './taskModel.ts';
import { fileOf, isSafeId, leftoverName } from './taskNames.ts';
import { orderedTree } from './taskRecord.ts';

export async function changeWaiting(
  workspace: Workspace,
  id: string,
  seen: string | undefined,
  change: (tree: JsonObject, at: string) => void,
): Promise<Result<WrittenTask>> {
  if (!isSafeId(id)) return invalidId(id);
  return alone(workspace, id, async (act) => {
    const taken = await takeTask(act, 'inbox', id, seen);
    if (!taken.ok) return taken;
    const task = taken.value;
    const folders = await needFolders(act, 'inbox');
    if (!folders.ok) return folders;
    if (!(await act.held.stillOurs())) return refuse('busy', 'The lock was lost.');
    const aside = path.join(act.root, 'inbox', leftoverName(id, randomBytes(6).toString('hex')));
    const lost = await setAside(act, task, aside);
    if (lost) return lost;
    return rewriteAside(act, task, aside, change);
  });
}

async function setAside(act: Act, task: Taken, aside: string): Promise<Refusal | null> {
  try {
    await retryBusy(() => act.ports.files.rename(task.file, aside));
    return null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return withPlace(act, task.id, gone(null));
    if (errnoOf(error) !== null) await returnQuietly(act, aside, task.file);
    return io(error);
  }
}

async function rewriteAside(
  act: Act,
  task: Taken,
  aside: string,
  change: (tree: JsonObject, at: string) => void,
): Promise<Result<WrittenTask>> {
  let bytes: Buffer | null = null;
  try {
    const read = await readTask(act, aside, task.id);
    if (!read.ok || read.value.judged.version !== task.version) {
      await returnQuietly(act, aside, task.file);
      return read.ok ? changed({ version: read.value.judged.version }) : gone(null);
    }
    const tree = orderedTree(task.tree, act.stamp);
    change(tree, act.stamp());
    if (!fitsLevels(tree, MOST_LEVELS)) {
      await returnQuietly(act, aside, task.file);
      return invalidField('context');
    }
    bytes = bytesOf(tree);
    const rewritten = await rewrite(act, aside, read.value.stat, bytes);
    if (!rewritten.ok) {
      await returnQuietly(act, aside, task.file);
      return rewritten;
    }
    const back = await returnTo(act, aside, task.file);
    return back.ok ? await written(act, task.id, 'inbox', tree) : back;
  } catch (error) {
    const refusal = io(error);
    if (bytes) await restore(act, aside, bytes, task.bytes);
    await returnQuietly(act, aside, task.file);
    return refusal;
  }
}

/** Puts a file back where it was. Refused: `exists` where something stands there; then it stays aside. */
async function returnTo(act: Act, aside: string, file: string): Promise<Result<void>> {
  const { files } = act.ports;
  try {
    await files.link(aside, file);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'EEXIST') return exists('inbox');
    if (errno !== 'EPERM' && errno !== 'ENOTSUP' && errno !== 'EOPNOTSUPP' && errno !== 'ENOSYS') throw error;
    if (await lookAt(act, file)) return exists('inbox');
    await retryBusy(() => files.rename(aside, file));
    return ok(undefined);
  }
  // It is back; a name too many is taken away by whoever puts it back once more.
  await removeQuietly(files, aside);
  return ok(undefined);
}

async function returnQuietly(act: Act, aside: string, file: string): Promise<void> {
  try {
    if (await lookAt(act, aside)) await returnTo(act, aside, file);
  } catch (error) {
    // The first failure is the one to tell; a scan shows what was left aside.
    if (errnoOf(error) === null) throw error;
  }
}

/** Puts back what an interrupted change left aside; `name` is the file's, in inbox/. */
export async function putBackTask(
  workspace: Workspace,
  id: string,
  name: string,
): Promise<Result<WrittenTask>> {
  if (!isSafeId(id)) return invalidId(id);
  return alone(workspace, id, async (act) => {
    const aside = path.join(act.root, 'inbox', name);
    const read = await readTask(act, aside, id);
    if (!read.ok) return read.code === 'vanished' ? withPlace(act, id, gone(null)) : read;
    const folders = await needFolders(act, 'inbox');
    if (!folders.ok) return folders;
    const file = fileOf(act.root, 'inbox', id);
    const taken = await placeTaken(act, id, read.value.judged.record, read.value.stat.ino);
    if (taken && taken !== 'again') return exists(taken);
    if (!(await act.held.stillOurs())) return refuse('busy', 'The lock was lost.');
    try {
      if (taken === 'again') await retryBusy(() => act.ports.files.unlink(aside));
      else {
        const back = await returnTo(act, aside, file);
        if (!back.ok) return back;
      }
    } catch (error) {
      return io(error);
    }
    return ok({ ...read.value.judged.record, alsoIn: await copiesAfter(act, id, 'inbox') });
  });
}

/**
 * The folder that holds the id by now; `again` where what stands there is what was left aside, or has grown out of it, so
 * that nothing is lost with it.
 */
async function placeTaken(act: Act, id: string, record: TaskRecord, ino: number): Promise<string | null> {
  for (const folder of await foldersOf(act, id)) {
    const read = await readTask(act, fileOf(act.root, folder, id), id);
    if (folder === 'inbox' && read.ok && read.value.stat.ino === ino) return 'again';
    if (read.ok && holdsHistory(read.value.judged.record, record)) return 'again';
    if (folder !== 'done') return folder;
  }
  return null;
}
