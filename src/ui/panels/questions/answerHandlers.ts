/** How any panel has asks answered in it: each held by its key, with the draft that everything one can type into shares. */

import { optionsOf } from '../../../acts/answer/answerTarget.ts';
import { ok, type Result, refuse } from '../../../protocol/lib/result.ts';
import type { AsksModel } from '../../../workspace/model.ts';
import type { Wait } from '../../../workspace/needsYou.ts';
import type { UncheckedHandlers } from '../rpc.ts';
import { type AskMemory, answerFor, askSlice, choiceOf, placeOf, sendsOf } from './askSlice.ts';
import { type FoundAsk, findAsked } from './findAsked.ts';
import type { AnswerActs } from './questionsActs.ts';
import type { AnswerContract } from './questionsMessages.ts';
import { WaitHandles } from './waitHandles.ts';

/** Of so many asks the panel remembers what it showed. */
const MOST_REMEMBERED = 50;

export const gone = () => refuse('gone', 'It is no longer there.');

export class AnswerHandlers {
  readonly handles: WaitHandles;
  readonly #model: AsksModel;
  readonly #acts: AnswerActs;
  /** Whether the panel is about asks of this key at all. */
  readonly #owns: (key: string) => boolean;
  readonly #remembered = new Map<string, AskMemory>();

  constructor(model: AsksModel, acts: AnswerActs, owns: (key: string) => boolean = () => true) {
    this.handles = new WaitHandles(model);
    this.#model = model;
    this.#acts = acts;
    this.#owns = owns;
  }

  memoryOf(key: string): AskMemory {
    const memory = this.#remembered.get(key) ?? { session: this.#acts.session(key) };
    this.#remembered.delete(key);
    this.#remembered.set(key, memory);
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= MOST_REMEMBERED) break;
      this.#remembered.delete(oldest);
    }
    return memory;
  }

  /** Keys of the asks that were shown, the one looked at last at the end. */
  remembered(): string[] {
    return [...this.#remembered.keys()];
  }

  find(key: string): FoundAsk {
    if (!this.#owns(key)) return { state: 'gone' };
    const memory = this.memoryOf(key);
    const found = findAsked(this.#model, key, memory.wait);
    // Of one that is over the last sight of it stays: what it asked may be nowhere else any more.
    if (found.state === 'here') memory.wait = found.wait;
    return found;
  }

  /** Runs an act on an ask, also one that is over, if anything is known of it. */
  onWait(run: (wait: Wait) => Promise<void>): (of: { wait: string }) => Promise<Result<null>> {
    return async ({ wait }) => {
      const found = this.find(this.handles.key(wait));
      if (found.state === 'gone') return gone();
      await run(found.wait);
      return ok(null);
    };
  }

  handlers(): UncheckedHandlers<AnswerContract> {
    const model = this.#model;
    const acts = this.#acts;
    return {
      slices: {
        ask: ({ wait }) => {
          const key = this.handles.key(wait);
          if (!this.#owns(key)) return { state: 'gone', draft: null };
          const found = this.find(key);
          if (found.state === 'here') this.memoryOf(key).session.see(found.wait);
          const asked = askSlice(model, key, this.memoryOf(key));
          return asked.state === 'known' ? { ...asked, key: wait } : asked;
        },
      },
      requests: {
        draft: ({ wait: handle, text, choice, by }) => {
          const key = this.handles.key(handle);
          if (!this.#owns(key)) return gone();
          const found = this.find(key);
          const wait = found.state === 'gone' ? undefined : found.wait;
          const options = wait?.options ?? [];
          const memory = this.memoryOf(key);
          // What is typed for one that is over is kept all the same: the person has typed it.
          const kept = answerFor(options, { text, choice });
          memory.typed = { ...kept, by };
          memory.session.keep(kept);
          return ok({
            typed: { text: kept.text, choice: choiceOf(options, kept.choice) },
            sends: wait === undefined ? { text: null, note: '' } : sendsOf(wait, kept),
          });
        },
        send: async ({ wait: handle, text, choice, by }) => {
          const key = this.handles.key(handle);
          const found = this.find(key);
          if (found.state === 'gone') return gone();
          if (found.state !== 'here') return refuse('over', 'It waits no more.');
          const memory = this.memoryOf(key);
          const { session } = memory;
          if (session.seen === null) session.see(found.wait);
          const answer = answerFor(optionsOf(session.seen ?? found.wait), { text, choice });
          memory.typed = { ...answer, by };
          // The draft holds what is sent until it is on disk.
          session.keep(answer);
          return ok({ sent: await acts.send(session, answer) });
        },
        discard: async ({ wait }) => {
          const key = this.handles.key(wait);
          if (!this.#owns(key)) return gone();
          const memory = this.memoryOf(key);
          delete memory.typed;
          await memory.session.discard();
          return ok(null);
        },
        whole: this.onWait(acts.openAsk),
        writeInEditor: this.onWait(acts.writeInEditor),
        wayOut: this.onWait((wait) => acts.wayOut(placeOf(wait))),
        copyText: async ({ text }) => {
          await acts.copy(text);
          return ok(null);
        },
        steerWith: ({ wait, text }) =>
          this.onWait(async (found) => {
            if (found.kind !== 'feedback') await acts.steer(found.loop, text);
          })({ wait }),
      },
    };
  }
}
