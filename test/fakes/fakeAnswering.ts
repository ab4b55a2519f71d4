/** Real sessions over drafts in memory and an outbox that writes nowhere. */
import { AnswerSession, type SessionPorts } from '../../src/acts/answer/answerSession.ts';
import { ok, type Result, refuse } from '../../src/protocol/lib/result.ts';
import type { Reply } from '../../src/protocol/loops/loopOptions.ts';
import type { Draft } from '../../src/workspace/kept/drafts.ts';

export class FakeAnswering {
  /** As `DraftStore` keeps them. */
  readonly drafts: Map<string, Draft>;
  /** What was sent to loops. */
  readonly requests: Reply[] = [];
  /** What becomes of what is sent: false where it is refused. */
  becomes: () => Promise<boolean> = async () => true;
  /** Told of every draft that is kept here. */
  kept: (draft: Draft) => void = () => undefined;
  /** Told when the person throws one away. */
  discarded: () => void = () => undefined;
  /** Told when the drafts are others. */
  changed: () => void = () => undefined;
  readonly ports: SessionPorts & { drafts: { ready: Promise<void> } };
  readonly #now: () => number;

  constructor(drafts: Map<string, Draft>, now: () => number) {
    this.drafts = drafts;
    this.#now = now;
    const outbox: SessionPorts['outbox'] = {
      reply: async (kind, loop, request) => {
        this.requests.push(request);
        const entry = { id: 'qd-1', ts: '2026-11-30T09:21:04Z', kind: 'reply' as const, text: request.text };
        return this.#became({ kind, entry, loopKey: loop.key, twice: false });
      },
      respond: async ({ asker }) => this.#became({ kind: 'feedback', asker, twice: false }),
    };
    this.ports = { outbox, drafts: { ...this.#drafts(), ready: Promise.resolve() } };
  }

  session(key: string): AnswerSession {
    const session = new AnswerSession(this.ports, key);
    const discard = session.discard.bind(session);
    session.discard = () => {
      this.discarded();
      return discard();
    };
    return session;
  }

  /** Sends to all that the session is for. */
  async send(session: AnswerSession, answer: { text: string; choice: string | null }): Promise<boolean> {
    if (session.alike !== null) return (await session.sendToAll(answer)).refused.length === 0;
    return (await session.send(answer)).ok;
  }

  async #became<T>(sent: T): Promise<Result<T>> {
    return (await this.becomes()) ? ok(sent) : refuse('io', 'No space left.');
  }

  #drafts(): SessionPorts['drafts'] {
    return {
      get: (key) => this.drafts.get(key),
      set: (key, { text, choice, notSent = null }) => {
        const draft = { text, choice, savedAt: this.#now(), notSent, window: 'here' };
        if (text === '' && choice === null) this.drafts.delete(key);
        else this.drafts.set(key, draft);
        this.kept(draft);
        this.changed();
      },
      delete: async (key) => {
        this.drafts.delete(key);
        this.changed();
      },
      flush: async () => undefined,
    };
  }
}
