import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What one part of the tests came to. */
export interface Counts {
  passed: number;
  failed: number;
  /** Full titles and first lines of the failures. */
  failures: string[];
  /** Tests that failed and passed when they were run once more; they are among the passed. */
  secondTries: SecondTry[];
  /** What a reader of the last lines must know, such as a peer that was not there. */
  notes: string[];
}

export interface SecondTry {
  /** The test's full title. */
  name: string;
  /** Why it failed at first: message and stack. */
  error: string;
}

/** Counts to add to. */
export function noCounts(): Counts {
  return { passed: 0, failed: 0, failures: [], secondTries: [], notes: [] };
}

/** A part that failed before, after or beside its tests. */
export function oneFailure(text: string): Counts {
  return { ...noCounts(), failed: 1, failures: [text] };
}

/** Adds a part's counts to a sum, its names with the part's in front. */
export function addCounts(sum: Counts, part: string, counts: Counts): void {
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  for (const failure of counts.failures) sum.failures.push(`${part}: ${failure}`);
  for (const { name, error } of counts.secondTries) sum.secondTries.push({ name: `${part}: ${name}`, error });
  sum.notes.push(...counts.notes);
}

export async function writeCounts(path: string, counts: Counts): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(counts));
}

/** What the part wrote; one failure where it wrote nothing, since it then ended before its tests did. */
export async function readCounts(path: string, code: number): Promise<Counts> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return oneFailure(`ended with ${code} before its tests were counted`);
  }
  const counts = JSON.parse(text) as Counts;
  if (code !== 0 && counts.failed === 0)
    return { ...counts, failed: 1, failures: [`ended with ${code} though no test failed`] };
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, failures: ['ran no test'] };
  return counts;
}

/** The last lines of a run over all parts; what passed only at the second try is said in full. */
export function lastLines(counts: Counts): string[] {
  const lines: string[] = [];
  const { secondTries } = counts;
  if (secondTries.length > 0) {
    const count = secondTries.length === 1 ? '1 story' : `${secondTries.length} stories`;
    lines.push(`${count} passed only at the second try:`);
    for (const { name, error } of secondTries)
      lines.push(
        ...`${name}: ${error}`.split('\n').map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`)),
      );
  }
  for (const failure of counts.failures) lines.push(`failed: ${failure}`);
  for (const text of new Set(counts.notes)) lines.push(`note: ${text}`);
  lines.push(`${counts.passed} passed, ${counts.failed} failed`);
  return lines;
}
