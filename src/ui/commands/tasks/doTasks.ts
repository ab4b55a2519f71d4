/** Runs one act over the chosen tasks, and says in one line what became of it. */

import { actOn, type Outcome } from '../../../acts/tasks/actOnTasks.ts';
import type { TaskAct } from '../../../acts/tasks/taskActs.ts';
import { progress } from '../../../host/messages.ts';
import { ours } from '../../../text/say.ts';
import type { Services } from '../../kit/services.ts';
import type { TaskVerb } from '../../kit/words/taskActWords.ts';
import type { Choice } from './chooseTasks.ts';
import { sayOutcome } from './tellTasks.ts';

/** Fewer are done before a notification would be read. */
const MANY = 10;

/** `text`: what was typed for it. */
export async function doTasks(
  services: Services,
  verb: TaskVerb,
  choice: Choice,
  act: TaskAct,
  text = '',
): Promise<Outcome> {
  const outcome = await runTasks(services, choice, act);
  sayOutcome(services, verb, outcome, text);
  return outcome;
}

/** The same, with nothing said. */
export async function runTasks(
  services: Pick<Services, 'tasks'>,
  choice: Choice,
  act: TaskAct,
): Promise<Outcome> {
  const store = await services.tasks.store();
  const go = () => actOn(store, choice.tasks, act);
  const outcome =
    choice.tasks.length > MANY
      ? await progress(ours('{0} tasks, one after the other…', choice.tasks.length), go)
      : await go();
  outcome.refused.push(...choice.missed);
  outcome.left.push(...choice.left);
  return outcome;
}
