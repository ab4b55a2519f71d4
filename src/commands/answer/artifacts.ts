import type { LoopSnapshot } from '../../protocol/loops/model.ts';

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
