/** Single questions to a workspace, answered from the files as they are now. */

import * as path from 'node:path';
import { ifPossible } from '../files/errno.ts';
import { compareTasks, type SortKey } from './compareTasks.ts';
import { EntryReader } from './entryReader.ts';
import { listFolder } from './listFolder.ts';
import { MOST_BYTES, readEntry } from './readEntry.ts';
import type { TaskFilter, TaskRecord } from './taskModel.ts';
import { fileOf, isSafeId, isTaskFolder, leftoverId, SUFFIX, TASK_FOLDERS } from './taskNames.ts';
import { SECOND_LOOK_MS, type TaskPorts } from './taskPorts.ts';
import { stampOf } from './timeStamp.ts';
import { isPassing, type Readable, type Validated, validateTask } from './validateTask.ts';

/** Ids in the peer's order: of readable tasks, unassigned ones for every agent, any of the tags. */
export async function listTasks(
  root: string,
  folder: string,
  filter: TaskFilter,
  ports: TaskPorts,
): Promise<string[]> {
  if (!isTaskFolder(folder)) return [];
  const listed = await listFolder(ports.files, path.join(root, folder), folder);
  if (!listed.ok) return [];
  const { files, broken } = listed.listing;
  const reader = new EntryReader(ports, MOST_BYTES);
  const found: { id: string; key: SortKey }[] = [];
  const again: string[] = [];
  for (const { name, kind } of files) {
    if (!name.endsWith(SUFFIX) || broken.has(name)) continue;
    const id = name.slice(0, -SUFFIX.length);
    if (ports.pace.due()) await ports.pace.pause();
    const read = await reader.read(folder, path.join(root, folder, name), id, kind);
    if (!read || isPassing(read.validated)) again.push(id);
    else take(read.validated, id, filter, found);
  }
  if (again.length > 0) await ports.sleep(SECOND_LOOK_MS);
  for (const id of again) {
    const read = await reader.read(folder, fileOf(root, folder, id), id, null);
    if (read) take(read.validated, id, filter, found);
  }
  const now = stampOf(new Date(ports.now()));
  return found.sort((a, b) => compareTasks(a.key, b.key, now)).map(({ id }) => id);
}

function take(
  validated: Validated,
  id: string,
  filter: TaskFilter,
  found: { id: string; key: SortKey }[],
): void {
  if (validated.reason !== null || !fits(validated, filter)) return;
  const { priority, record } = validated;
  found.push({ id, key: { priority, created: record['created_at'], name: `${id}${SUFFIX}` } });
}

function fits({ record }: Readable, { agent, tags }: TaskFilter): boolean {
  const assigned = record['assigned_to'];
  if (agent && assigned && assigned !== agent) return false;
  if (!tags || tags.length === 0) return true;
  const own = record['tags'];
  if (typeof own === 'string') return tags.some((tag) => own.includes(tag));
  return Array.isArray(own) && tags.some((tag) => own.includes(tag));
}

/** The first readable file of this id in the order of the folders. */
export async function getTask(
  root: string,
  id: string,
  ports: TaskPorts,
): Promise<{ foundIn: string; task: TaskRecord } | null> {
  if (!isSafeId(id)) return null;
  const first = await findTask(root, id, ports);
  if (first.found) return first.found;
  if (first.broken) await ports.sleep(SECOND_LOOK_MS);
  // On its way from a later folder to an earlier one it is missed once.
  return (await findTask(root, id, ports)).found ?? findLeftover(root, id, ports);
}

async function findTask(root: string, id: string, ports: TaskPorts) {
  let broken = false;
  for (const folder of TASK_FOLDERS) {
    const read = await readEntry(ports.files, fileOf(root, folder, id), MOST_BYTES);
    if (!read.ok) continue;
    const validated = validateTask(read.bytes, id);
    if (validated.reason === null) return { found: { foundIn: folder, task: validated.record }, broken };
    broken ||= isPassing(validated);
  }
  return { found: null, broken };
}

async function findLeftover(root: string, id: string, ports: TaskPorts) {
  const listed = await listFolder(ports.files, path.join(root, 'inbox'), 'inbox');
  if (!listed.ok) return null;
  for (const { name } of listed.listing.files) {
    if (name.endsWith(SUFFIX) || leftoverId(name) !== id) continue;
    const read = await readEntry(ports.files, path.join(root, 'inbox', name), MOST_BYTES);
    const validated = read.ok ? validateTask(read.bytes, id) : null;
    if (validated && validated.reason === null) return { foundIn: 'inbox', task: validated.record };
  }
  return null;
}

/** Files by task folder whose names end in `.json`, whatever they are. */
export async function countTasks(root: string, ports: TaskPorts): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const folder of TASK_FOLDERS) {
    const names = await ifPossible(ports.files.readdir(path.join(root, folder)));
    counts[folder] = (names ?? []).filter((name) => name.endsWith(SUFFIX)).length;
  }
  return counts;
}
