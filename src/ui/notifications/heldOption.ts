import { info, progressCancel } from '../../host/messages.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import type { Option } from '../../protocol/lib/option.ts';
import { ours } from '../../text/say.ts';
import { questionWait, type Wait } from '../../workspace/needsYou.ts';
import { taskNeeds } from '../../workspace/tasks/taskNeeds.ts';
import { answerWait } from '../commands/answer/answerCommands.ts';
import { everyWait } from '../kit/findWait.ts';
import type { Acting } from '../kit/services.ts';
import { optionLabel } from '../kit/words/answerWords.ts';
import { replacedWords, sendingWords, unsentWords } from '../kit/words/toastWords.ts';
import { heldDraft, isHeld } from './heldDraft.ts';

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
    const { drafts } = this.#acting.parts;
    const before = drafts.get(wait.key);
    if (before !== undefined && before.text.trim() !== '') {
      // Words were begun: they are neither thrown away nor sent unseen.
      const now = this.#acting.waitOf(wait.key) ?? wait;
      const same = now.options.find(({ id }) => id === option.id)?.label === option.label;
      await answerWait(this.#acting, now, same ? option.id : null);
      return;
    }
    if (this.#holding.has(wait.key)) return;
    this.#holding.add(wait.key);
    try {
      // On disk before the wait: if the window closes now, the next one can say that it was not sent.
      drafts.set(wait.key, heldDraft(option.id));
      await drafts.flush();
      const goOn = await progressCancel(sendingWords(wait, optionLabel(option)), HELD_MS);
      if (!isHeld(drafts.get(wait.key), option.id)) {
        // Something else was begun meanwhile, or sent: what was typed last stands, and the click no longer does.
        if (goOn && this.#acting.waitOf(wait.key) !== undefined)
          void info(replacedWords(wait, optionLabel(option)));
        return;
      }
      if (!goOn) {
        if (before === undefined) await drafts.delete(wait.key);
        else drafts.set(wait.key, { text: before.text, choice: before.choice });
        return;
      }
      drafts.set(wait.key, { text: '', choice: option.id });
      await this.#acting.sender.answer(wait, { text: '', choice: option.id });
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
    drafts.set(key, { text: draft.text, choice: draft.choice });
    const option = options.find((one) => one.id === draft.choice);
    const label = option === undefined ? draft.text : optionLabel(option);
    const pressed = await info(unsentWords(unsent, label), [ours('Answer…')]);
    const wait = this.#acting.waitOf(key);
    if (pressed === 0 && wait !== undefined) await answerWait(this.#acting, wait);
  }

  dispose(): void {
    for (const timer of this.#timers) timer.dispose();
  }
}
