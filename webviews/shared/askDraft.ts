/**
 * What is typed for one ask. The draft is kept by the host, as everything that one can type into shares it; the page is
 * ahead of it by what is on its way, and takes over what comes back only where nothing of its own is.
 */
import { type Signal, signal } from '@preact/signals';
import type {
  AnswerContract,
  AskShown,
  Sends,
  Typed,
} from '../../src/ui/panels/questions/questionsMessages.ts';
import type { Reply } from '../../src/ui/panels/rpc.ts';

/** Bytes; the protocol has room for no more. */
export const MAX_TEXT: typeof import('../../src/ui/panels/questions/questionsMessages.ts')['MAX_TEXT'] = 262_144;

type Requests = AnswerContract['requests'];

/** The host of any panel in which one answers. */
export interface AnswerHost {
  request<N extends keyof Requests>(
    name: N,
    value: Requests[N]['takes'],
  ): Promise<Reply<Requests[N]['gives']>>;
}

const PAGE = crypto.randomUUID();
const EMPTY: Typed = { text: '', choice: null };

export class AskDraft {
  readonly key: string;
  readonly typed: Signal<Typed> = signal(EMPTY);
  readonly sends: Signal<Sends> = signal({ text: null, note: '' });
  /** Why what is typed is not kept; null where it is. */
  readonly unkept: Signal<'too-long' | 'refused' | null> = signal(null);
  readonly #host: AnswerHost;
  #underWay = 0;
  #count = 0;
  /** What the host showed last, so that the same one again changes nothing. */
  #taken: unknown;

  constructor(key: string, host: AnswerHost) {
    this.key = key;
    this.#host = host;
  }

  /** Nothing that would be missed. */
  get empty(): boolean {
    const { text, choice } = this.typed.value;
    return text.trim() === '' && choice === null;
  }

  /** A newer picture of the ask came. True: the text is another now, and not by this page. */
  came(ask: Pick<AskShown, 'draft' | 'draftOff' | 'sends'>): boolean {
    if (this.#taken === ask) return false;
    this.#taken = ask;
    // Of what is not kept the page alone has the text.
    if (this.#underWay > 0 || ask.draftOff !== '' || this.unkept.peek() !== null) return false;
    this.sends.value = ask.sends;
    const { text, choice } = ask.draft ?? EMPTY;
    const before = this.typed.peek();
    if (before.text === text && before.choice === choice) return false;
    this.typed.value = { text, choice };
    return before.text !== text;
  }

  /** The person typed or chose. */
  async type(change: Partial<Typed>): Promise<void> {
    const typed = { ...this.typed.peek(), ...change };
    this.typed.value = typed;
    if (tooLong(typed.text)) {
      this.unkept.value = 'too-long';
      return;
    }
    this.#underWay += 1;
    const reply = await this.#host.request('draft', { wait: this.key, ...typed, by: this.#mark() });
    this.#underWay -= 1;
    if (this.#underWay > 0 || tooLong(this.typed.peek().text)) return;
    this.unkept.value = reply.ok ? null : 'refused';
    if (!reply.ok) return;
    this.sends.value = reply.value.sends;
    const made = reply.value.typed;
    const now = this.typed.peek();
    if (made.text !== now.text || made.choice !== now.choice) this.typed.value = made;
  }

  /** True once it is on disk. */
  async send(): Promise<boolean> {
    const reply = await this.#host.request('send', {
      wait: this.key,
      ...this.typed.peek(),
      by: this.#mark(),
    });
    return reply.ok && reply.value.sent;
  }

  /** Nothing is typed any more. */
  clear(): void {
    this.typed.value = EMPTY;
    this.unkept.value = null;
  }

  #mark(): string {
    this.#count += 1;
    return `${PAGE}-${this.#count}`;
  }
}

/** More than the protocol has room for. */
function tooLong(text: string): boolean {
  return text.length * 3 > MAX_TEXT && new TextEncoder().encode(text).length > MAX_TEXT;
}
