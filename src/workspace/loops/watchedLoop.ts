import type { LoopSnapshot } from '../../protocol/loops/loopSnapshot.ts';
import type { Origin } from './loopPlaces.ts';

/**
 * Whether the person may write here. Codes: `restricted` (the workspace is not trusted), `outside` (neither in one of
 * its folders nor in a root of the user's setting, args.worktree where a worktree does not point back), `read-only`
 * (the system lets us not write; args.path), `unreadable` (no readable loop.json).
 */
export type Writable =
  | { ok: true }
  | {
      ok: false;
      code: 'restricted' | 'outside' | 'read-only' | 'unreadable';
      args: Record<string, unknown>;
    };

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
