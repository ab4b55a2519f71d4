/** The steps in which a task's file is written: a reader sees the old one or the new one, whole. */
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { replaceBy } from '../files/atomicWrite.ts';
import { ifPossible } from '../files/errno.ts';
import type { JsonObject } from '../lib/pythonJson.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { type Act, changed, gone } from './actContext.ts';
import { copiesAfter, lookAt } from './actFolders.ts';
import { plainOf } from './jsonValues.ts';
import { type Identity, identityOf, MOST_BYTES, readEntry, sameIdentity } from './readEntry.ts';
import { stringifyTask } from './stringifyTask.ts';
import type { WrittenTask } from './taskModel.ts';
import { recordOf } from './taskRecord.ts';
import { versionOf } from './validateTask.ts';

/** Longer names have no room for what is put around them. */
const LONG_NAME = 200;
/** As the peer's files: what the person's umask leaves of it. */
const MODE = 0o666;

export function bytesOf(tree: JsonObject): Buffer {
  return Buffer.from(stringifyTask(tree));
}

/** Unique, hidden and of no ending that anyone looks for. */
function draftOf(file: string): string {
  const name = path.basename(file, '.json');
  const short = Buffer.byteLength(name) > LONG_NAME ? versionOf(Buffer.from(name)).slice(0, 16) : name;
  const mark = `${process.pid}.${randomBytes(6).toString('hex')}`;
  return path.join(path.dirname(file), `.${short}.${mark}.tmp`);
}

/** Puts `bytes` in the place of a file, or where none is. */
export async function replaceFile(
  act: Act,
  file: string,
  bytes: Uint8Array,
  ready: () => Promise<Result<void>> = async () => ok(undefined),
): Promise<Result<void>> {
  return replaceBy(act.ports.files, draftOf(file), file, bytes, MODE, async () => {
    if (!(await act.held.stillOurs())) return refuse('busy', 'The lock was lost.');
    return ready();
  });
}

/** As `replaceFile`, of a file that must still be the one that was read: another writer may have moved or rewritten it. */
export async function rewrite(
  act: Act,
  file: string,
  stat: Identity,
  bytes: Uint8Array,
): Promise<Result<void>> {
  return replaceFile(act, file, bytes, async () => {
    const now = await lookAt(act.ports.files, file);
    if (now === null) return gone(null);
    if (sameIdentity(identityOf(now), stat)) return ok(undefined);
    const read = await readEntry(act.ports.files, file, MOST_BYTES);
    return read.ok ? changed({ version: versionOf(read.bytes) }) : gone(null);
  });
}

/** Puts the old bytes back where ours stand, after a later step failed. What another wrote meanwhile stays. */
export async function restore(act: Act, file: string, ours: Uint8Array, old: Uint8Array): Promise<void> {
  const read = await readEntry(act.ports.files, file, MOST_BYTES);
  if (!read.ok || Buffer.compare(read.bytes, ours) !== 0) return;
  // The first failure is the one to tell; a scan names the state.
  await ifPossible(replaceFile(act, file, old));
}

/** The task as it was written to `to`, and where copies of it stand. */
export async function written(
  act: Act,
  id: string,
  to: string,
  tree: JsonObject,
): Promise<Result<WrittenTask>> {
  // What was asked for is done, whatever a last look says.
  const alsoIn = (await ifPossible(copiesAfter(act, id, to))) ?? [];
  return ok({ ...recordOf(plainOf(tree)), alsoIn });
}
