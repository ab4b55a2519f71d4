import { randomUUID } from 'node:crypto';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { SmallFilePorts } from '../kernel/smallFiles.ts';
import { DelayedFiles } from './delayedFiles.ts';

export interface Draft {
  text: string;
  /** The id of the option that was picked, null for own words. */
  choice: string | null;
  /** Milliseconds since 1970. */
  savedAt: number;
  /** Not null where an option clicked on a toast was not sent before its window closed. */
  notSent: 'window-closed' | null;
  /** The window that it was typed in. */
  window: string;
}

/** So long after the last key it is written. */
const writeAfter = 300;

/** One draft per wait, by the wait's key, shared by everything one can type into and by all windows. */
export class DraftStore extends DelayedFiles<Draft> {
  /** This window, as in `Draft.window`: what another one types is shown as such. */
  readonly window = randomUUID();
  readonly #clock: Clock;

  constructor(ports: SmallFilePorts) {
    super(ports, draftOf, 'A draft');
    this.#clock = ports.clock;
  }

  /** Known at once, on disk 300 ms after the last call. An empty text without a choice is no draft. */
  set(waitKey: string, typed: { text: string; choice: string | null; notSent?: 'window-closed' }): void {
    const { text, choice, notSent = null } = typed;
    const before = this.get(waitKey) ?? { text: '', choice: null, notSent: null };
    if (before.text === text && before.choice === choice && before.notSent === notSent) return;
    const draft = { text, choice, savedAt: this.#clock.now(), notSent, window: this.window };
    this.put(new Map([[waitKey, text === '' && choice === null ? null : draft]]), writeAfter);
  }
}

function draftOf(value: unknown): Draft | null {
  const { text, choice, savedAt, notSent, window } = (value ?? {}) as Record<keyof Draft, unknown>;
  return typeof text === 'string' &&
    (choice === null || typeof choice === 'string') &&
    typeof savedAt === 'number' &&
    (notSent === null || notSent === 'window-closed') &&
    typeof window === 'string'
    ? { text, choice, savedAt, notSent, window }
    : null;
}
