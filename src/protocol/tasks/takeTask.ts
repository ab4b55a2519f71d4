/** Reads the task that an act is about, and refuses whatever the act must not touch. */
import type { JsonObject } from '../lib/pythonJson.ts';
import { ok, type Refusal, type Result, refuse } from '../lib/result.ts';
import { type Act, alone, changed, gone, linked, type Workspace } from './actContext.ts';
import { foldersOf, leftoverOf } from './actFolders.ts';
import { type Identity, MOST_BYTES, type ReadEntry, readEntry } from './readEntry.ts';
import { FORBIDDING, REASON_WORDS, type UnreadableReason } from './reasons.ts';
import type { TaskRecord } from './taskModel.ts';
import { fileOf, isTaskFolder, type TaskFolderName } from './taskNames.ts';
import { SECOND_LOOK_MS } from './taskPorts.ts';
import { type Readable, treeOfBytes, type Validated, validateTask } from './validateTask.ts';

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

/** Runs `run` alone on the task of this id in `folder`, once it was read and may be touched. */
export function onTask<T>(
  workspace: Workspace,
  folder: TaskFolderName,
  id: string,
  seen: string | undefined,
  run: (act: Act, task: Taken) => Promise<Result<T>>,
): Promise<Result<T>> {
  return alone(workspace, id, async (act) => {
    const taken = await takeTask(act, folder, id, seen);
    return taken.ok ? run(act, taken.value) : taken;
  });
}

async function takeTask(
  act: Act,
  folder: TaskFolderName,
  id: string,
  seen: string | undefined,
): Promise<Result<Taken>> {
  const file = fileOf(act.root, folder, id);
  const copies = await foldersOf(act, id);
  if (!copies.includes(folder)) {
    const aside = copies.length === 0 ? await leftoverOf(act.ports.files, act.root, id) : null;
    return gone(copies[0] ?? (aside === null ? null : 'inbox'));
  }
  const read = await readTask(act, file, id);
  if (!read.ok) {
    return read.code === 'vanished' ? goneFrom(act, id) : read;
  }
  const { validated, bytes, stat } = read.value;
  // A row of which no bytes were read has an empty version: nothing was seen that could have changed.
  if (seen && seen !== validated.version) return changed({ version: validated.version });
  const forbidding = validated.warnings.find((warning) => FORBIDDING.has(warning));
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
    version: validated.version,
    record: validated.record,
    tree: treeOfBytes(bytes),
    copies: others,
  });
}

export interface ReadTask {
  validated: Readable;
  bytes: Buffer;
  stat: Identity;
}

/** Of a task that is not where it was: where it is now. */
export async function goneFrom(act: Act, id: string): Promise<Refusal> {
  return gone((await foldersOf(act, id))[0] ?? null);
}

/** Reads and validates a task, twice where it may be just being written. Refused: `vanished`, `link`, `unreadable`. */
export async function readTask(act: Act, file: string, id: string): Promise<Result<ReadTask>> {
  const first = await readEntry(act.ports.files, file, MOST_BYTES);
  const validate = (bytes: Buffer) => validateTask(bytes, id);
  const task = validatedOf(first, act, file, validate);
  if (task.ok || task.code !== 'unreadable' || !first.ok) return task;
  await act.ports.sleep(SECOND_LOOK_MS);
  return validatedOf(await readEntry(act.ports.files, file, MOST_BYTES), act, file, validate);
}

/** A file as it was read and validated. Refused: `vanished`, `link`, `unreadable`. */
export function validatedOf(
  read: ReadEntry,
  act: Act,
  file: string,
  validate: (bytes: Buffer) => Validated,
): Result<ReadTask> {
  if (!read.ok) {
    if (read.fault === 'vanished') return refuse('vanished', 'It is gone.');
    const { reason } = read.why;
    if (reason === 'dangling_symlink' || reason === 'symlink_loop') return linked(relative(act, file));
    return notReadable(reason);
  }
  if (read.link) return linked(relative(act, file));
  const validated = validate(read.bytes);
  if (validated.reason !== null) return notReadable(validated.reason);
  return ok({ validated, bytes: read.bytes, stat: read.stat });
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
