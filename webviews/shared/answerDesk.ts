/** What a page has to answer with: the drafts of its asks, and what became of what was sent from here. One a page. */
import { type Signal, signal } from '@preact/signals';
import type { AnswerTexts, OverShown } from '../../src/ui/panels/questions/questionsMessages.ts';
import type { PanelBoot } from '../../src/ui/panels/rpc.ts';
import { type AnswerHost, AskDraft } from './askDraft.ts';
import { announce } from './live.tsx';
import { fill } from './words.tsx';

export type Phase = 'sending' | 'sent' | 'failed';

/** The page's host: it also keeps what was being sent when the page went away. */
interface DeskHost extends AnswerHost {
  readonly boot: PanelBoot;
  ui(name: string, initial: string | null): Signal<string | null>;
}

interface Page {
  /** How many others wait. */
  others: (key: string) => number;
  /** It shows several asks at once. */
  many: boolean;
}

export class AnswerDesk {
  readonly host: AnswerHost;
  readonly texts: AnswerTexts;
  /** What the host calls it when a text is copied. */
  readonly copied: string;
  /** Key of what was being sent when the page went away. */
  readonly underWay: Signal<string | null>;
  readonly others: (key: string) => number;
  /** By ask. */
  readonly phases = signal<ReadonlyMap<string, Phase>>(new Map());
  readonly #many: boolean;
  readonly #drafts = new Map<string, AskDraft>();

  constructor(host: DeskHost, { others, many }: Page) {
    const { texts } = host.boot;
    this.host = host;
    this.texts = texts as AnswerTexts;
    this.copied = texts['copied'] ?? '';
    this.underWay = host.ui('sending', null);
    this.others = others;
    this.#many = many;
  }

  /** One an ask, for as long as the page lives. */
  draftOf(key: string): AskDraft {
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const made = new AskDraft(key, this.host);
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

  /**
   * Follows an ask that is shown, and says so once it is over.
   *
   * @param was whether it was over when it was shown before; undefined: it was not shown
   */
  follow(key: string, over: OverShown | null, was: boolean | undefined): void {
    // The page went away while it was being sent: what is on disk says what became of it.
    if (this.underWay.peek() === key && this.phases.peek().get(key) !== 'sending')
      this.setPhase(key, over === null ? 'failed' : null);
    if (was === false && over !== null && this.phases.peek().get(key) !== 'sent')
      announce(fill(this.texts.ended, over.words));
  }

  /** Of an element that each ask has one of. */
  idOf(name: string, key: string): string {
    return this.#many ? `${name}-${key}` : name;
  }
}
