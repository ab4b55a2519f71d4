import type { LoopSnapshot } from '../../protocol/loops/loopSnapshot.ts';

/** Paths of the newest files that the loop's runs named, newest first, each once. Not checked: `openArtifact` does. */
export function newestArtifacts(snapshot: LoopSnapshot, most: number): string[] {
  const paths: string[] = [];
  for (const round of [...snapshot.rounds].reverse()) {
    for (const run of [...round.runs].reverse()) {
      if (run.artifact === null || run.artifact === '' || paths.includes(run.artifact)) continue;
      paths.push(run.artifact);
      if (paths.length >= most) return paths;
    }
  }
  return paths;
}

/** The files that loop.json names, with their names there, then the newest that its runs named; each path once. */
export function namedFiles(snapshot: LoopSnapshot, most: number): { path: string; name: string | null }[] {
  const { manifest } = snapshot;
  const files = new Map<string, string | null>();
  for (const { name, path } of [...(manifest?.outputs ?? []), ...(manifest?.state ?? [])])
    files.set(path, name);
  for (const path of newestArtifacts(snapshot, most)) if (!files.has(path)) files.set(path, null);
  return [...files].map(([path, name]) => ({ path, name }));
}
