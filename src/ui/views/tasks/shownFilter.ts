/** Which tasks the person wants to see in the view, as they typed it last. */
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { NO_FILTER, rowFilter, type TaskFilter } from '../../../workspace/tasks/taskFilter.ts';
import { parseFilter } from './filterText.ts';

export class ShownFilter {
  #filter = NO_FILTER;
  #fits = rowFilter(NO_FILTER);

  get filter(): TaskFilter {
    return this.#filter;
  }

  /** Whether the filter lets a row pass; the same function until there is another filter. */
  get fits(): (row: TaskRow) => boolean {
    return this.#fits;
  }

  set(typed: string): void {
    this.#filter = parseFilter(typed);
    this.#fits = rowFilter(this.#filter);
  }
}
