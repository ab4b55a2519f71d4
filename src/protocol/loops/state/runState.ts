import type { Micros } from '../../lib/time.ts';
import type { Cost, FindingSeverity, FoldEvent, Resolution } from '../eventDefinitions.ts';
import type { Run } from '../loopSnapshot.ts';
import type { Lane } from './lane.ts';

export type StepFinished = Extract<FoldEvent, { event: 'step_finished' }>;

/** What stands of the line that ended a run, beside its time and the dollars of its cost. */
export const RUN_END_MEMBERS = [
  'status',
  'summary',
  'artifact',
  'attempt',
  'error',
  'session',
  'model',
] as const satisfies (keyof StepFinished)[];

export type RunEnd = Pick<StepFinished, (typeof RUN_END_MEMBERS)[number] | 'ts' | 'at'> & {
  cost?: Pick<Cost, 'usd'> | undefined;
};

/** What closed findings: shared by all that it closed, so that what a later line makes of them is written once. */
export interface Closing {
  resolution: Resolution | null;
}

export interface FindingState {
  id: string;
  text: string;
  severity: FindingSeverity;
  /** null: it is not closed. */
  closing: Closing | null;
  /** When it was listed, one of the same step and text stood closed as fixed. */
  again: boolean;
}

export interface RunState {
  readonly lane: Lane;
  /** Number of its first line in the log. */
  readonly seq: number;
  readonly startedAt: Micros | null;
  end: RunEnd | null;
  /** Number of the line that ended it; 0 while it is open. */
  endSeq: number;
  findings: readonly FindingState[];
  /** Its findings are the current ones of its step and label. */
  current: boolean;
  /** Its place among the runs of its round, and of its first finding among those that the round shows. */
  readonly place: number;
  shownAt: number;
  /** While it is open: the one of its step and label that was opened before it and is open too. */
  below: RunState | null;
  /** What was given out last. */
  given: Run | null;
}

const NO_FINDINGS: readonly FindingState[] = [];

export function newRun(lane: Lane, seq: number, startedAt: Micros | null, place: number): RunState {
  return {
    lane,
    seq,
    startedAt,
    end: null,
    endSeq: 0,
    findings: NO_FINDINGS,
    current: false,
    place,
    shownAt: 0,
    below: null,
    given: null,
  };
}
