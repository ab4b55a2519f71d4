import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What one part of the tests came to. */
export interface Counts {
  passed: number;
  failed: number;
  /** Full titles and first lines of the failures. */
  failures: string[];
  /** What a reader of the last lines must know, such as a peer that was not there. */
  notes: string[];
}

export async function writeCounts(path: string, counts: Counts): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(counts));
}

/** What the part wrote; one failure where it wrote nothing, since it then ended before its tests did. */
export async function readCounts(path: string, part: string, code: number): Promise<Counts> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return {
      passed: 0,
      failed: 1,
      failures: [`${part}: ended with ${code} before its tests were counted`],
      notes: [],
    };
  }
  const counts = JSON.parse(text) as Counts;
  if (code !== 0 && counts.failed === 0)
    return { ...counts, failed: 1, failures: [`${part}: ended with ${code} though no test failed`] };
  if (counts.passed + counts.failed === 0)
    return { ...counts, failed: 1, failures: [`${part}: ran no test`] };
  return counts;
}
