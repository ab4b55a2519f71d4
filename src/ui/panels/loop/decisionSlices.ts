/** What the person decided about the findings of the loop, beside what the loop says of them. */

import type { ListedFinding } from '../../../acts/decide/decisionDesk.ts';
import { roundNumbered } from '../../../protocol/loops/roundPlace.ts';
import { decisionOutcomes } from '../../../workspace/loops/decisionOutcome.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';
import { mineShown, offWords, saidWords } from '../../kit/mineShown.ts';
import { outcomeWords } from '../../kit/words/decisionWords.ts';
import { listedOf } from '../findings/shownFindings.ts';
import { findingShown, findingSlice } from './findingSlices.ts';
import type { DecisionReads } from './loopActs.ts';
import type { FindingDetail, FindingPage } from './loopMessages.ts';

/** A finding by where it stands: the number of its round and its place in it. */
export function listedAt(
  loop: WatchedLoop | undefined,
  round: number,
  index: number,
): ListedFinding | undefined {
  const found = loop === undefined ? undefined : roundNumbered(loop.snapshot.rounds, round)?.findings[index];
  if (found === undefined) return undefined;
  return listedOf({ finding: found, round, index });
}

export function findingPage(
  decisions: DecisionReads,
  loop: WatchedLoop | undefined,
  round: number | null,
  page: number,
): FindingPage {
  const listed = findingSlice(loop, round, page);
  if (loop === undefined) return { ...listed, decided: 0, outcome: '', rows: [] };
  const last = decisionOutcomes(loop.snapshot).at(-1);
  return {
    ...listed,
    decided: decisions.decided(loop),
    outcome: last === undefined ? '' : outcomeWords(last.decided),
    rows: listed.rows.map((row) => {
      const finding = listedAt(loop, row.round, row.index);
      const mine = finding === undefined ? null : decisions.mine(loop, finding);
      return { ...row, mine: mine === null ? null : mineShown(mine) };
    }),
  };
}

export function findingDetail(
  decisions: DecisionReads,
  loop: WatchedLoop | undefined,
  round: number,
  index: number,
): FindingDetail | null {
  const shown = findingShown(loop, round, index);
  const finding = listedAt(loop, round, index);
  if (loop === undefined || shown === null || finding === undefined) return null;
  const mine = decisions.mine(loop, finding);
  const draft = mine?.kind === 'draft' ? mine.draft : null;
  return {
    ...shown,
    decision: draft?.decision ?? null,
    remark: draft?.remark ?? '',
    said: mine === null ? [] : saidWords(mine),
    off: offWords(finding.state),
  };
}
