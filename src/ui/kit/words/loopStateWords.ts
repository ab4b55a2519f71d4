/** Where a loop stands, in one or two words. */
import type { LoopStatus } from '../../../protocol/loops/loopSnapshot.ts';
import type { Shown } from '../../../text/agentText.ts';
import { age, ago, moment } from '../../../text/ageWords.ts';
import { ours } from '../../../text/say.ts';
import { hasEnded } from '../../../workspace/loops/loopAbilities.ts';
import { lastSent } from '../../../workspace/loops/sentProgress.ts';
import type { WatchedLoop } from '../../../workspace/loops/watchedLoop.ts';

/** What fits first: how it ended, what it asks, what is wrong, else its status. */
export type LoopState =
  | { code: 'asks' | 'waits' | 'over-cap' | 'no-progress' }
  | { code: 'answered-unread'; sentAt: number | null; reportsReading: boolean }
  | { code: LoopStatus };

export function stateOf(loop: WatchedLoop): LoopState {
  const { status, waitsForYou, needsALook } = loop.snapshot;
  if (hasEnded(loop)) return { code: status };
  if (waitsForYou.some((reason) => reason.code === 'question')) return { code: 'asks' };
  if (waitsForYou.length > 0) return { code: 'waits' };
  const sent = lastSent(loop);
  if (sent !== null && isUnread(sent.state) && sent.entry.answers !== null)
    return { code: 'answered-unread', sentAt: sent.sentAt, reportsReading: sent.reportsReading };
  if (needsALook.some((reason) => reason.code === 'over-cap')) return { code: 'over-cap' };
  if (needsALook.some((reason) => reason.code === 'no-progress')) return { code: 'no-progress' };
  return { code: status };
}

function isUnread(state: string): boolean {
  return state === 'sent' || state === 'unread-overdue';
}

/** The state as a row says it: short. */
export function stateWord(loop: WatchedLoop, now: number): Shown {
  const state = stateOf(loop);
  switch (state.code) {
    case 'asks':
      return ours('asks');
    case 'waits':
      return ours('waits');
    case 'answered-unread': {
      const ms = state.sentAt === null ? 0 : Math.max(0, now - state.sentAt);
      if (!state.reportsReading) return ours('answered {0}', ago(ms));
      return ms < 10_000 ? ours('answered, unread') : ours('answered, unread {0}', age(ms));
    }
    case 'over-cap':
      return ours('over cap');
    case 'no-progress':
      return ours('no progress');
    case 'sleeping':
      return sleepWord(loop, now);
    default:
      return STATUSES[state.code]();
  }
}

function sleepWord(loop: WatchedLoop, now: number): Shown {
  const { nextAt } = loop.snapshot;
  return nextAt === null ? ours('sleeps') : ours('sleeps to {0}', moment(Date.parse(nextAt), now));
}

const STATUSES: Readonly<Record<LoopStatus, () => Shown>> = {
  new: () => ours('new'),
  done: () => ours('done'),
  stopped: () => ours('stopped'),
  failed: () => ours('failed'),
  waiting: () => ours('waits'),
  running: () => ours('running'),
  stalled: () => ours('stalled'),
  capped: () => ours('at its cap'),
  sleeping: () => ours('sleeps'),
  idle: () => ours('idle'),
};
