export interface Disposable {
  dispose(): void;
}

/** What a part must give back at its end. What arrives after that is disposed of at once. */
export class DisposableList implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  get disposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) {
      item.dispose();
    } else {
      this.#items.add(item);
    }
    return item;
  }

  /** Disposes of one item before the end. */
  remove(item: Disposable): void {
    if (this.#items.delete(item)) {
      item.dispose();
    }
  }

  dispose(): void {
    this.#disposed = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) {
      item.dispose();
    }
  }
}
