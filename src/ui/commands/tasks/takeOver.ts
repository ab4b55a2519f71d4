import type { ChosenTask } from '../../../acts/tasks/chosenTasks.ts';
import { confirm } from '../../../host/messages.ts';
import { ours } from '../../../text/say.ts';
import { taskMoment } from '../../../workspace/tasks/taskMoment.ts';
import { knownName } from '../../kit/personName.ts';
import type { Services } from '../../kit/services.ts';
import { runsAtDetail, runsAtQuestion } from '../../kit/words/taskActWords.ts';

/** Asks before the person ends what agents have claimed. True: go on. */
export async function mayTakeOver(services: Services, tasks: readonly ChosenTask[]): Promise<boolean> {
  const me = knownName(services);
  const others = tasks.filter(({ facts }) => facts.agent !== null && facts.agent !== me);
  const [first] = others;
  if (first === undefined) return true;
  const { workspace, row, facts } = first;
  const now = services.model.now();
  const { lastSeen, lasts } = taskMoment(workspace, row, now);
  const pressed = await confirm(
    runsAtQuestion(others.length, facts.title || row.id, facts.agent ?? ''),
    others.length === 1 ? runsAtDetail(lastSeen, lasts, now) : undefined,
    [ours('Go On')],
  );
  return pressed !== undefined;
}
