/** The open findings of a loop, the material ones first: that is what keeps it going. Sorted once for each state of them. */
import { memoize } from '../../protocol/lib/memo.ts';
import type { OpenFinding } from '../../protocol/loops/loopSnapshot.ts';
import type { WatchedLoop } from './watchedLoop.ts';

interface Sorted {
  material: number;
  minor: number;
  all: readonly OpenFinding[];
}

/** The list is another one as soon as a finding opened or closed. */
const sorted = memoize((open: readonly OpenFinding[]): Sorted => {
  const material = open.filter((each) => each.severity === 'material');
  const minor = open.filter((each) => each.severity === 'minor');
  return { material: material.length, minor: minor.length, all: [...material, ...minor] };
});

export function openFindings({ snapshot }: Pick<WatchedLoop, 'snapshot'>): Sorted {
  return sorted(snapshot.openFindings);
}
