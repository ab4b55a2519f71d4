import { failWith } from '../../../acts/tasks/taskActs.ts';
import { ours } from '../../../text/say.ts';
import type { Services } from '../../kit/services.ts';
import { askedOf } from '../../kit/words/taskActWords.ts';
import { askKept, draftKeyOf } from './askKept.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';
import { mayTakeOver } from './takeOver.ts';

/** Active tasks fail with an error of the person's: they wait for another attempt, or end as failed. */
export async function failTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'fail', ability: 'failable' }, argument, many);
  if (choice === undefined || !(await mayTakeOver(services, choice.tasks))) return;
  const error = await askKept(services, draftKeyOf('fail', choice), {
    title: askedOf(ours('What went wrong?'), choice.tasks),
    prompt: ours('The next attempt’s agent reads it. A task without attempts left ends as failed.'),
    check: (text) => (text.trim() === '' ? ours('An error says something') : undefined),
  });
  if (error === undefined) return;
  const outcome = await doTasks(services, 'fail', choice, failWith(error.text), error.text);
  if (outcome.refused.length === 0) await error.used();
}
