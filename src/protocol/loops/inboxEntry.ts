/** A line of `inbox.jsonl`: as it is written, and as the fold counts it. */
import type { Micros } from '../lib/time.ts';
import type { Whole } from './eventDefinitions.ts';

export interface InboxEntry {
  id: string;
  ts: string;
  kind: 'reply' | 'stop';
  text: string;
  round?: number;
  loop?: string;
  question?: string;
  choice?: string;
  sig?: string;
}

/** An inbox line as the fold counts it. */
export interface FoldEntry {
  id: string;
  /** `ts` as an instant, and as the peer writes it. */
  ts: Micros;
  tsText: string;
  kind: 'reply' | 'stop';
  text: string;
  round: Whole | null;
  question: string | null;
  choice: string | null;
  /** true: signed for this loop; false: not; null: no key here. */
  trusted: boolean | null;
}
