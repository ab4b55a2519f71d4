import { blockFor } from '../../../acts/tasks/taskActs.ts';
import { ours } from '../../../text/say.ts';
import type { Services } from '../../kit/services.ts';
import { askedOf } from '../../kit/words/taskActWords.ts';
import { askKept, draftKeyOf } from './askKept.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';
import { mayTakeOver } from './takeOver.ts';

/** Active tasks wait for something outside, with the reason. */
export async function blockTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'block', ability: 'blockable' }, argument, many);
  if (choice === undefined || !(await mayTakeOver(services, choice.tasks))) return;
  const reason = await askKept(services, draftKeyOf('block', choice), {
    title: askedOf(ours('Why is it blocked?'), choice.tasks),
    prompt: ours('What it waits for outside. It stays blocked until somebody unblocks it.'),
    check: (text) => (text.trim() === '' ? ours('A reason says something') : undefined),
  });
  if (reason === undefined) return;
  const outcome = await doTasks(services, 'block', choice, blockFor(reason.text), reason.text);
  if (outcome.refused.length === 0) await reason.used();
}
