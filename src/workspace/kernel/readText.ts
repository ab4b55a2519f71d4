import type { Files } from '../../protocol/files/filesPort.ts';
import { readSmall } from '../../protocol/files/readWhole.ts';

/** The text of a regular file of at most `most` bytes, null where there is none that can be read. */
export async function readText(files: Files, file: string, most: number): Promise<string | null> {
  const read = await readSmall(files, file, most);
  return read.ok ? Buffer.from(read.bytes).toString('utf8') : null;
}
