/** What the form of a task is opened for, by another surface of ours: no row, key or program outside makes one. */
import type { TaskTarget } from '../../acts/tasks/chosenTasks.ts';
import type { NewTaskDraft } from '../../acts/tasks/newTaskDrafts.ts';

export class TaskFormRequest {
  /** A task that was begun, as it stands; or one that waits, to be changed. */
  readonly about: { begun: NewTaskDraft } | { waiting: Pick<TaskTarget, 'workspaceKey' | 'id'> };

  constructor(about: TaskFormRequest['about']) {
    this.about = about;
  }
}
