/** How many there are, as views, status bar and toasts say it. */

import { NONE, type Shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';

export function loopCount(count: number): Shown {
  return count === 1 ? ours('1 loop') : ours('{0} loops', count);
}

export function taskCount(count: number): Shown {
  return count === 1 ? ours('1 task') : ours('{0} tasks', count);
}

/** "3 run", of loops; nothing where none does. */
export function runCount(runs: number): Shown {
  if (runs === 0) return NONE;
  return runs === 1 ? ours('1 runs') : ours('{0} run', runs);
}

/** "2 tasks active"; nothing where none is. */
export function activeCount(workspaces: readonly { rows: { active: readonly unknown[] } }[]): Shown {
  const active = workspaces.reduce((sum, { rows }) => sum + rows.active.length, 0);
  if (active === 0) return NONE;
  return active === 1 ? ours('1 task active') : ours('{0} tasks active', active);
}
