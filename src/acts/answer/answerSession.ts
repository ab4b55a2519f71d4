import { ok, type Refusal, type Result, refuse } from '../../protocol/lib/result.ts';
import { idFrom } from '../../protocol/loops/entryId.ts';
import type { Reply } from '../../protocol/loops/loopOptions.ts';
import type { Draft } from '../../workspace/kept/drafts.ts';
import type { Wait } from '../../workspace/needsYou.ts';
import type { Outbox, Sent } from '../outbox.ts';
import { type Answer, sameAnswer } from './answer.ts';
import { type AnswerTarget, outgoing } from './answerTarget.ts';

export interface SessionPorts {
  outbox: Pick<Outbox, 'reply' | 'respond'>;
  drafts: {
    get(key: string): Draft | undefined;
    set(key: string, typed: Answer & { notSent?: 'window-closed' }): void;
    delete(key: string): Promise<void>;
    /** Settles when all that is set is on disk. */
    flush(): Promise<void>;
  };
}

/** The person agreed to answer a question whose time has run out. */
export interface Agreed {
  answers?: boolean;
}

export interface AllAnswered {
  answered: number;
  refused: Refusal[];
  /** Another program answered one of them at the same moment. */
  twice: boolean;
}

/** An option that is kept back for a moment, in which the person may think better of it. */
export interface HeldOption {
  /** What is to be sent now; null where something was typed, picked or sent since it was held: that stands. */
  release(): Answer | null;
  /** The draft is again what it was before, unless something else was begun since. */
  drop(): Promise<void>;
}

/**
 * One ask while it is answered, wherever that is: in the pick, a panel, a toast or an editor. It holds the draft, which all of
 * them share, what the person saw of the ask, and who else gets the answer. A draft goes only when what was sent is on disk.
 */
export class AnswerSession {
  /** The wait's. */
  readonly key: string;
  readonly #ports: SessionPorts;
  #seen: AnswerTarget | null = null;
  #alike: readonly AnswerTarget[] | null = null;
  #underWay: { answer: Answer; sending: Promise<Result<Sent>> } | null = null;

  /** Of a wait by its key, of which the person has seen nothing yet. */
  constructor(ports: SessionPorts, key: string) {
    this.#ports = ports;
    this.key = key;
  }

  /** Of an ask that the person sees. */
  static of(ports: SessionPorts, seen: AnswerTarget): AnswerSession {
    const session = new AnswerSession(ports, seen.key);
    session.see(seen);
    return session;
  }

  /** What an answer is to: the ask as it was shown last. Null: nothing of it was shown yet. */
  get seen(): AnswerTarget | null {
    return this.#seen;
  }

  /** The person sees the ask, whole. */
  see(target: AnswerTarget): void {
    this.#seen = target;
  }

  /** They see its words as they are now, and of a task nothing else that may have changed since they saw it whole. */
  follow(wait: Wait): void {
    const before = this.#seen;
    this.#seen =
      wait.kind === 'feedback' && before?.kind === 'feedback' ? { ...wait, row: before.row } : wait;
  }

  get draft(): Answer {
    const { text, choice } = this.#ports.drafts.get(this.key) ?? { text: '', choice: null };
    return { text, choice };
  }

  keep({ text, choice }: Answer): void {
    this.#ports.drafts.set(this.key, { text, choice });
  }

  discard(): Promise<void> {
    return this.#ports.drafts.delete(this.key);
  }

  /** The asks alike that get the answer, this one among them; null: it alone. */
  get alike(): readonly AnswerTarget[] | null {
    return this.#alike;
  }

  set alike(targets: readonly AnswerTarget[] | null) {
    this.#alike = targets;
  }

  /** Exactly the text that goes out; null: there is nothing to send. */
  sends(answer: Answer): string | null {
    return this.#seen === null ? null : (outgoing(this.#seen, answer)?.text ?? null);
  }

  /**
   * Sends the answer to this ask alone. Refusals: those of `Outbox`, of a task also `asked-again` and those of
   * `respondFeedback`, and `empty`.
   */
  send(answer: Answer, agreed: Agreed = {}): Promise<Result<Sent>> {
    const before = this.#underWay;
    // Enter struck twice is one answer; another answer comes after the first, and is told so.
    if (before !== null && sameAnswer(before.answer, answer)) return before.sending;
    const sending = Promise.resolve(before?.sending).then(() =>
      this.#seen === null
        ? refuse('gone', 'It is no longer there.')
        : this.#sendTo(this.#seen, answer, agreed),
    );
    const underWay = { answer, sending };
    this.#underWay = underWay;
    return sending.finally(() => {
      if (this.#underWay === underWay) this.#underWay = null;
    });
  }

  /**
   * Sends the answer to all those alike, a line each. Of a loop the newest first: it takes an answer without a question's id
   * for what it asked last. A refusal keeps none of the others back.
   */
  async sendToAll(answer: Answer): Promise<AllAnswered> {
    const { drafts } = this.#ports;
    const targets = this.#alike ?? [];
    for (const { key } of targets) if (drafts.get(key) === undefined) drafts.set(key, answer);
    const result: AllAnswered = { answered: 0, refused: [], twice: false };
    for (const target of targets.toSorted((one, other) => placeOf(other) - placeOf(one))) {
      const sent = await this.#sendTo(target, answer, {});
      if (!sent.ok) {
        result.refused.push(sent);
        continue;
      }
      result.answered += 1;
      if (sent.value.twice) result.twice = true;
    }
    if (result.refused.length === 0) this.#alike = null;
    return result;
  }

  async #sendTo(target: AnswerTarget, answer: Answer, agreed: Agreed): Promise<Result<Sent>> {
    const { drafts, outbox } = this.#ports;
    const line = outgoing(target, answer);
    if (line === null) return refuse('empty', 'There is nothing to send.');
    const draft = drafts.get(target.key);
    const sent: Result<Sent> =
      target.kind === 'feedback'
        ? await outbox.respond(target, line.text)
        : await outbox.reply('answer', target.loop, replyTo(target, line, agreed));
    if (!sent.ok) return sent;
    // What was typed while it was on its way is a draft of its own.
    const now = drafts.get(target.key);
    const isNew = now !== undefined && (draft === undefined || !sameAnswer(now, draft));
    if (!isNew) await drafts.delete(target.key);
    return ok(sent.value);
  }

  /** On disk when it settles: if the window closes while it is held, the next one can say that it was not sent. */
  async hold(choice: string): Promise<HeldOption> {
    const { drafts } = this.#ports;
    const before = drafts.get(this.key);
    drafts.set(this.key, { text: '', choice, notSent: 'window-closed' });
    await drafts.flush();
    const answer = { text: '', choice };
    const stands = () => {
      const now = drafts.get(this.key);
      return now?.notSent === 'window-closed' && sameAnswer(now, answer);
    };
    return {
      release: () => {
        if (!stands()) return null;
        this.keep(answer);
        return answer;
      },
      drop: async () => {
        if (!stands()) return;
        if (before === undefined) await this.discard();
        else this.keep(before);
      },
    };
  }
}

function placeOf(target: AnswerTarget): number {
  return target.kind === 'feedback' ? 0 : (target.question?.key.offset ?? 0);
}

function replyTo(
  { key, question }: Exclude<AnswerTarget, { kind: 'feedback' }>,
  line: { text: string; choice?: string },
  { answers = false }: Agreed,
): Reply {
  // A wait without a question has no key that the protocol could make an id of.
  if (question === null) return { to: null, ...line, id: idFrom(key) };
  return { to: question.key, ...line, ...(answers ? { answers } : {}) };
}
