import type { HeldOptions } from '../../acts/answer/heldOptions.ts';
import { COMMANDS } from '../../contract.ts';
import { run } from '../../host/commands.ts';
import { info, toast as showToast } from '../../host/messages.ts';
import { onDidChangeWindowUse, windowInUse } from '../../host/windowState.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { DisposableList } from '../../protocol/lib/disposables.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import { noMemory, type Toast, type ToastMemory, toastPlan, togetherMs } from '../../workspace/toastPlan.ts';
import { rowFor } from '../kit/rowTree.ts';
import type { Services } from '../kit/services.ts';
import { sendHeld } from './heldOptionToast.ts';
import { lateToast, showTask } from './lateClick.ts';
import { type ToastAct, toastContent } from './toastContent.ts';

/** Shows what the plan says, once over windows and reloads, and does what the person presses. */
export class Toasts implements Disposable {
  readonly #services: Services;
  readonly #held: HeldOptions;
  readonly #list = new DisposableList();
  /** Being claimed right now: as good as marked for the next plan. */
  readonly #claiming = new Set<string>();
  #memory: ToastMemory = noMemory;
  #again: Disposable | undefined;

  constructor(services: Services, held: HeldOptions) {
    this.#services = services;
    this.#held = held;
  }

  async start(): Promise<void> {
    const { model, tasks, marks, settings } = this.#services;
    // What waited before this window is told as that, so it must be known: but no longer than one waits for a toast.
    await Promise.all([model.whenReady, marks.ready, this.#atMost(tasks.ready, togetherMs)]);
    this.#list.add(
      model.onDidChange(({ what }) => {
        if (what === 'loops' || what === 'tasks') this.plan();
      }),
    );
    this.#list.add(settings.onDidChange(() => this.plan()));
    this.#list.add(onDidChangeWindowUse(() => this.plan()));
    this.plan();
  }

  plan(): void {
    if (this.#list.disposed) return;
    const { model, marks, clock } = this.#services;
    const now = clock.now();
    const { waits, looks } = model.needs();
    const plan = toastPlan({
      now,
      waits,
      looks,
      marked: (mark) => this.#claiming.has(mark) || marks.has(mark),
      active: windowInUse(),
      memory: this.#memory,
    });
    this.#memory = plan.memory;
    this.#again?.dispose();
    this.#again =
      plan.againAt === null
        ? undefined
        : clock.setTimeout(() => this.plan(), Math.max(0, plan.againAt - now));
    void this.#claim(plan.quietly);
    if (plan.toast !== null) this.#caught(this.#show(plan.toast));
  }

  #atMost(what: Promise<void>, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#services.clock.setTimeout(resolve, ms);
      this.#list.add(timer);
      what.then(() => {
        timer.dispose();
        resolve();
      }, resolve);
    });
  }

  #caught(work: Promise<void>): void {
    work.catch((failure: unknown) => this.#services.log.error('A notification failed.', failure));
  }

  /** Whether at least one mark was ours. */
  async #claim(marks: readonly string[]): Promise<boolean> {
    for (const mark of marks) this.#claiming.add(mark);
    const ours = await Promise.all(marks.map((mark) => this.#services.marks.claim(mark)));
    for (const mark of marks) this.#claiming.delete(mark);
    return ours.includes(true);
  }

  async #show(toast: Toast): Promise<void> {
    const { clock, settings } = this.#services;
    if (!(await this.#claim(toast.marks)) || settings.toasts() === 'off') return;
    const content = toastContent(toast, clock.now());
    const pressed = await showToast(
      content.severity,
      content.text,
      content.buttons.map((button) => button.label),
    );
    const button = pressed === undefined ? undefined : content.buttons[pressed];
    if (button !== undefined) await this.#act(button.act);
  }

  async #act(act: ToastAct): Promise<void> {
    const services = this.#services;
    switch (act.act) {
      case 'answer': {
        const wait = await this.#stillWaits(act.wait);
        if (wait !== undefined) await services.pick.open(wait);
        return;
      }
      case 'option': {
        const wait = await this.#stillWaits(act.wait);
        // The option that was read, of the task as it was then: a number may stand for something else by now.
        if (wait !== undefined)
          await sendHeld(services, this.#held, wait.kind === 'feedback' ? act.wait : wait, act.option);
        return;
      }
      case 'showAll':
        await run(COMMANDS.goToNeedsYou);
        return;
      case 'showTask':
        await showTask(services, act.wait);
        return;
      case 'show':
        await run(COMMANDS.openRow, rowFor(act.loop));
        return;
      case 'stop':
        await run(COMMANDS.stop, rowFor(act.loop));
        return;
      case 'steer':
        return services.steerBox.open(act.loop);
    }
  }

  /** A toast may be pressed long after its question: then it says what became of it, and writes nothing. */
  async #stillWaits(wait: Wait): Promise<Wait | undefined> {
    const now = this.#services.model.wait(wait.key);
    if (now !== undefined) return now;
    const late = await lateToast(this.#services, wait);
    if (late.expired !== undefined) return late.expired;
    if ((await info(late.text, late.buttons)) !== 0) return undefined;
    if (wait.kind === 'feedback') await showTask(this.#services, wait);
    else await run(COMMANDS.openRow, rowFor(wait.loop));
    return undefined;
  }

  dispose(): void {
    this.#again?.dispose();
    this.#list.dispose();
  }
}
