import type { Acting } from '../acting.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';
import { personName } from './personName.ts';

/** Waiting tasks are blocked as withdrawn, unless an agent was faster. *Unblock* takes that back. */
export async function withdrawTask(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(acting, { verb: 'withdraw', ability: 'withdrawable' }, argument, many);
  if (choice === undefined) return;
  const name = await personName(acting);
  if (name === undefined) return;
  await doTasks(acting, 'withdraw', choice, (folder, { row }) =>
    folder.withdraw(row.id, name, { seen: row.version }),
  );
}
