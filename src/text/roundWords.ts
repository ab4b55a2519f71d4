/** How rounds, runs and findings stand, in a word or two. */
import type {
  FindingSeverity,
  Resolution,
  RoundFinding,
  Run,
  StopReason,
  Verdict,
} from '../protocol/loops/loopModel.ts';
import { ours } from './say.ts';
import type { Shown } from './shown.ts';

/** Empty for a round without an end. */
export function verdictWord(verdict: Verdict | null): Shown {
  switch (verdict) {
    case 'continue':
      return ours('continue');
    case 'done':
      return ours('done');
    case 'wait':
      return ours('wait');
    case 'stopped':
      return ours('stopped');
    case 'failed':
      return ours('failed');
    case null:
      return '' as Shown;
  }
}

export function runStatus(status: Run['status']): Shown {
  switch (status) {
    case 'running':
      return ours('runs');
    case 'ok':
      return ours('ok');
    case 'failed':
      return ours('failed');
    case 'skipped':
      return ours('skipped');
  }
}

/** Why a loop ended; empty where its log does not say. */
export function stopReasonWord(reason: StopReason | null | undefined): Shown {
  switch (reason) {
    case 'goal_met':
      return ours('goal met');
    case 'round_cap':
      return ours('round cap');
    case 'cost_cap':
      return ours('cost cap');
    case 'runtime_cap':
      return ours('time cap');
    case 'person':
      return ours('by the person');
    case 'no_progress':
      return ours('no progress');
    case 'error':
      return ours('error');
    case 'impossible':
      return ours('impossible');
    case null:
    case undefined:
      return '' as Shown;
  }
}

export function severityWord(severity: FindingSeverity): Shown {
  return severity === 'material' ? ours('material') : ours('minor');
}

/** Empty for one that is open. */
export function findingState(finding: Pick<RoundFinding, 'state' | 'resolution'>): Shown {
  if (finding.state === 'superseded') return ours('judged again later');
  if (finding.state === 'open') return '' as Shown;
  return resolutionWord(finding.resolution);
}

export function resolutionWord(resolution: Resolution | null): Shown {
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
