/** What a page has to answer with: the drafts of its asks, and what became of what was sent from here. One a page. */
import { type Signal, signal } from '@preact/signals';
import type { AnswerContract, AnswerTexts } from '../../src/ui/panels/questions/questionsMessages.ts';
import type { Reply } from '../../src/ui/panels/rpc.ts';
import { AskDraft } from './askDraft.ts';

export type AnswerRequests = {
  [N in keyof AnswerContract['requests']]: (
    value: AnswerContract['requests'][N]['takes'],
  ) => Promise<Reply<AnswerContract['requests'][N]['gives']>>;
};

export type Phase = 'sending' | 'sent' | 'failed';

interface Ports {
  requests: AnswerRequests;
  texts: AnswerTexts;
  /** What the host calls it when a text is copied. */
  copied: string;
  /** Key of what was being sent when the page went away. */
  underWay: Signal<string | null>;
  /** How many others wait. */
  others: (key: string) => number;
  /** The page shows several asks at once. */
  many: boolean;
}

export class AnswerDesk {
  readonly requests: AnswerRequests;
  readonly texts: AnswerTexts;
  readonly copied: string;
  readonly underWay: Signal<string | null>;
  readonly others: (key: string) => number;
  /** By ask. */
  readonly phases = signal<ReadonlyMap<string, Phase>>(new Map());
  readonly #many: boolean;
  readonly #drafts = new Map<string, AskDraft>();

  constructor({ requests, texts, copied, underWay, others, many }: Ports) {
    this.requests = requests;
    this.texts = texts;
    this.copied = copied;
    this.underWay = underWay;
    this.others = others;
    this.#many = many;
  }

  /** One an ask, for as long as the page lives. */
  draftOf(key: string): AskDraft {
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const made = new AskDraft(key, this.requests);
    this.#drafts.set(key, made);
    return made;
  }

  setPhase(key: string, phase: Phase | null): void {
    const next = new Map(this.phases.peek());
    if (phase === null) next.delete(key);
    else next.set(key, phase);
    this.phases.value = next;
    if (phase === 'sending') this.underWay.value = key;
    else if (this.underWay.peek() === key) this.underWay.value = null;
  }

  /** Of an element that each ask has one of. */
  idOf(name: string, key: string): string {
    return this.#many ? `${name}-${key}` : name;
  }
}
