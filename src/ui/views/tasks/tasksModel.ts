/** What the Tasks view shows, read from the store. */
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import type { Place } from '../../../workspace/kernel/place.ts';
import type { TaskFilter } from '../../../workspace/tasks/taskFilter.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';

export interface TasksModel {
  /** Milliseconds since 1970. */
  now(): number;
  /** The known roots were looked at once. */
  ready(): boolean;
  trusted(): boolean;
  workspaces(): readonly TaskWorkspace[];
  get(key: string): TaskWorkspace | undefined;
  places(): readonly Place[];
  filter(): TaskFilter;
  /** Whether the filter lets a row pass; the same function until there is another filter. */
  fits(): (row: TaskRow) => boolean;
  /** The person's home, which is shown as `~`. */
  home: string;
}
