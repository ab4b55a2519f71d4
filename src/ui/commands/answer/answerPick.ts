import { info } from '../../../host/messages.ts';
import { ours } from '../../../text/say.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import { groupOf } from '../../kit/findWait.ts';
import { pickAlike } from '../../kit/pickAlike.ts';
import type { AnswerSurface } from '../../kit/surfaces.ts';
import { type AnswerPickPorts, PickSession } from './pickSession.ts';

/** Asks for an answer, one pick at a time; a second call moves the open pick to its wait. */
export class AnswerPick implements AnswerSurface {
  readonly #ports: AnswerPickPorts;
  #open: PickSession | undefined;
  #saidThatDraftsStay = false;

  constructor(ports: AnswerPickPorts) {
    this.#ports = ports;
  }

  async open(wait: Wait, choice: string | null = null): Promise<void> {
    if (await this.#ports.teller.mayAnswer(wait)) this.show(wait, choice);
  }

  /**
   * `choice`: the id of an option that a row had, active but not sent. `to`: the asks alike that all get the answer,
   * `wait` among them; null: `wait` alone.
   */
  show(wait: Wait, choice: string | null = null, to: readonly Wait[] | null = null): void {
    this.#open?.close();
    const session = new PickSession(
      this.#ports,
      { wait, choice, to },
      {
        closed: (kept) => {
          if (this.#open === session) this.#open = undefined;
          if (kept && !this.#saidThatDraftsStay) {
            this.#saidThatDraftsStay = true;
            void info(ours('Nothing was sent. Your text is kept: Answer Next takes it up again.'));
          }
        },
        alike: (about, active) => this.#alike(about, active, to),
      },
    );
    this.#open = session;
    session.start();
  }

  /** Shows all asks that are alike; what was typed for one of them stays in the box. */
  async #alike(about: Wait, choice: string | null, before: readonly Wait[] | null): Promise<void> {
    const { drafts, model } = this.#ports;
    const alike = groupOf(model.waits(), about.key)?.same ?? [about];
    const taken = await pickAlike(alike, { now: model.now(), draftOf: (wait) => model.draft(wait.key) });
    const first = taken?.find((wait) => wait.key === about.key) ?? taken?.[0];
    if (taken === undefined || first === undefined) {
      this.show(about, choice, before);
      return;
    }
    const typed = model.draft(about.key);
    if (typed !== undefined && model.draft(first.key) === undefined)
      drafts.set(first.key, { text: typed.text, choice: typed.choice });
    this.show(first, choice, taken.length > 1 ? taken : null);
  }

  dispose(): void {
    this.#open?.close();
  }
}
