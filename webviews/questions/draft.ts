/**
 * What is typed for one ask. The draft is kept by the host, as everything that one can type into shares it; the page is
 * ahead of it by what is on its way, and takes over what comes back only where nothing of its own is.
 */
import { type Signal, signal } from '@preact/signals';
import type { AskShown, Sends, Typed } from '../../src/panels/questions/messages.ts';
import { host } from './state.ts';

const PAGE = crypto.randomUUID();
const EMPTY: Typed = { text: '', choice: null };

export class AskDraft {
  readonly key: string;
  readonly typed: Signal<Typed> = signal(EMPTY);
  readonly sends: Signal<Sends> = signal({ text: null, note: '' });
  #underWay = 0;
  #count = 0;
  /** What the host showed last, so that the same one again changes nothing. */
  #taken: unknown;

  constructor(key: string) {
    this.key = key;
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
    if (this.#underWay > 0 || ask.draftOff !== '') return false;
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
    this.#underWay += 1;
    const reply = await host.request('draft', { wait: this.key, ...typed, by: this.#mark() });
    this.#underWay -= 1;
    if (!reply.ok || this.#underWay > 0) return;
    this.sends.value = reply.value.sends;
    const made = reply.value.typed;
    const now = this.typed.peek();
    if (made.text !== now.text || made.choice !== now.choice) this.typed.value = made;
  }

  /** True once it is on disk. */
  async send(): Promise<boolean> {
    const reply = await host.request('send', { wait: this.key, ...this.typed.peek(), by: this.#mark() });
    return reply.ok && reply.value.sent;
  }

  #mark(): string {
    this.#count += 1;
    return `${PAGE}-${this.#count}`;
  }
}

const drafts = new Map<string, AskDraft>();

/** One an ask, for as long as the page lives. */
export function draftOf(key: string): AskDraft {
  const known = drafts.get(key);
  if (known !== undefined) return known;
  const made = new AskDraft(key);
  drafts.set(key, made);
  return made;
}
