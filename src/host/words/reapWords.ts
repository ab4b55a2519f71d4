/** What a person reads before they take a task from its agent. */

import type { TaskMoment } from '../../workspace/tasks/taskMoment.ts';
import type { TaskFacts } from '../../workspace/tasks/taskWorkspace.ts';
import { join, type Shown, shown } from '../agentText.ts';
import { ago } from './ages.ts';
import { ours } from './say.ts';
import { duration } from './time.ts';

/** "scout · runs 48 min, usually 18 min · seen 50 min ago · reaped twice before" */
export function reapLine(facts: TaskFacts, moment: TaskMoment, now: number): Shown<'pick'> {
  const none = '' as Shown;
  return join<'pick'>([
    facts.agent === null ? none : shown(facts.agent, 'pick', 40),
    runsWords(moment),
    moment.lastSeen === null ? ours('agent never seen') : ours('agent seen {0}', ago(now - moment.lastSeen)),
    reapedWords(facts.reaped),
    moment.aheadMs === null ? none : ours('its clock is {0} ahead', duration(moment.aheadMs)),
  ]);
}

function runsWords({ lasts, usualMs }: TaskMoment): Shown {
  if (lasts === null) return ours('since when is written nowhere');
  return usualMs === null
    ? ours('runs {0}, how long usually is not known', duration(lasts))
    : ours('runs {0}, usually {1}', duration(lasts), duration(usualMs));
}

function reapedWords(times: number): Shown {
  if (times === 0) return '' as Shown;
  return times === 1 ? ours('reaped once before') : ours('reaped {0} times before', times);
}
