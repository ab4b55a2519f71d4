import type { Problem } from '../../lib/result.ts';
import type { Micros } from '../../lib/time.ts';
import type { StopReason, Verdict, Whole } from '../eventDefinitions.ts';
import type { LoopStatus, Round } from '../loopSnapshot.ts';
import type { Manifest } from '../manifest.ts';
import type { NoProgress } from './convergence.ts';
import type { InboxBook } from './inboxBook.ts';
import type { QuestionBook } from './questionBook.ts';
import type { Mark } from './questionEntry.ts';
import type { Totals } from './roundTotals.ts';

/** A `round_finished` or `loop_stopped`. */
export interface Ending {
  readonly mark: Mark;
  readonly ts: Micros;
  readonly status: Extract<LoopStatus, 'done' | 'stopped' | 'failed'>;
  readonly stopReason: StopReason | null;
  readonly summary: string;
  readonly round: Whole | null;
}

export interface RoundEnding {
  readonly mark: Mark;
  readonly ts: Micros;
  readonly verdict: Verdict;
  readonly round: Whole;
  readonly summary: string;
  readonly next: string;
}

/** What status and attention follow from, apart from the time. All of it is settled. */
export interface Facts {
  readonly empty: boolean;
  /** Greatest `when` of the events, and with it the counting replies' `ts`. */
  readonly sign: Micros;
  readonly signWithReplies: Micros;
  readonly window: number;
  readonly nextAt: Micros | null;
  /** Number of the line of the last starting event; 0: none. */
  readonly lastStart: number;
  readonly lastRoundEnd: RoundEnding | null;
  readonly lastEnding: Ending | null;
  /** Greatest `ts` of the ending events. */
  readonly endingTs: Micros;
  readonly manifest: Manifest | null;
  readonly totals: Totals;
  readonly highestRound: Whole | null;
  /** The round last touched. */
  readonly touched: Round | null;
  readonly questions: QuestionBook;
  readonly inbox: InboxBook;
  readonly noProgress: NoProgress | null;
  readonly problems: readonly Problem[];
  /** When the loop was seen first; null: it is seen for the first time now. */
  readonly seenSince: Micros | null;
}
