import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import { ERROR, type RowIcon, WARNING } from './rowItem.ts';
import { type LoopState, stateOf } from './words/loopStateWords.ts';

/** Each state has its own shape; colour only adds to it. */
const ICONS: Readonly<Record<LoopState['code'], RowIcon>> = {
  asks: { name: 'question', color: WARNING },
  waits: { name: 'question', color: WARNING },
  waiting: { name: 'question', color: WARNING },
  'answered-unread': { name: 'mail' },
  'over-cap': { name: 'flame', color: WARNING },
  'no-progress': { name: 'issue-reopened', color: WARNING },
  running: { name: 'sync' },
  stalled: { name: 'warning', color: WARNING },
  capped: { name: 'dashboard' },
  sleeping: { name: 'clock' },
  done: { name: 'pass', color: 'testing.iconPassed' },
  stopped: { name: 'circle-slash' },
  failed: { name: 'error', color: ERROR },
  idle: { name: 'circle-large-outline' },
  new: { name: 'circle-large-outline' },
};

export function loopIcon(loop: WatchedLoop): RowIcon {
  return ICONS[stateOf(loop).code];
}
