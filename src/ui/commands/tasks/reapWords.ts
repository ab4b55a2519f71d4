/** What a person reads before they take a task from its agent. */

import { join, NONE, type Shown, shown } from '../../../text/agentText.ts';
import { ago } from '../../../text/ageWords.ts';
import { ours } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import type { TaskMoment } from '../../../workspace/tasks/taskMoment.ts';
import type { TaskFacts } from '../../../workspace/tasks/taskWorkspace.ts';

/**
 * "seen 50 min ago · scout · runs 48 min, usually 18 min · reaped twice before": what decides stands first.
 *
 * @param how `me`: the person's own name; `readyIn`: so long, in milliseconds, it is refused yet
 */
export function reapLine(
  facts: TaskFacts,
  moment: TaskMoment,
  how: { now: number; me?: string | undefined; readyIn?: number },
): Shown<'pick'> {
  const { now, me, readyIn = 0 } = how;
  const isMine = facts.agent !== null && facts.agent === me;
  return join<'pick'>([
    readyIn === 0 ? NONE : ours('not yet, in {0}: file just changed', duration(upToMinute(readyIn))),
    isMine ? ours('claimed by you') : seenWords(moment.lastSeen, now),
    facts.agent === null || isMine ? NONE : shown(facts.agent, 'pick', 40),
    runsWords(moment),
    reapedWords(facts.reaped),
    moment.aheadMs === null ? NONE : ours('its clock is {0} ahead', duration(moment.aheadMs)),
  ]);
}

function seenWords(lastSeen: number | null, now: number): Shown {
  return lastSeen === null ? ours('agent never seen') : ours('agent seen {0}', ago(now - lastSeen));
}

/** Nobody counts the seconds, and none is promised too early. */
function upToMinute(ms: number): number {
  return Math.ceil(ms / 60_000) * 60_000;
}

function runsWords({ lasts, usualMs }: TaskMoment): Shown {
  if (lasts === null) return ours('since when is written nowhere');
  return usualMs === null
    ? ours('runs {0}', duration(lasts))
    : ours('runs {0}, usually {1}', duration(lasts), duration(usualMs));
}

function reapedWords(times: number): Shown {
  if (times === 0) return NONE;
  return times === 1 ? ours('reaped once before') : ours('reaped {0} times before', times);
}
