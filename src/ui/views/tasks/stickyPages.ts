/** Long lists in pages whose borders stay where they are: what comes or goes changes its own page and no other. */

import { sameItems } from '../../../protocol/lib/sameItems.ts';

export const PAGE = 200;
const MOST = 300;
const FEWEST = 50;

export interface StickyPage<T> {
  /** The same as long as the page is there. */
  id: string;
  items: readonly T[];
}

export class StickyPages<T> {
  readonly #keyOf: (item: T) => string;
  #pages: readonly StickyPage<T>[] = [];
  #made = 0;

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  /** The pages of `items` now; those that hold the very same items stay the same objects. */
  of(items: readonly T[]): readonly StickyPage<T>[] {
    const before = this.#pages;
    const parts = this.#merged(this.#assigned(items)).flatMap((part) => this.#split(part));
    const old = new Map(before.map((page) => [page.id, page]));
    this.#pages = parts.map((part) => {
      const page = old.get(part.id);
      return page !== undefined && sameItems(page.items, part.items) ? page : part;
    });
    return this.#pages;
  }

  /** Each item in the page it was in; a new one in that of the item before it. */
  #assigned(items: readonly T[]): { id: string; items: T[] }[] {
    const places = new Map<string, number>();
    this.#pages.forEach((page, index) => {
      for (const item of page.items) places.set(this.#keyOf(item), index);
    });
    const ids = this.#pages.length === 0 ? [this.#newId()] : this.#pages.map((page) => page.id);
    const parts = ids.map((id) => ({ id, items: [] as T[] }));
    const placeAt = (index: number) => {
      const item = items[index];
      return item === undefined ? undefined : places.get(this.#keyOf(item));
    };
    let current = 0;
    items.forEach((item, index) => {
      const place = placeAt(index);
      // One that was moved ahead, alone, must not take all that follows it along.
      if (place !== undefined && place > current && (placeAt(index + 1) ?? place) >= place) current = place;
      parts[current]?.items.push(item);
    });
    return parts;
  }

  /** Without empty pages, and small ones together with the one before. */
  #merged(parts: { id: string; items: T[] }[]): { id: string; items: T[] }[] {
    const kept: { id: string; items: T[] }[] = [];
    for (const part of parts) {
      const last = kept.at(-1);
      const isSmall = part.items.length < FEWEST || (last !== undefined && last.items.length < FEWEST);
      if (part.items.length === 0) continue;
      if (last !== undefined && isSmall && last.items.length + part.items.length <= PAGE)
        last.items = [...last.items, ...part.items];
      else kept.push(part);
    }
    return kept;
  }

  #split(part: { id: string; items: T[] }): StickyPage<T>[] {
    const { id, items } = part;
    if (items.length <= MOST) return [part];
    const pages: StickyPage<T>[] = [];
    for (let from = 0; from < items.length; from += PAGE)
      pages.push({ id: from === 0 ? id : this.#newId(), items: items.slice(from, from + PAGE) });
    return pages;
  }

  #newId(): string {
    this.#made += 1;
    return `page-${this.#made}`;
  }
}

/** In lists of at most a page. */
export function slices<T>(items: readonly T[]): (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += PAGE) parts.push(items.slice(from, from + PAGE));
  return parts;
}
