import type { LoopSnapshot } from '../../protocol/loops/loopSnapshot.ts';
import type { Origin } from '../kernel/place.ts';
import type { Writable } from '../kernel/writable.ts';

export interface WatchedLoop {
  /** Full identity: real folder, kind and id. */
  key: string;
  /** The loop's folder, `…/.loops/<id>`, as it was found. */
  folder: string;
  /** The folder that holds `.loops`. */
  repository: string;
  /** The folder's name. */
  id: string;
  origin: Origin;
  snapshot: LoopSnapshot;
  writable: Writable;
}

/** The identity of a loop over all folders: equal ids in two folders differ, two ways to one folder do not. */
export function loopKey(realFolder: string, id: string): string {
  return `${realFolder}|loop|${id}`;
}
