import { createReadStream } from 'node:fs';

/** What reading is measured against: the file streamed in chunks of 1 MiB, split, each line `JSON.parse`d and dropped. */
export async function baseline(file: string): Promise<number> {
  let rest = '';
  let count = 0;
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1_048_576 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      JSON.parse(line);
      count += 1;
    }
  }
  return count;
}
