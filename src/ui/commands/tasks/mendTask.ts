import { mendBy } from '../../../acts/tasks/taskActs.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { ours } from '../../../text/say.ts';
import type { Services } from '../../kit/services.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';
import { mendTitle, mendWays } from './mendWords.ts';

interface WayRow extends PickRow {
  how: 'finish' | 'undo' | 'put-back';
}

/** What another program left half done is finished, undone or put back, as the person says. */
export async function mendTask(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(
    services,
    { verb: 'mend', ability: 'mendable', one: true },
    argument,
    many,
  );
  const [task] = choice?.tasks ?? [];
  if (choice === undefined || task === undefined) return;
  const rows: WayRow[] = mendWays(task.row, task.facts);
  const way = await pickOne(rows, {
    title: mendTitle(task.row, task.facts),
    placeholder: ours('Nothing is changed before you choose'),
    stays: true,
  });
  if (way === undefined) return;
  await doTasks(services, 'mend', choice, mendBy(way.how));
}
