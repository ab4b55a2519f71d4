import type { WatchedLoop } from '../../workspace/loops/watchedLoop.ts';
import { stateOf } from './words/loopStateWords.ts';

/** Each state has its own shape; colour only adds to it. */
export function loopIcon(loop: WatchedLoop): { name: string; color?: string } {
  switch (stateOf(loop).code) {
    case 'asks':
    case 'waits':
    case 'waiting':
      return { name: 'question', color: 'notificationsWarningIcon.foreground' };
    case 'answered-unread':
      return { name: 'mail' };
    case 'over-cap':
      return { name: 'flame', color: 'notificationsWarningIcon.foreground' };
    case 'no-progress':
      return { name: 'issue-reopened', color: 'notificationsWarningIcon.foreground' };
    case 'running':
      return { name: 'sync' };
    case 'stalled':
      return { name: 'warning', color: 'notificationsWarningIcon.foreground' };
    case 'capped':
      return { name: 'dashboard' };
    case 'sleeping':
      return { name: 'clock' };
    case 'done':
      return { name: 'pass', color: 'testing.iconPassed' };
    case 'stopped':
      return { name: 'circle-slash' };
    case 'failed':
      return { name: 'error', color: 'notificationsErrorIcon.foreground' };
    case 'idle':
    case 'new':
      return { name: 'circle-large-outline' };
  }
}
