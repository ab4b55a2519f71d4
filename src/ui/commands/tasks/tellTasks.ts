/** Says what became of an act on tasks, and offers what can be done about it. */

import type { Outcome } from '../../../acts/tasks/actOnTasks.ts';
import type { MissedTask, TaskTarget } from '../../../acts/tasks/chosenTasks.ts';
import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { brief, info, warn } from '../../../host/messages.ts';
import type { Refusal } from '../../../protocol/lib/result.ts';
import { isTaskFolder } from '../../../protocol/tasks/taskNames.ts';
import { join, type Shown } from '../../../text/agentText.ts';
import { doneHead } from '../../../text/refusalWords.ts';
import { ours } from '../../../text/say.ts';
import { taskRefusalWords } from '../../../text/taskRefusalWords.ts';
import { type Button, copyButton, keptWords, offer } from '../../kit/offer.ts';
import { rowForTask } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { wayOutButton } from '../../kit/wayOutButton.ts';
import { copyStays, manyDone, oneDone, type TaskVerb } from './taskActWords.ts';

/** What was refused, of which nothing was written. */
export interface Refused {
  refusal: Refusal;
  /** Its title; empty where it is about the workspace as a whole. */
  title: string;
  /** The workspace's own name. */
  workspace: string;
  target?: TaskTarget;
  /** What the person had typed: it is offered to be copied. */
  text?: string;
  /** "Not done:" or the like unless given. */
  head?: Shown<'toast'>;
}

/** Settles when the message is gone; what is offered in it has been done then. */
export async function tellTaskRefusal(refused: Refused): Promise<void> {
  const { refusal, title, workspace, target, text = '', head = doneHead(refused.refusal) } = refused;
  const words = join<'toast'>([head, taskRefusalWords(refusal, title, workspace), keptWords(text)], ' ');
  await offer(words, [...wayOutButton(refusal), ...showButton(refusal, target), ...copyButton(text)]);
}

/** As `tellTaskRefusal`, of a task that was not acted on. `text`: what the person had typed for it. */
export function tellMissed({ model }: Pick<Services, 'model'>, missed: MissedTask, text = ''): Promise<void> {
  const workspace = model.workspace(missed.target.workspaceKey)?.name ?? '';
  return tellTaskRefusal({ ...missed, workspace, text });
}

/** Where it is now. */
function showButton(refusal: Refusal, target: TaskTarget | undefined): Button[] {
  if (target === undefined) return [];
  const now = refusal.args['foundIn'] ?? (refusal.code === 'changed' ? target.folder : undefined);
  if (!isTaskFolder(now)) return [];
  const handle = rowForTask({ ...target, folder: now });
  return [{ title: ours('Show'), press: () => run(COMMANDS.openTask, handle, { focus: true }) }];
}

/** One line for all of it; of one task that is done, only for a moment in the status bar. `text`: what was typed for it. */
export function sayOutcome(
  services: Pick<Services, 'model'>,
  verb: TaskVerb,
  outcome: Outcome,
  text = '',
): void {
  const { done, refused, left, copies } = outcome;
  for (const { task, folders } of copies) void warn(copyStays(task.facts.title, folders));
  const [first] = refused;
  if (done.length + refused.length === 1 && left.length === 0) {
    if (first === undefined) {
      for (const { facts, row } of done) brief(oneDone(verb, facts.title === '' ? row.id : facts.title));
      return;
    }
    void tellMissed(services, first, text);
    return;
  }
  const words = manyDone(
    verb,
    done.length,
    refused.map(({ refusal }) => refusal),
    left.map(({ refusal }) => refusal),
  );
  if (refused.length === 0) void info(words);
  else void offer(words, copyButton(text));
}
