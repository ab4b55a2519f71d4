import { info } from '../../host/messages.ts';
import { ours } from '../../host/words/say.ts';
import { RowHandle, targetOf } from '../../views/rowTree.ts';
import { taskWaits } from '../../workspace/tasks/taskAttention.ts';
import type { Acting } from '../acting.ts';
import { answerQuestion } from '../answer/answerCommands.ts';
import { lookUp, targetsOf } from './taskTargets.ts';

/** Opens the pick in which everything is answered, for what a task's row asks; without a row it asks which. */
export async function answerFeedback(acting: Acting, argument: unknown, many: unknown): Promise<void> {
  const targets = targetsOf(argument, many);
  if (targets === null || targetOf(argument)?.waitKey !== undefined) {
    await answerQuestion(acting, argument);
    return;
  }
  const asked = lookUp(targets, acting.parts.tasks).chosen;
  const [wait] = asked.flatMap(({ workspace, row }) => taskWaits(workspace).filter((one) => one.row === row));
  if (wait === undefined) {
    void info(ours('That no longer waits for you. Nothing was sent.'));
    return;
  }
  await answerQuestion(
    acting,
    new RowHandle({ kind: 'wait', id: wait.key, target: { waitKey: wait.key } }, undefined),
  );
}
