/** Findings and what the person decides about them, in words. */
import type { FindingSeverity, Resolution, RoundFinding } from '../../protocol/loops/model.ts';
import type { Fate } from '../../workspace/decisionOutcome.ts';
import type { Decision } from '../../workspace/decisions.ts';
import type { Shown } from '../agentText.ts';
import { ours } from './say.ts';

export function decisionWord(decision: Decision): Shown {
  switch (decision) {
    case 'fix':
      return ours('Fix');
    case 'wontfix':
      return ours('Won’t fix');
    case 'false_positive':
      return ours('False positive');
    case 'duplicate':
      return ours('Duplicate');
    case 'later':
      return ours('Later');
  }
}

export function severityName(severity: FindingSeverity): Shown {
  return severity === 'material' ? ours('material') : ours('minor');
}

/** How a listing stands. */
export function listingState(finding: Pick<RoundFinding, 'state' | 'resolution'>): Shown {
  if (finding.state === 'open') return ours('open');
  if (finding.state === 'superseded') return ours('judged again later');
  return closedWord(finding.resolution);
}

function closedWord(resolution: Resolution | null): Shown {
  switch (resolution) {
    case 'fixed':
      return ours('fixed');
    case 'accepted':
      return ours('accepted');
    case 'wontfix':
      return ours('won’t fix');
    case 'false_positive':
      return ours('false positive');
    case 'duplicate':
      return ours('duplicate');
    case null:
      return ours('closed');
  }
}

/** How what was decided about stands now. */
export function fateWord(fate: Fate): Shown {
  switch (fate) {
    case 'open':
      return ours('still open');
    case 'gone':
      return ours('no longer listed');
    case 'unknown':
      return ours('never listed');
    case 'closed':
      return closedWord(null);
    default:
      return closedWord(fate);
  }
}
