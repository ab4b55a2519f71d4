import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { DisposableList } from '../../protocol/lib/disposables.ts';
import type { Log } from '../../protocol/lib/log.ts';
import type { Option } from '../../protocol/lib/option.ts';
import type { Draft, DraftStore } from '../../workspace/kept/drafts.ts';
import type { ReadModel } from '../../workspace/model.ts';
import { questionWait, type Wait } from '../../workspace/needsYou.ts';
import { taskWaits } from '../../workspace/tasks/taskAttention.ts';
import type { Answer } from './answer.ts';
import { AnswerSession, type SessionPorts } from './answerSession.ts';

export interface HeldOptionPorts extends SessionPorts {
  drafts: SessionPorts['drafts'] & Pick<DraftStore, 'ready'>;
  model: Pick<ReadModel, 'whenReady' | 'loops' | 'workspaces' | 'onDidChange'>;
  clock: Clock;
  log: Log;
  /** Waits for so many milliseconds, where the person can cancel: false if they did. */
  hold: (wait: Wait, option: Option, ms: number) => Promise<boolean>;
  /** `send`: true once it is on disk. */
  teller: { send(session: AnswerSession, answer: Answer): Promise<boolean> };
  /** Says that an earlier window held this and did not send it. */
  tellUnsent: (wait: Wait, draft: Draft) => Promise<void>;
}

/**
 * `begun`: words stand in the draft, which are neither thrown away nor sent unseen. `held`: the click before is held still.
 * `replaced`: something else was begun meanwhile, or sent: what was typed last stands, and the click no longer does.
 */
export type Held = 'begun' | 'held' | 'replaced' | 'cancelled' | 'sent' | 'not-sent';

const HELD_MS = 3000;
/** A draft younger than this may still be held by another window. */
const SETTLED_MS = HELD_MS + 2000;

/** An option clicked on a toast waits three seconds with Cancel, since toasts move under the mouse. */
export class HeldOptions implements Disposable {
  readonly #ports: HeldOptionPorts;
  readonly #holding = new Set<string>();
  readonly #looked = new Set<string>();
  readonly #list = new DisposableList();

  constructor(ports: HeldOptionPorts) {
    this.#ports = ports;
  }

  /** @param wait as it was when the person read the option */
  async send(wait: Wait, option: Option): Promise<Held> {
    const { hold, teller } = this.#ports;
    const session = AnswerSession.of(this.#ports, wait);
    if (session.draft.text.trim() !== '') return 'begun';
    if (this.#holding.has(wait.key)) return 'held';
    this.#holding.add(wait.key);
    try {
      const held = await session.hold(option.id);
      if (!(await hold(wait, option, HELD_MS))) {
        await held.drop();
        return 'cancelled';
      }
      const answer = held.release();
      if (answer === null) return 'replaced';
      return (await teller.send(session, answer)) ? 'sent' : 'not-sent';
    } finally {
      this.#holding.delete(wait.key);
    }
  }

  /** Looks for what an earlier window held and did not send, in everything that is found. */
  async start(): Promise<void> {
    const { model, drafts } = this.#ports;
    await Promise.all([model.whenReady, drafts.ready]);
    this.#list.add(
      model.onDidChange((news) => {
        if ((news.what === 'loops' || news.what === 'tasks') && news.change.added.size > 0) this.#look();
      }),
    );
    this.#look();
  }

  #look(): void {
    const { model } = this.#ports;
    const isNew = ({ key }: { key: string }) => !this.#looked.has(key);
    for (const loop of model.loops().filter(isNew)) {
      this.#looked.add(loop.key);
      for (const question of loop.snapshot.questions) this.#lookAt(questionWait(loop, question));
    }
    for (const workspace of model.workspaces().filter(isNew)) {
      this.#looked.add(workspace.key);
      for (const wait of taskWaits(workspace)) this.#lookAt(wait);
    }
  }

  #lookAt(wait: Wait): void {
    const { drafts, clock, log, tellUnsent } = this.#ports;
    const draft = drafts.get(wait.key);
    if (draft?.notSent !== 'window-closed' || this.#holding.has(wait.key)) return;
    const left = draft.savedAt + SETTLED_MS - clock.now();
    if (left > 0) {
      this.#list.add(clock.setTimeout(() => this.#lookAt(wait), left));
      return;
    }
    tellUnsent(wait, draft).catch((failure: unknown) =>
      log.error('A draft that was not sent could not be told of.', failure),
    );
  }

  dispose(): void {
    this.#list.dispose();
  }
}
