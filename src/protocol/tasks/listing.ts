/** The names of one folder that stand for tasks or agents. */
import { isUtf8 } from 'node:buffer';
import { errnoOf } from '../files/errno.ts';
import { patiently } from '../files/patiently.ts';
import type { FileKind, Files } from '../files/port.ts';
import { taskId } from './names.ts';

export interface Listed {
  id: string;
  kind: FileKind;
  /** The name is not UTF-8, so the file cannot be opened by it. */
  badName: boolean;
}

export type Listing = { ok: true; names: Map<string, Listed> } | { ok: false; errno: string };

/** A folder that is not there is empty. */
export async function listFolder(files: Files, path: string, folder: string): Promise<Listing> {
  try {
    const names = new Map<string, Listed>();
    const broken = new Set<string>();
    const entries = await patiently(() => files.list(path));
    if (entries.some(({ name }) => name.includes('\ufffd'))) {
      for (const raw of await files.rawNames(path)) {
        if (!isUtf8(raw)) broken.add(Buffer.from(raw).toString());
      }
    }
    for (const { name, kind } of entries) {
      const id = taskId(folder, name);
      if (id !== null) names.set(name, { id, kind, badName: broken.has(name) });
    }
    return { ok: true, names };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return errno === 'ENOENT' ? { ok: true, names: new Map() } : { ok: false, errno };
  }
}
