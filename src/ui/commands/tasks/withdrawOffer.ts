/** For a minute after a task was submitted, the status bar takes it back. */
import type { SubmittedTask } from '../../../acts/tasks/begunTasks.ts';
import { COMMANDS } from '../../../contract.ts';
import { createStatusBar, type StatusBar } from '../../../host/statusBarItem.ts';
import { type Disposable, DisposableList } from '../../../protocol/lib/disposables.ts';
import { withIcon } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { rowForTask } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { TAKES_BACK } from '../../kit/taskTargets.ts';
import { submitted, submittedTip } from '../../kit/words/taskFormWords.ts';

const OFFERED_MS = 60_000;
/** Right beside our own entry. */
const PRIORITY = 39;

export class WithdrawOffer implements Disposable {
  readonly #parts: Pick<Services, 'clock' | 'model'>;
  #offered: Disposable | undefined;

  constructor(parts: Pick<Services, 'clock' | 'model'>) {
    this.#parts = parts;
  }

  /** Only the newest is offered; it goes when an agent has taken the task. */
  show({ target, title, workspace }: SubmittedTask): void {
    const { clock, model } = this.#parts;
    this.#offered?.dispose();
    const list = new DisposableList();
    this.#offered = list;
    const bar: StatusBar = list.add(
      createStatusBar('quarterdeck.submitted', ours('Submitted Task'), PRIORITY),
    );
    const row = () => model.workspace(target.workspaceKey)?.row('inbox', target.id);
    const text = submitted(title, workspace);
    const there = row();
    const facts = there === undefined ? undefined : model.workspace(target.workspaceKey)?.facts(there);
    bar.show({
      text: withIcon('check', text),
      tooltip: submittedTip(title, { boundTo: facts?.boundTo ?? null }),
      spoken: text as string as ReturnType<typeof ours>,
      command: COMMANDS.withdrawTask,
      args: [rowForTask(target), TAKES_BACK],
    });
    list.add(
      model.onDidChange(({ what }) => {
        if (what === 'tasks' && row() === undefined) list.dispose();
      }),
    );
    list.add(clock.setTimeout(() => list.dispose(), OFFERED_MS));
  }

  dispose(): void {
    this.#offered?.dispose();
  }
}
