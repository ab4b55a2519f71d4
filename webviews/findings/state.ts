/** What the page knows and does. The host holds the filter; the page where the reader is. */
import { batch, signal } from '@preact/signals';
import type {
  Filter,
  FindingsContract,
  FindingsTexts,
  GroupShown,
  ListShown,
  RowShown,
} from '../../src/ui/panels/findings/findingsMessages.ts';
import type { Decision, SharedTexts } from '../../src/ui/panels/rpc.ts';
import { Host } from '../shared/host.ts';
import { announce } from '../shared/live.tsx';
import { fill } from '../shared/words.tsx';

export const sending = signal(false);
/** Only the note of this loop; empty: of all. */
export const sendOnly = signal('');

export const host = new Host<FindingsContract>({
  send: ({ loop }) => {
    batch(() => {
      sendOnly.value = loop;
      sending.value = true;
    });
  },
});
export const words = host.boot.texts as FindingsTexts & SharedTexts;

/** The order that is drawn. A newer one takes its place once it is known where the reader stands in it. */
export interface Drawn {
  view: number;
  count: number;
  groups: readonly GroupShown[];
}

export const drawn = signal<Drawn | null>(null);
/** The finding that is chosen: what it is known by, and where it stands in the order. */
export const activeId = host.ui('active', '');
export const activeIndex = signal(-1);
/** The first row that is seen, and how far it is scrolled out. */
export const topId = host.ui('top', '');
export const topOffset = host.ui('topOffset', 0);
export const filtersOpen = host.ui('filters', window.innerWidth >= 720);
export const notice = signal('');
export const helping = signal(false);

/** Rows of the order that is drawn, as far as they are known. */
export const rows = new Map<number, RowShown>();
/** Set where the list is to be scrolled to once it is drawn; -1: it stays. */
export const scrollTo = signal<{ index: number; offset: number } | null>(null);

let latest = 0;
/** The filter that was asked for last, until its list is there: a change made meanwhile is made to this one. */
export const wanted = signal<Filter | null>(null);

/** Takes over another order without moving what the reader sees. */
export async function adopt(list: ListShown): Promise<void> {
  if (list.view === latest) return;
  latest = list.view;
  const [active, top] = [activeId.peek(), topId.peek()];
  const ids = [top, active].filter((id) => id !== '');
  const reply = await host.request('places', { view: list.view, ids });
  if (!reply.ok || latest !== list.view) return;
  const { places, from, rows: around } = reply.value;
  const placeOf = (id: string): number => (id === '' ? -1 : (places[ids.indexOf(id)] ?? -1));
  const [topPlace, activePlace] = [placeOf(top), placeOf(active)];
  batch(() => {
    rows.clear();
    for (const [at, row] of around.entries()) rows.set(from + at, row);
    drawn.value = { view: list.view, count: list.count, groups: list.groups };
    if (activePlace >= 0) activeIndex.value = activePlace;
    else if (active !== '' && list.count > 0) {
      // It is not among them any more: the one that took its place.
      const next = Math.min(activeIndex.peek(), list.count - 1);
      activeIndex.value = next;
      activeId.value = rows.get(next)?.id ?? '';
    }
    if (list.count === 0) activeIndex.value = -1;
    if (topPlace >= 0) scrollTo.value = { index: topPlace, offset: topOffset.peek() };
  });
  if (JSON.stringify(wanted.peek()) !== JSON.stringify(list.filter)) return;
  wanted.value = null;
  announce(list.words);
}

export function rowKnown(index: number, row: RowShown): void {
  rows.set(index, row);
  if (index === activeIndex.peek() && activeId.peek() !== row.id)
    queueMicrotask(() => {
      if (index === activeIndex.peek()) activeId.value = row.id;
    });
}

export function choose(index: number): void {
  batch(() => {
    activeIndex.value = index;
    activeId.value = rows.get(index)?.id ?? '';
    notice.value = '';
  });
}

/** Changes a part of the filter; `shown`: the one that the list on the page was made with. */
export function changeFilter(shown: Filter, part: Partial<Filter>): void {
  const filter = { ...(wanted.peek() ?? shown), ...part };
  batch(() => {
    wanted.value = filter;
    topId.value = '';
    topOffset.value = 0;
    scrollTo.value = { index: 0, offset: 0 };
  });
  void host.request('filter', filter).then((reply) => {
    if (!reply.ok && wanted.peek() === filter) wanted.value = null;
  });
}

export function tell(text: string): void {
  notice.value = text;
  announce(text);
}

type OnOne = 'openArtifact' | 'openWhole' | 'goToLocation' | 'copy';

export async function act(name: OnOne, id: string): Promise<void> {
  if (id === '') return;
  const reply = await host.request(name, { id });
  if (!reply.ok) tell(reply.words || words.failed);
  else if (name === 'copy') tell(words.copied);
}

export async function decide(id: string, decision: Decision | null): Promise<void> {
  if (id === '') return;
  const reply = await host.request('decide', { id, decision });
  notice.value = reply.ok ? '' : reply.words || words.failed;
  announce(reply.ok ? reply.value.words : notice.peek());
}

export async function remark(id: string, text: string): Promise<void> {
  const reply = await host.request('remark', { id, text });
  if (!reply.ok) tell(reply.words || words.failed);
}

export async function copyShown(): Promise<void> {
  const reply = await host.request('copyShown', null);
  tell(reply.ok ? fill(words.copiedMany, reply.value.count) : reply.words || words.failed);
}
