import type { LookCode, QuestionState, Reason } from '../protocol/loops/model.ts';
import type { WatchedLoop } from './watchedLoop.ts';

/** Something that waits for the person. Later systems add their kinds. */
export interface Wait {
  kind: 'question' | 'verdict';
  /** Stable and unique: the loop's key and which question it is. */
  key: string;
  loop: WatchedLoop;
  question: QuestionState | null;
  /** Milliseconds since 1970. */
  since: number | null;
  expiresAt: number | null;
  /** The loop does nothing until it is answered. */
  blocks: boolean;
  /** Equal asks of one loop are one row: all of them, self first. */
  same: Wait[];
}

/** Something that wants a look. */
export interface Look {
  code: LookCode;
  key: string;
  loop: WatchedLoop;
  reason: Reason<LookCode>;
  /** Equal failures are one row: all of them, self first. */
  same: Look[];
}

export interface NeedsYou {
  waits: Wait[];
  looks: Look[];
}

/** Everything that waits, then what needs a look, in the fixed order of the view. The badge is `waits.length`. */
export function needsYou(_loops: readonly WatchedLoop[]): NeedsYou {
  return { waits: [], looks: [] };
}
