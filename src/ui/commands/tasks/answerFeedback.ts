import { lookUp } from '../../../acts/tasks/chosenTasks.ts';
import { info } from '../../../host/messages.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { join, shown } from '../../../text/agentText.ts';
import { ours, say } from '../../../text/say.ts';
import { duration } from '../../../text/timeWords.ts';
import { type FeedbackWait, taskWaits } from '../../../workspace/tasks/taskAttention.ts';
import type { Services } from '../../kit/services.ts';
import { targetsOf } from '../../kit/taskTargets.ts';
import { titleWords } from './taskActWords.ts';

interface AskRow extends PickRow {
  wait: FeedbackWait;
}

/**
 * Opens the pick in which everything is answered, for what a task asks: of several rows the first, and where others ask the
 * same that pick offers them all. Without a row it asks which.
 */
export async function answerFeedback(services: Services, argument: unknown, many: unknown): Promise<void> {
  const { model } = services;
  const targets = targetsOf(argument, many);
  const asked =
    targets === null
      ? await pickAsked(services, model.workspaces().flatMap(taskWaits))
      : lookUp(targets, model)
          .chosen.flatMap(({ workspace, row }) => taskWaits(workspace).filter((one) => one.row === row))
          .at(0);
  if (asked === null) return;
  // As it stands among all that wait, with those that ask the same.
  const wait = asked === undefined ? undefined : model.wait(asked.key);
  if (wait === undefined) void info(ours('That no longer waits for you. Nothing was sent.'));
  else await services.pick.open(wait);
}

/** Null: the person went away. */
async function pickAsked(
  services: Pick<Services, 'model'>,
  waits: readonly FeedbackWait[],
): Promise<FeedbackWait | undefined | null> {
  if (waits.length < 2) return waits[0];
  const now = services.model.now();
  const rows = waits.map(
    (wait): AskRow => ({
      wait,
      label: titleWords('pick', wait.workspace.facts(wait.row).title, wait.row.id),
      description: join<'pick'>([
        shown(wait.asker, 'pick', 40),
        wait.since === null ? ('' as AskRow['label']) : ours('waits {0}', duration(now - wait.since)),
        say('pick', '“{0}”', wait.text),
      ]),
    }),
  );
  return (await pickOne(rows, { title: ours('Answer which task?') }))?.wait ?? null;
}
