/** A page of plain text that is put together line by line, with the places of our own links in it. */
import { type Shown, shown, withoutBreaks } from '../../text/agentText.ts';

type Page = Shown<'document'>;

export interface PageLink {
  /** From 0. */
  line: number;
  from: number;
  to: number;
  /** The key of the page that it leads to. */
  page: string;
  name: string;
}

export class PageText {
  readonly links: PageLink[] = [];
  readonly #lines: string[] = [];
  readonly #furtherIn: string;

  /** @param furtherIn columns, so many that no line of ours begins there: what follows a line break in a text does */
  constructor(furtherIn: number) {
    this.#furtherIn = ' '.repeat(furtherIn);
  }

  /** A line each, unless a text brings line breaks along. */
  add(...texts: readonly Page[]): this {
    for (const text of texts) {
      const [first = '', ...more] = text.split('\n');
      this.#lines.push(first, ...more.map((line) => `${this.#furtherIn}${line}`));
    }
    return this;
  }

  /** A heading, and what stands under it; nothing where that is nothing. */
  section(head: Shown, body: readonly Page[]): this {
    if (body.length === 0) return this;
    return this.gap()
      .heading(head)
      .add(...body);
  }

  heading(head: Page, mark = '-'): this {
    return this.add(head, mark.repeat(Math.min(80, [...head].length)) as Page);
  }

  /** An empty line, but for at the beginning. */
  gap(): this {
    if (this.#lines.length > 0) this.#lines.push('');
    return this;
  }

  /** A line with a link of ours: `before`, then the name that can be followed. */
  link(before: Page, name: string, page: string, after: Page): this {
    const words = shown(withoutBreaks(name), 'document', 200).replaceAll('\n', ' ');
    const line = this.#lines.length;
    this.links.push({ line, from: before.length, to: before.length + words.length, page, name });
    this.#lines.push(`${before}${words}${after}`);
    return this;
  }

  get text(): Page {
    return `${this.#lines.join('\n')}\n` as Page;
  }
}
