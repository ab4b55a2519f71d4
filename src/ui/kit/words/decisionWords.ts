/** What became of the decisions that were sent. */
import type { SentEntry } from '../../../protocol/loops/loopSnapshot.ts';
import { ours } from '../../../text/say.ts';
import type { Shown } from '../../../text/shown.ts';
import { join } from '../../../text/shown.ts';
import {
  countFates,
  type DecidedOutcome,
  type Fate,
  outcomeOfNote,
  type Told,
} from '../../../workspace/loops/decisionOutcome.ts';

/** "you sent 6: 4 fixed, 1 won’t fix, 1 open". */
export function outcomeWords(decided: readonly DecidedOutcome[]): Shown {
  const counts = countFates(decided).map(([fate, count]) => fateCount(fate, count));
  return ours('you sent {0}: {1}', decided.length, join(counts, ', '));
}

/** Of one thing that was sent; undefined where it decided about no finding. */
export function noteWords(snapshot: Told, entry: SentEntry): Shown | undefined {
  const outcome = outcomeOfNote(snapshot, entry);
  return outcome === undefined ? undefined : outcomeWords(outcome.decided);
}

function fateCount(fate: Fate, count: number): Shown {
  switch (fate) {
    case 'fixed':
      return ours('{0} fixed', count);
    case 'wontfix':
      return ours('{0} won’t fix', count);
    case 'false_positive':
      return ours('{0} false positive', count);
    case 'duplicate':
      return ours('{0} duplicate', count);
    case 'accepted':
      return ours('{0} accepted', count);
    case 'closed':
      return ours('{0} closed', count);
    case 'gone':
      return ours('{0} no longer listed', count);
    case 'open':
      return ours('{0} open', count);
    case 'unknown':
      return ours('{0} never listed', count);
  }
}
