import { showCommitChanges } from '../../../host/git.ts';
import { info, warn } from '../../../host/messages.ts';
import { refuse } from '../../../protocol/lib/result.ts';
import { placeOfRound, roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import { changesTitle, noChangesWords, noDifferences } from '../../../text/changeWords.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';

/** Between the commit of the round before that recorded one and the round's own. */
export async function showRoundChanges(loop: WatchedLoop, number: number): Promise<void> {
  const { rounds } = loop.snapshot;
  const round = roundNumbered(rounds, number);
  const to = round?.commit ?? null;
  if (to === null) {
    await warn(noChangesWords(refuse('none-recorded', ''), number));
    return;
  }
  let from: string | null = null;
  for (let at = placeOfRound(rounds, number) - 1; at >= 0 && from === null; at -= 1)
    from = rounds[at]?.commit ?? null;
  const shownChanges = await showCommitChanges(loop.repository, { from, to }, changesTitle(loop.id, number));
  if (!shownChanges.ok) await warn(noChangesWords(shownChanges, number));
  else if (shownChanges.value === 0) await info(noDifferences(number));
}
