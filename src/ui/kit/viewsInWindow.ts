/** What commands may ask of the views, once these are started. */

/** Each takes a row, or none where a key gave none: then the one that is selected is meant. */
export interface ViewActs {
  openRow(argument: unknown): Promise<void>;
  copyRow(argument: unknown): Promise<void>;
  /** @param how of another part of ours: `focus`, the page gets it, else the row keeps it; `beside` */
  openTask(argument: unknown, how?: unknown): Promise<void>;
  openTaskJson(argument: unknown): Promise<void>;
  filterTasks(): Promise<void>;
  clearTaskFilter(): Promise<void>;
}

export class ViewsInWindow {
  #load: (() => Promise<ViewActs>) | undefined;
  #selectedTasks: () => readonly unknown[] = () => [];

  /** The views are there. `load`: gives what is needed only when the first act is asked for. */
  started(load: () => Promise<ViewActs>, selectedTasks: () => readonly unknown[]): void {
    this.#load = load;
    this.#selectedTasks = selectedTasks;
  }

  async acts(): Promise<ViewActs> {
    if (this.#load === undefined) throw new Error('The views did not start.');
    return this.#load();
  }

  /** The rows that are selected in the Tasks view, while it is open: a command without a row offers them first. */
  selectedTasks(): readonly unknown[] {
    return this.#selectedTasks();
  }
}
