import type { Acting } from '../acting.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';
import { personName } from './personName.ts';

/** Waiting tasks become the person's own. */
export async function claimTask(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(acting, { verb: 'claim', ability: 'claimable' }, argument, many);
  if (choice === undefined) return;
  const name = await personName(acting);
  if (name === undefined) return;
  await doTasks(acting, 'claim', choice, (folder, { row }) =>
    folder.claim(row.id, name, { seen: row.version }),
  );
}
