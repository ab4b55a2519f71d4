import { COMMANDS } from '../../contract.ts';
import { run } from '../../host/commands.ts';
import { refuse } from '../../protocol/lib/result.ts';
import type { Shown } from '../../text/agentText.ts';
import { refusalWords } from '../../text/refusalWords.ts';
import { ours, say } from '../../text/say.ts';
import { questionWaitKey, type Wait } from '../../workspace/needsYou.ts';
import type { FeedbackWait } from '../../workspace/tasks/taskAttention.ts';
import { expiredWait } from '../kit/findWait.ts';
import { rowForTask } from '../kit/rowTree.ts';
import type { Services } from '../kit/services.ts';
import { taskNow } from '../kit/taskIdentity.ts';
import { askerName, lateWords } from '../kit/words/answerWords.ts';

export interface Late {
  text: Shown<'toast'>;
  buttons: Shown<'toast'>[];
  /** The question's time has run out, but it can still be answered, after a confirmation. */
  expired?: Wait;
}

/** What became of a wait that is no longer one. */
export async function lateToast(services: Pick<Services, 'model'>, wait: Wait): Promise<Late> {
  if (wait.kind === 'feedback') return lateTask(services, wait);
  const loop = services.model.loop(wait.loop.key);
  const question = loop?.snapshot.questions.find((one) => questionWaitKey(wait.loop, one) === wait.key);
  const buttons = loop === undefined ? [] : [ours('Show')];
  const nothing = (code: string): Late => ({
    text: say('toast', 'Nothing was sent: {0}', refusalWords(refuse(code, ''), wait.loop.id)),
    buttons,
  });
  if (loop === undefined) return nothing('gone');
  if (question === undefined) return nothing('withdrawn');
  const expired = expiredWait(loop, question);
  if (expired !== undefined) return { ...nothing('expired'), expired };
  if (question.state === 'answered') {
    return { text: lateWords(wait.loop.id, question, loop.snapshot), buttons };
  }
  return nothing('withdrawn');
}

async function lateTask(
  { model }: Pick<Services, 'model'>,
  { workspace, row, asker }: FeedbackWait,
): Promise<Late> {
  const { answeredWords } = await import('../kit/words/feedbackRefusalWords.ts');
  const now = model.workspace(workspace.key);
  const place = now === undefined ? undefined : taskNow(now, row.id);
  const facts = place === undefined ? undefined : now?.facts(place);
  return {
    text:
      facts !== undefined && facts.answer !== null
        ? answeredWords(facts)
        : say(
            'toast',
            'Nothing was sent: {0} no longer waits for an answer to this question.',
            askerName(asker),
          ),
    buttons: place === undefined ? [] : [ours('Show')],
  };
}

/** Opens the page of a task that asks or asked, wherever it is by now. */
export async function showTask(
  { model }: Pick<Services, 'model'>,
  { workspace, row }: FeedbackWait,
): Promise<void> {
  const now = model.workspace(workspace.key);
  const place = (now === undefined ? undefined : taskNow(now, row.id)) ?? row;
  await run(
    COMMANDS.openTask,
    rowForTask({ workspaceKey: workspace.key, folder: place.folder, id: place.id }),
  );
}
