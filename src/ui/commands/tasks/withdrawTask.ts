import { withdrawAs } from '../../../acts/tasks/taskActs.ts';
import { confirm } from '../../../host/messages.ts';
import { ours, say } from '../../../text/say.ts';
import { personName } from '../../kit/personName.ts';
import type { Services } from '../../kit/services.ts';
import { TAKES_BACK } from '../../kit/taskTargets.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/**
 * Waiting tasks are blocked as withdrawn, unless an agent was faster; of several a list is shown first, for a single one
 * it is asked. *Unblock* takes that back.
 */
export async function withdrawTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'withdraw', ability: 'withdrawable' }, argument, many);
  if (choice === undefined) return;
  const [first] = choice.tasks;
  if (first !== undefined && choice.tasks.length === 1 && many !== TAKES_BACK) {
    const pressed = await confirm(
      say('toast', 'Withdraw “{0}”?', first.facts.title || first.row.id),
      ours('It is blocked then, so that no agent takes it. Unblock lets it wait again.'),
      [ours('Withdraw')],
    );
    if (pressed === undefined) return;
  }
  const name = await personName(services);
  if (name === undefined) return;
  await doTasks(services, 'withdraw', choice, withdrawAs(name));
}
