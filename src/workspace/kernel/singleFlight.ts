/** The same work over and over, one run at a time. */
export class Rounds {
  readonly #run: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #running = false;
  #next: PromiseWithResolvers<void> | null = null;

  /** `onError` gets what a run throws. */
  constructor(run: () => Promise<void>, onError: (error: unknown) => void) {
    this.#run = run;
    this.#onError = onError;
  }

  get busy(): boolean {
    return this.#running;
  }

  /**
   * Settles when a run that began after this call has ended, however many are asked for after it; never rejects. Calls
   * made while one runs share the next.
   */
  ask(): Promise<void> {
    if (!this.#running) return this.#begin();
    this.#next ??= Promise.withResolvers<void>();
    return this.#next.promise;
  }

  async #begin(): Promise<void> {
    this.#running = true;
    try {
      await this.#run();
    } catch (error) {
      this.#onError(error);
    }
    const next = this.#next;
    this.#next = null;
    this.#running = false;
    if (next !== null) next.resolve(this.#begin());
  }
}
