import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import { type SmallFilePorts, SmallFiles } from '../kernel/smallFiles.ts';

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

/** One draft per wait, a small file each, shared by everything one can type into and by all windows. */
export class DraftStore implements Disposable {
  /** What was typed before, here or elsewhere, is known. */
  readonly ready: Promise<void>;
  /** The keys of the waits whose drafts changed, here or in another window. */
  readonly onDidChange: (listener: (keys: ReadonlySet<string>) => void) => Disposable;
  /** This window, as in `Draft.window`: what another one types is shown as such. */
  readonly window = randomUUID();
  readonly #ports: SmallFilePorts;
  readonly #files: SmallFiles<Draft>;
  readonly #changes: Emitter<ReadonlySet<string>>;
  /** Typed here and not yet given to be written; null: to be deleted. */
  readonly #unsaved = new Map<string, { draft: Draft | null; timer: Disposable }>();
  readonly #saving = new Set<Promise<void>>();

  constructor(ports: SmallFilePorts) {
    this.#ports = ports;
    this.#files = new SmallFiles(ports, draftOf);
    this.#changes = new Emitter((error) => ports.log.error('A listener of the drafts failed.', error));
    this.onDidChange = this.#changes.event;
    this.ready = this.#files.ready;
    this.#files.onDidChange((keys) => {
      const others = new Set([...keys].filter((key) => !this.#unsaved.has(key)));
      if (others.size > 0) {
        this.#changes.fire(others);
      }
    });
  }

  get(waitKey: string): Draft | undefined {
    const unsaved = this.#unsaved.get(waitKey);
    return unsaved === undefined ? this.#files.get(waitKey) : (unsaved.draft ?? undefined);
  }

  /** All there are, by the key of their wait. */
  entries(): [string, Draft][] {
    const keys = new Set([...this.#files.entries().map(([key]) => key), ...this.#unsaved.keys()]);
    return [...keys].flatMap((key): [string, Draft][] => {
      const draft = this.get(key);
      return draft === undefined ? [] : [[key, draft]];
    });
  }

  /** Known at once, on disk 300 ms after the last call. An empty text without a choice is no draft. */
  set(waitKey: string, typed: { text: string; choice: string | null; notSent?: 'window-closed' }): void {
    const { text, choice, notSent = null } = typed;
    const before = this.get(waitKey);
    if (
      (before?.text ?? '') === text &&
      (before?.choice ?? null) === choice &&
      (before?.notSent ?? null) === notSent
    ) {
      return;
    }
    const empty = text === '' && choice === null;
    const savedAt = this.#ports.clock.now();
    this.#unsaved.get(waitKey)?.timer.dispose();
    this.#unsaved.set(waitKey, {
      draft: empty ? null : { text, choice, savedAt, notSent, window: this.window },
      timer: this.#ports.clock.setTimeout(() => this.#save(waitKey), writeAfter),
    });
    this.#changes.fire(new Set([waitKey]));
  }

  /** Writes what is not on disk yet. */
  async flush(): Promise<void> {
    for (const key of [...this.#unsaved.keys()]) {
      this.#save(key);
    }
    while (this.#saving.size > 0) {
      await Promise.all(this.#saving);
    }
  }

  async delete(waitKey: string): Promise<void> {
    const known = this.get(waitKey) !== undefined;
    this.#unsaved.get(waitKey)?.timer.dispose();
    this.#unsaved.delete(waitKey);
    const deleted = await this.#files.delete(waitKey);
    if (!deleted.ok) {
      this.#ports.log.error('A draft could not be deleted.', deleted.message);
    }
    if (known) {
      this.#changes.fire(new Set([waitKey]));
    }
  }

  /** What is not written yet is given to be written; await `flush` before. */
  dispose(): void {
    for (const key of [...this.#unsaved.keys()]) {
      this.#save(key);
    }
    this.#files.dispose();
    this.#changes.dispose();
  }

  #save(waitKey: string): void {
    const unsaved = this.#unsaved.get(waitKey);
    if (unsaved === undefined) {
      return;
    }
    unsaved.timer.dispose();
    this.#unsaved.delete(waitKey);
    const { draft } = unsaved;
    const saving = (draft === null ? this.#files.delete(waitKey) : this.#files.put(waitKey, draft)).then(
      (saved) => {
        this.#saving.delete(saving);
        if (!saved.ok) {
          // It stays known in this window, and the next key tries again.
          this.#ports.log.error('A draft could not be written.', saved.message);
        }
      },
    );
    this.#saving.add(saving);
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
