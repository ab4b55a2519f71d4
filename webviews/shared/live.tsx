/** What a screen reader is told unasked: politely, one thing at a time. */
import { signal } from '@preact/signals';

const said = signal('');

export function announce(text: string): void {
  // The same text twice is not heard twice unless something differs.
  said.value = said.value === text ? `${text}\u00a0` : text;
}

export function LiveRegion() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {said.value}
    </div>
  );
}
