/**
 * A waiting task is changed out of the agents' sight: set aside under a name that they do not look for, rewritten, and put
 * back only where nothing has taken its place.
 */
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { errnoOf, ifPossible } from '../files/errno.ts';
import { removeQuietly } from '../files/readWhole.ts';
import { retryBusy } from '../files/retryBusy.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import { ok, type Result } from '../lib/result.ts';
import {
  type Act,
  alone,
  changed,
  exists,
  gone,
  invalidField,
  io,
  lostLock,
  type Workspace,
} from './actContext.ts';
import { copiesAfter, foldersOf, lookAt, needFolders } from './actFolders.ts';
import { fitsLevels, MOST_LEVELS } from './jsonValues.ts';
import { renameTask } from './move.ts';
import { bytesOf, restore, rewrite, written } from './replaceTask.ts';
import { goneFrom, onTask, readTask, type Taken } from './takeTask.ts';
import type { TaskRecord, WrittenTask } from './taskModel.ts';
import { fileOf, leftoverName } from './taskNames.ts';
import { orderedTree } from './taskRecord.ts';

export function changeWaiting(
  workspace: Workspace,
  id: string,
  seen: string | undefined,
  change: (tree: JsonObject, at: string) => void,
): Promise<Result<WrittenTask>> {
  return onTask(workspace, 'inbox', id, seen, async (act, task) => {
    const folders = await needFolders(act, 'inbox');
    if (!folders.ok) return folders;
    const aside = path.join(act.root, 'inbox', leftoverName(id, randomBytes(6).toString('hex')));
    const undo = () => returnQuietly(act, aside, task.file);
    const lost = (await lostLock(act)) ?? (await renameTask(act, task, aside, undo));
    return lost ?? rewriteAside(act, task, aside, change);
  });
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
    if (!read.ok || read.value.validated.version !== task.version) {
      await returnQuietly(act, aside, task.file);
      return read.ok ? changed({ version: read.value.validated.version }) : gone(null);
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
    if (await lookAt(files, file)) return exists('inbox');
    await retryBusy(() => files.rename(aside, file));
    return ok(undefined);
  }
  // It is back; a name too many is taken away by whoever puts it back once more.
  await removeQuietly(files, aside);
  return ok(undefined);
}

async function returnQuietly(act: Act, aside: string, file: string): Promise<void> {
  // The first failure is the one to tell; a scan shows what was left aside.
  const there = await ifPossible(lookAt(act.ports.files, aside));
  if (there) await ifPossible(returnTo(act, aside, file));
}

/** Puts back what an interrupted change left aside; `name` is the file's, in inbox/. */
export function putBackTask(workspace: Workspace, id: string, name: string): Promise<Result<WrittenTask>> {
  return alone(workspace, id, async (act) => {
    const aside = path.join(act.root, 'inbox', name);
    const read = await readTask(act, aside, id);
    if (!read.ok) return read.code === 'vanished' ? goneFrom(act, id) : read;
    const folders = await needFolders(act, 'inbox');
    if (!folders.ok) return folders;
    const file = fileOf(act.root, 'inbox', id);
    const taken = await occupied(act, id, read.value.validated.record, read.value.stat.ino);
    if (taken && taken !== 'again') return exists(taken);
    const lost = await lostLock(act);
    if (lost) return lost;
    try {
      if (taken === 'again') await retryBusy(() => act.ports.files.unlink(aside));
      else {
        const back = await returnTo(act, aside, file);
        if (!back.ok) return back;
      }
    } catch (error) {
      return io(error);
    }
    return ok({ ...read.value.validated.record, alsoIn: await copiesAfter(act, id, 'inbox') });
  });
}

/**
 * The folder that holds the id by now; `again` where what stands there is what was left aside, or has grown out of it, so
 * that nothing is lost with it.
 */
async function occupied(act: Act, id: string, record: TaskRecord, ino: number): Promise<string | null> {
  for (const folder of await foldersOf(act, id)) {
    const read = await readTask(act, fileOf(act.root, folder, id), id);
    if (folder === 'inbox' && read.ok && read.value.stat.ino === ino) return 'again';
    if (read.ok && holdsHistory(read.value.validated.record, record)) return 'again';
    if (folder !== 'done') return folder;
  }
  return null;
}

/** Whether one copy's history begins with the whole of the other's, which then says nothing that this one does not. */
function holdsHistory(later: TaskRecord, earlier: TaskRecord): boolean {
  const [long, short] = [later['history'], earlier['history']];
  if (!Array.isArray(long) || !Array.isArray(short) || short.length === 0) return false;
  return short.length <= long.length && isDeepStrictEqual(long.slice(0, short.length), short);
}
