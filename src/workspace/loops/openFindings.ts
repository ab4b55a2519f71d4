/** The open findings of a loop, the material ones first, sorted once for each state of them. */
import type { OpenFinding } from '../../protocol/loops/loopModel.ts';
import type { WatchedLoop } from './watchedLoop.ts';

interface Sorted {
  material: number;
  all: readonly OpenFinding[];
}

/** By the list itself: it is another one as soon as a finding opened or closed. */
const known = new WeakMap<readonly OpenFinding[], Sorted>();

export function openFindings(loop: WatchedLoop): Sorted {
  const open = loop.snapshot.openFindings;
  const before = known.get(open);
  if (before !== undefined) return before;
  const material = open.filter((each) => each.severity === 'material');
  const sorted = {
    material: material.length,
    all: [...material, ...open.filter((each) => each.severity === 'minor')],
  };
  known.set(open, sorted);
  return sorted;
}
