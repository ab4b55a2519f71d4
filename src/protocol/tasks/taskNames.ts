/** Folders and file names of a task workspace, and which names may become files on every system. */
import * as path from 'node:path';

/** In the order in which the peer looks and counts. */
export const TASK_FOLDERS = ['inbox', 'active', 'done', 'failed', 'blocked', 'feedback'] as const;
export type TaskFolderName = (typeof TASK_FOLDERS)[number];
export const AGENTS_FOLDER = 'agents';
export const SUFFIX = '.json';

const MOST_BYTES = 200;
const FORBIDDEN = /[/\\<>:"|?*\u0000-\u001f\u007f]/;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;
const LEFTOVER = /^\.(.*)\.[^.]+\.quarterdeck$/s;

/** Whether a new task or agent may have this name: 1 to 200 bytes that are a plain file name on every system. */
export function isNewName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || !name.isWellFormed()) return false;
  if (Buffer.byteLength(name) > MOST_BYTES || FORBIDDEN.test(name) || /[. ]$/.test(name)) return false;
  return !RESERVED.test(name.split('.', 1)[0] ?? '');
}

/** Whether a path may be built from the id of a task that is there already. */
export function isSafeId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && !/[/\\\0]/.test(id) && id.isWellFormed();
}

export function isTaskFolder(name: unknown): name is TaskFolderName {
  return TASK_FOLDERS.some((folder) => folder === name);
}

/** Two names that are equal so are one file on some disks. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The name of the file that holds a waiting task while it is changed; `mark` tells one from another. */
export function leftoverName(id: string, mark: string): string {
  return `.${id}.${mark}.quarterdeck`;
}

/** The id in such a name; null for any other name. */
export function leftoverId(name: string): string | null {
  return LEFTOVER.exec(name)?.[1] ?? null;
}

/** The id that a name in a task folder stands for; null where it is no task's. */
export function taskId(folder: string, name: string): string | null {
  if (name.endsWith(SUFFIX)) return name.slice(0, -SUFFIX.length);
  return folder === 'inbox' ? leftoverId(name) : null;
}

/** The path of a task or agent in the workspace `root`. */
export function fileOf(root: string, folder: string, id: string): string {
  return path.join(root, folder, `${id}${SUFFIX}`);
}
