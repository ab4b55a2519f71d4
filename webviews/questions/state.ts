/** What the page knows by itself: which ask is in hand, and what became of what was sent from here. */
import { computed, signal } from '@preact/signals';
import type {
  QuestionsContract,
  QuestionsTexts,
  WaitList,
} from '../../src/ui/panels/questions/questionsMessages.ts';
import { AnswerDesk } from '../shared/answerDesk.ts';
import { Host } from '../shared/host.ts';

export const host = new Host<QuestionsContract>({
  look: ({ wait }) => {
    if (wait !== null) choose(wait);
    else leave();
  },
});

export const texts = host.boot.texts as QuestionsTexts;

/** Key of the ask in hand; null: nothing was taken in hand yet. A new one never takes its place. */
export const inHand = host.ui<string | null>('wait', null);
export const listOpen = host.ui('list', false);

/** As it was last given; undefined: not yet. */
export const list = signal<WaitList | undefined>(undefined);
/** Where the ask in hand stood when it still waited. */
let lastPlace = 0;

export const place = computed(() => list.value?.rows.findIndex(({ key }) => key === inHand.value) ?? -1);

export const desk = new AnswerDesk(host, {
  others: (key) => (list.peek()?.rows ?? []).filter((row) => row.key !== key).length,
  many: false,
});

export function choose(key: string): void {
  if (inHand.peek() === key) return;
  inHand.value = key;
  window.scrollTo(0, 0);
}

/** The one in hand is over and nothing of it is left to be kept. Set by who shows it. */
export const done = signal(false);

/** Goes on to what waits, from one that is over; from any other it does nothing. */
export function leave(): void {
  if (!done.peek()) return;
  inHand.value = list.peek()?.rows[0]?.key ?? null;
  window.scrollTo(0, 0);
}

/** What is shown first: where nothing is in hand, the most urgent. */
export function listCame(came: WaitList): void {
  list.value = came;
  const [first] = came.rows;
  if (inHand.peek() === null && first !== undefined) inHand.value = first.key;
  const at = place.peek();
  if (at >= 0) lastPlace = at;
}

/** Another one that waits than the one in hand. */
export function hasOthers(): boolean {
  return list.value?.rows.some(({ key }) => key !== inHand.value) ?? false;
}

export function step(by: 1 | -1): void {
  const rows = list.peek()?.rows ?? [];
  const at = place.peek();
  const count = rows.length;
  if (count === 0) return;
  // The one in hand waits no more: the one that took its place is the next.
  const to = at >= 0 ? at + by : by === 1 ? Math.min(lastPlace, count - 1) : lastPlace - 1;
  const row = rows[(to + count) % count];
  if (row !== undefined) choose(row.key);
}
