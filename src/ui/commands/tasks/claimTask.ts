import { claimAs } from '../../../acts/tasks/taskActs.ts';
import { confirm } from '../../../host/messages.ts';
import { ours } from '../../../text/say.ts';
import { personName } from '../../kit/personName.ts';
import type { Services } from '../../kit/services.ts';
import { boundElsewhere } from '../../kit/words/taskActWords.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/** Waiting tasks become the person's own; those that are addressed to somebody else only once that was asked. */
export async function claimTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'claim', ability: 'claimable' }, argument, many);
  if (choice === undefined) return;
  const name = await personName(services);
  if (name === undefined) return;
  const others = choice.tasks.filter(({ facts }) => facts.boundTo !== null && facts.boundTo !== name);
  const [first] = others;
  if (first !== undefined) {
    const { row, facts } = first;
    const pressed = await confirm(
      boundElsewhere(others.length, facts.title || row.id, facts.boundTo ?? ''),
      undefined,
      [ours('Claim')],
    );
    if (pressed === undefined) return;
  }
  await doTasks(services, 'claim', choice, claimAs(name));
}
