/** Reads the task that an act is about, and refuses whatever the act must not touch. */
import type { JsonObject } from '../lib/pythonJson.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { type Act, changed, gone, linked } from './act.ts';
import { foldersOf, isAside } from './actFolders.ts';
import { type Identity, MOST_BYTES, type ReadEntry, readEntry } from './readEntry.ts';
import { FORBIDDING, REASON_WORDS, type UnreadableReason } from './reasons.ts';
import type { TaskRecord } from './taskModel.ts';
import { fileOf, isTaskFolder, type TaskFolderName } from './taskNames.ts';
import { SECOND_LOOK_MS } from './taskPorts.ts';
import { judgeTask, type Readable, treeOfBytes } from './validateTask.ts';

export interface Taken {
  id: string;
  folder: TaskFolderName;
  file: string;
  bytes: Buffer;
  stat: Identity;
  version: string;
  record: TaskRecord;
  tree: JsonObject;
  /** Other folders that hold the id: at most done/. */
  copies: TaskFolderName[];
}

/** The task of this id in `folder`. */
export async function takeTask(
  act: Act,
  folder: TaskFolderName,
  id: string,
  seen: string | undefined,
): Promise<Result<Taken>> {
  const file = fileOf(act.root, folder, id);
  const copies = await foldersOf(act, id);
  if (!copies.includes(folder)) return gone(copies[0] ?? ((await isAside(act, id)) ? 'inbox' : null));
  const read = await readTask(act, file, id);
  if (!read.ok) {
    if (read.code !== 'vanished') return { ...read, code: read.code };
    return gone((await foldersOf(act, id))[0] ?? null);
  }
  const { judged, bytes, stat } = read.value;
  // A row of which no bytes were read has an empty version: nothing was seen that could have changed.
  if (seen && seen !== judged.version) return changed({ version: judged.version });
  const forbidding = judged.warnings.find((warning) => FORBIDDING.has(warning));
  if (forbidding) return refuse('invalid', REASON_WORDS[forbidding], { reason: forbidding });
  const others = copies.filter((other) => other !== folder);
  if (others.some((other) => other !== 'done')) {
    return refuse('twin', `It stands in ${copies.join('/ and ')}/.`, { folders: copies });
  }
  return ok({
    id,
    folder,
    file,
    bytes,
    stat,
    version: judged.version,
    record: judged.record,
    tree: treeOfBytes(bytes),
    copies: others,
  });
}

export interface ReadTask {
  judged: Readable;
  bytes: Buffer;
  stat: Identity;
}

/** Reads and judges a file, twice where it may be just being written. Refused: `vanished`, `link`, `unreadable`. */
export async function readTask(act: Act, file: string, id: string): Promise<Result<ReadTask>> {
  const first = await readEntry(act.ports.files, file, MOST_BYTES);
  const judged = judgedOf(first, act, file, id);
  if (judged.ok || judged.code !== 'unreadable' || !first.ok) return judged;
  await act.ports.sleep(SECOND_LOOK_MS);
  return judgedOf(await readEntry(act.ports.files, file, MOST_BYTES), act, file, id);
}

function judgedOf(read: ReadEntry, act: Act, file: string, id: string): Result<ReadTask> {
  if (!read.ok) {
    if (read.fault === 'vanished') return refuse('vanished', 'It is gone.');
    const { reason } = read.why;
    if (reason === 'dangling_symlink' || reason === 'symlink_loop') return linked(relative(act, file));
    return notReadable(reason);
  }
  if (read.link) return linked(relative(act, file));
  const judged = judgeTask(read.bytes, id);
  if (judged.reason !== null) return notReadable(judged.reason);
  return ok({ judged, bytes: read.bytes, stat: read.stat });
}

export function notReadable(reason: UnreadableReason) {
  return refuse('unreadable', REASON_WORDS[reason], { reason });
}

export function relative(act: Act, file: string): string {
  return file.slice(act.root.length + 1).replaceAll('\\', '/');
}

/** Whether a folder's name, as given in, is one that tasks are in. */
export function asFolder(name: string): TaskFolderName | null {
  return isTaskFolder(name) ? name : null;
}
