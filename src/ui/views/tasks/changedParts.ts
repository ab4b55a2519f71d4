/** Which parts of the view a change of the store can have changed. */
import type { SourceChange } from '../../../workspace/kernel/changeBatch.ts';
import type { Changed } from '../../kit/rowTree.ts';
import { partOf } from './taskRowKinds.ts';

/** What else shows something of a folder: usual times come from what is done, agents say what is bound to them. */
const ALSO: Record<string, readonly string[]> = {
  done: ['active'],
  inbox: ['agents'],
  active: ['agents'],
  agents: ['active'],
};

export function partsOf({ changed, added, removed, places }: SourceChange): Changed {
  if (added.size > 0 || removed.size > 0 || places) return 'anything';
  const parts = new Set<string>();
  for (const [key, folders] of changed) {
    // Something about the workspace as a whole, as who may write there.
    if (folders.size === 0) return 'anything';
    for (const folder of folders) {
      parts.add(partOf(key, folder));
      for (const other of ALSO[folder] ?? []) parts.add(partOf(key, other));
    }
  }
  return parts;
}
