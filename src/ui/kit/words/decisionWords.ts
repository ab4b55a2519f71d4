/** What became of the decisions that were sent. */
import type { SentEntry } from '../../../protocol/loops/loopSnapshot.ts';
import type { Shown } from '../../../text/agentText.ts';
import { join } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import {
  countFates,
  type DecidedOutcome,
  type Fate,
  outcomeOfNote,
  type Told,
} from '../../../workspace/loops/decisionOutcome.ts';

/** "you sent 6: 4 fixed, 1 won’t fix, 1 open". */
export function outcomeWords(decided: readonly DecidedOutcome[]): Shown {
  const counts = countFates(decided).map(([fate, count]) => FATES[fate](count));
  return ours('you sent {0}: {1}', decided.length, join(counts, ', '));
}

/** Of one thing that was sent; undefined where it decided about no finding. */
export function noteWords(snapshot: Told, entry: SentEntry): Shown | undefined {
  const outcome = outcomeOfNote(snapshot, entry);
  return outcome === undefined ? undefined : outcomeWords(outcome.decided);
}

const FATES: Readonly<Record<Fate, (count: number) => Shown>> = {
  fixed: (count) => ours('{0} fixed', count),
  wontfix: (count) => ours('{0} won’t fix', count),
  false_positive: (count) => ours('{0} false positive', count),
  duplicate: (count) => ours('{0} duplicate', count),
  accepted: (count) => ours('{0} accepted', count),
  closed: (count) => ours('{0} closed', count),
  gone: (count) => ours('{0} no longer listed', count),
  open: (count) => ours('{0} open', count),
  unknown: (count) => ours('{0} never listed', count),
};
