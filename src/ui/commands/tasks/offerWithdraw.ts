/** For a minute after a task was submitted, the status bar takes it back. */
import { COMMANDS } from '../../../contract.ts';
import { createStatusBar, type StatusBar } from '../../../host/statusBarItem.ts';
import { DisposableList } from '../../../protocol/lib/disposables.ts';
import { ours } from '../../../text/say.ts';
import { withIcon } from '../../../text/shown.ts';
import type { TaskTarget } from '../../kit/row.ts';
import type { Acting } from '../../kit/services.ts';
import { handleFor } from '../../kit/taskTargets.ts';
import { submitted, submittedTip } from '../../kit/words/taskFormWords.ts';
import { TAKES_BACK } from './withdrawTask.ts';

const OFFERED_MS = 60_000;
/** Right beside our own entry. */
const PRIORITY = 39;

let offered: DisposableList | undefined;

/** Only the newest is offered; it goes when an agent has taken the task. */
export function offerWithdraw(acting: Acting, target: TaskTarget, title: string, workspace: string): void {
  const { clock, tasks, context } = acting.parts;
  offered?.dispose();
  const list = new DisposableList();
  offered = list;
  const bar: StatusBar = list.add(createStatusBar('quarterdeck.submitted', ours('Submitted Task'), PRIORITY));
  const row = () => tasks.get(target.workspaceKey)?.row('inbox', target.id);
  const text = submitted(title, workspace);
  const boundTo = tasks.get(target.workspaceKey)?.rows.inbox.find(({ id }) => id === target.id);
  const facts = boundTo === undefined ? undefined : tasks.get(target.workspaceKey)?.facts(boundTo);
  bar.show({
    text: withIcon('check', text),
    tooltip: submittedTip(title, { boundTo: facts?.boundTo ?? null }),
    spoken: text as string as ReturnType<typeof ours>,
    command: COMMANDS.withdrawTask,
    args: [handleFor(target), TAKES_BACK],
  });
  list.add(
    tasks.onDidChange(() => {
      if (row() === undefined) list.dispose();
    }),
  );
  list.add(clock.setTimeout(() => list.dispose(), OFFERED_MS));
  context.subscriptions.push(list);
}
