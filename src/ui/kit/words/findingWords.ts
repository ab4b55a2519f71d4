/** Findings and what the person decides about them, in words. */
import type { RoundFinding } from '../../../protocol/loops/loopSnapshot.ts';
import type { Shown } from '../../../text/agentText.ts';
import { findingState, resolutionWord } from '../../../text/roundWords.ts';
import { ours } from '../../../text/say.ts';
import type { Fate } from '../../../workspace/loops/decisionOutcome.ts';
import type { Decision, FindingName } from '../../../workspace/loops/decisions.ts';

const DECISIONS: Readonly<Record<Decision, () => Shown>> = {
  fix: () => ours('Fix'),
  wontfix: () => ours('Won’t fix'),
  false_positive: () => ours('False positive'),
  duplicate: () => ours('Duplicate'),
  later: () => ours('Later'),
};

export function decisionWord(decision: Decision): Shown {
  return DECISIONS[decision]();
}

/** "facts/3", "research/1 [storage]": as a note names it. */
export function findingName({ step, label, id }: FindingName): string {
  return `${step}/${id}${label === '' ? '' : ` [${label}]`}`;
}

/** How a listing stands. */
export function listingState(finding: Pick<RoundFinding, 'state' | 'resolution'>): Shown {
  return finding.state === 'open' ? ours('open') : findingState(finding);
}

/** How what was decided about stands now. */
export function fateWord(fate: Fate): Shown {
  if (fate === 'open') return ours('still open');
  if (fate === 'gone') return ours('no longer listed');
  if (fate === 'unknown') return ours('never listed');
  return resolutionWord(fate === 'closed' ? null : fate);
}
