/** How loops are read and written to, as other programs get it. */
import type { LoopSnapshot, QuestionKey } from './loopSnapshot.ts';

export interface ReadOptions {
  now?: Date;
  /** Left out: the machine's key, read at each refresh and never made. null: nothing is checked. */
  key?: Uint8Array | null;
  /** Minutes without a sign after which a running loop is called stalled; 30 unless given. */
  stallMinutes?: number;
}

export interface OpenLoop {
  /** Reads on; true if anything changed. Calls made while one runs share it. */
  refresh(): Promise<boolean>;
  /** The loop as last read, at `now`; rounds that did not change are the same objects as before. While a long read is under way: as it was before. */
  snapshot(now?: Date): LoopSnapshot;
  close(): void;
}

export interface Reply {
  /** The question that is answered; null for a note. */
  to: QuestionKey | null;
  /** Of an option alone: '' or its label. Words beside an option are sent as `LABEL. WORDS`. */
  text: string;
  /** The id of the option taken. */
  choice?: string;
  round?: number;
  /** The person said that it is the answer: to an expired question, or a note while one stands. */
  answers?: boolean;
  /** Counts up for a deliberate second answer to the same question. */
  sending?: number;
  /** Of a note: made when its box opened and kept over retries. */
  id?: string;
}

export interface WriteOptions {
  key: Uint8Array;
  now?: Date;
}
