import type { Disposable } from './disposables.ts';

/** Tells its listeners what happened, in the order in which they came. A listener that throws does not keep the others from hearing it. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ listener: (value: T) => void }>();
  readonly #onError: (error: unknown) => void;

  /** `onError` gets what a listener throws; without it the error is thrown on, once all have heard. */
  constructor(onError?: (error: unknown) => void) {
    this.#onError =
      onError ??
      ((error) => {
        queueMicrotask(() => {
          throw error;
        });
      });
  }

  /** A field, so that it can be handed out by itself. */
  readonly event = (listener: (value: T) => void): Disposable => {
    const entry = { listener };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const entry of [...this.#listeners]) {
      if (!this.#listeners.has(entry)) {
        continue;
      }
      try {
        entry.listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
