import { info, progressCancel } from '../../host/messages.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Option } from '../../protocol/loops/loopModel.ts';
import { ours } from '../../text/say.ts';
import { questionWait, type Wait } from '../../workspace/needsYou.ts';
import { taskNeeds } from '../../workspace/tasks/taskNeeds.ts';
import { everyWait } from '../kit/findWait.ts';
import type { Acting } from '../kit/services.ts';
import { optionLabel } from '../kit/words/answerWords.ts';
import { replacedWords, sendingWords, unsentWords } from '../kit/words/toastWords.ts';

export const HELD_MS = 3000;
/** A draft younger than this may still be held by another window. */
const SETTLED_MS = HELD_MS + 2000;

/** An option clicked on a toast waits three seconds with Cancel, since toasts move under the mouse. */
export class HeldOptions implements Disposable {
  readonly #acting: Acting;
  readonly #holding = new Set<string>();
  readonly #looked = new Set<string>();
  readonly #timers = new Set<Disposable>();

  constructor(acting: Acting) {
    this.#acting = acting;
  }

  async send(wait: Wait, option: Option): Promise<void> {
    const { answering, pick, teller } = this.#acting;
    const session = answering.open(wait);
    if (session.draft.text.trim() !== '') {
      // Words were begun: they are neither thrown away nor sent unseen.
      const now = this.#acting.waitOf(wait.key) ?? wait;
      const same = now.options.find(({ id }) => id === option.id)?.label === option.label;
      await pick.open(now, same ? option.id : null);
      return;
    }
    if (this.#holding.has(wait.key)) return;
    this.#holding.add(wait.key);
    try {
      const held = await session.hold(option.id);
      const label = optionLabel(option);
      const goOn = await progressCancel(sendingWords(wait, label), HELD_MS);
      if (!held.stands()) {
        // What was typed last stands, and the click no longer does.
        if (goOn && this.#acting.waitOf(wait.key) !== undefined) void info(replacedWords(wait, label));
      } else if (goOn) await teller.send(session, held.release());
      else await held.drop();
    } finally {
      this.#holding.delete(wait.key);
    }
  }

  /** Says once what an earlier window held and did not send. */
  async start(): Promise<void> {
    const { store, tasks, drafts } = this.#acting.parts;
    const look = ({ added }: { added: ReadonlySet<string> }) => added.size > 0 && this.#look();
    await Promise.all([store.ready, drafts.ready]);
    this.#timers.add(store.onDidChange(look));
    this.#timers.add(tasks.onDidChange(look));
    this.#look();
  }

  #look(): void {
    const { store, tasks, clock } = this.#acting.parts;
    const isNew = ({ key }: { key: string }) => !this.#looked.has(key);
    for (const loop of store.loops().filter(isNew)) {
      this.#looked.add(loop.key);
      for (const question of loop.snapshot.questions) this.#lookAt(questionWait(loop, question));
    }
    for (const workspace of tasks.workspaces().filter(isNew)) {
      this.#looked.add(workspace.key);
      for (const wait of everyWait(taskNeeds(workspace, clock.now()).waits)) this.#lookAt(wait);
    }
  }

  #lookAt(wait: Wait): void {
    const { drafts, clock } = this.#acting.parts;
    const draft = drafts.get(wait.key);
    if (draft?.notSent !== 'window-closed' || this.#holding.has(wait.key)) return;
    const left = draft.savedAt + SETTLED_MS - clock.now();
    if (left > 0) {
      this.#timers.add(clock.setTimeout(() => this.#lookAt(wait), left));
      return;
    }
    this.#say(wait).catch((failure: unknown) =>
      this.#acting.parts.log.error('A draft that was not sent could not be told of.', failure),
    );
  }

  async #say(unsent: Wait): Promise<void> {
    const { drafts, marks } = this.#acting.parts;
    const { key, options } = unsent;
    const draft = drafts.get(key);
    if (draft === undefined || !(await marks.claim(`unsent|${key}|${draft.savedAt}`))) return;
    this.#acting.answering.session(key).keep(draft);
    const option = options.find((one) => one.id === draft.choice);
    const label = option === undefined ? draft.text : optionLabel(option);
    const pressed = await info(unsentWords(unsent, label), [ours('Answer…')]);
    const wait = this.#acting.waitOf(key);
    if (pressed === 0 && wait !== undefined) await this.#acting.pick.open(wait);
  }

  dispose(): void {
    for (const timer of this.#timers) timer.dispose();
  }
}
