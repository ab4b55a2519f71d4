import { changeTo } from '../../../acts/tasks/taskActs.ts';
import { priorityOf } from '../../../acts/tasks/taskForm.ts';
import { askText } from '../../../host/quickPick.ts';
import { ours } from '../../../text/say.ts';
import type { Services } from '../../kit/services.ts';
import { askedOf } from '../../kit/words/taskActWords.ts';
import { chooseTasks } from './chooseTasks.ts';
import { doTasks } from './doTasks.ts';

/** Waiting tasks get another priority. */
export async function changePriority(services: Services, argument: unknown, many: unknown): Promise<void> {
  const choice = await chooseTasks(services, { verb: 'prioritise', ability: 'editable' }, argument, many);
  if (choice === undefined) return;
  const before = new Set(choice.tasks.map(({ facts }) => facts.priority));
  const [only] = before;
  const typed = await askText({
    title: askedOf(ours('Which priority?'), choice.tasks),
    prompt: ours('A whole number: 1 comes first, 10 last'),
    value: before.size === 1 && typeof only === 'number' ? String(only) : '',
    check: (text) => (priorityOf(text) === null ? ours('A whole number') : undefined),
  });
  const priority = typed === undefined ? null : priorityOf(typed);
  if (priority === null) return;
  await doTasks(services, 'prioritise', choice, changeTo({ priority }));
}
