/** How rounds, runs and findings stand, in a word or two. */
import type { FindingSeverity, Resolution, StopReason, Verdict } from '../protocol/loops/eventDefinitions.ts';
import type { RoundFinding, Run } from '../protocol/loops/loopSnapshot.ts';
import { NONE, type Shown } from './agentText.ts';
import { ours } from './say.ts';

const VERDICTS: Readonly<Record<Verdict, () => Shown>> = {
  continue: () => ours('continue'),
  done: () => ours('done'),
  wait: () => ours('wait'),
  stopped: () => ours('stopped'),
  failed: () => ours('failed'),
};

/** Empty for a round without an end. */
export function verdictWord(verdict: Verdict | null): Shown {
  return verdict === null ? NONE : VERDICTS[verdict]();
}

const RUNS: Readonly<Record<Run['status'], () => Shown>> = {
  running: () => ours('runs'),
  ok: () => ours('ok'),
  failed: () => ours('failed'),
  skipped: () => ours('skipped'),
};

export function runStatus(status: Run['status']): Shown {
  return RUNS[status]();
}

const STOP_REASONS: Readonly<Record<StopReason, () => Shown>> = {
  goal_met: () => ours('goal met'),
  round_cap: () => ours('round cap'),
  cost_cap: () => ours('cost cap'),
  runtime_cap: () => ours('time cap'),
  person: () => ours('by the person'),
  no_progress: () => ours('no progress'),
  error: () => ours('error'),
  impossible: () => ours('impossible'),
};

/** Why a loop ended; empty where its log does not say. */
export function stopReasonWord(reason: StopReason | null | undefined): Shown {
  return reason == null ? NONE : STOP_REASONS[reason]();
}

export function severityWord(severity: FindingSeverity): Shown {
  return severity === 'material' ? ours('material') : ours('minor');
}

/** Empty for one that is open. */
export function findingState(finding: Pick<RoundFinding, 'state' | 'resolution'>): Shown {
  if (finding.state === 'superseded') return ours('judged again later');
  if (finding.state === 'open') return NONE;
  return resolutionWord(finding.resolution);
}

const RESOLUTIONS: Readonly<Record<Resolution, () => Shown>> = {
  fixed: () => ours('fixed'),
  accepted: () => ours('accepted'),
  wontfix: () => ours('won’t fix'),
  false_positive: () => ours('false positive'),
  duplicate: () => ours('duplicate'),
};

export function resolutionWord(resolution: Resolution | null): Shown {
  return resolution === null ? ours('closed') : RESOLUTIONS[resolution]();
}
