import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';

/** A fresh folder by its real path, gone after `use`. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-')));
  try {
    return await use(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
