export type Origin = 'workspace' | 'worktree' | 'setting' | 'found';

/** What hinders looking in a place, as a code: `host/words` has the words. */
export type PlaceProblem = 'missing' | 'not-a-folder' | 'no-permission' | 'unreadable' | 'link';

/** A folder in whose `.loops` loops were looked for. */
export interface Place {
  /** As it was given, not its real path. */
  folder: string;
  origin: Origin;
  /** How many loops were found in it. */
  loops: number;
  /** A `PlaceProblem`, or null. A folder without `.loops` is no problem. */
  problem: PlaceProblem | null;
  /** What the last listing took. */
  tookMs: number;
  /** Watching is not possible here: changes are seen at most 10 s late. */
  polling: boolean;
}
