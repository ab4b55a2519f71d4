/** A page of plain text that is put together line by line, with the places of our own links in it. */
import { oneLine, type Shown, shown } from '../../../text/shown.ts';

type Page = Shown<'document'>;

/** Further in than the words of a history's line. */
const FAR_IN = ' '.repeat(14);

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

  /** A line each. Where a text brings line breaks along, what follows stands so far in that no line of ours looks like it. */
  add(...texts: readonly Page[]): this {
    for (const text of texts) {
      const [first = '', ...more] = text.split('\n');
      this.#lines.push(first, ...more.map((line) => `${FAR_IN}${line}`));
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

  heading(head: Shown): this {
    return this.add(head, '-'.repeat([...head].length) as Page);
  }

  /** An empty line, but for at the beginning. */
  gap(): this {
    if (this.#lines.length > 0) this.#lines.push('');
    return this;
  }

  /** A line with a link of ours: `before`, then the name that can be followed. */
  link(before: Page, name: string, page: string, after: Page): this {
    const words = shown(oneLine(name), 'document', 200).replaceAll('\n', ' ');
    const line = this.#lines.length;
    this.links.push({ line, from: before.length, to: before.length + words.length, page, name });
    this.#lines.push(`${before}${words}${after}`);
    return this;
  }

  get text(): Page {
    return `${this.#lines.join('\n')}\n` as Page;
  }
}
