/** What the New Task panel is made of, and what the person does in it; the editor's side stands behind it. */
import type { BegunTasks } from '../../../acts/tasks/begunTasks.ts';
import type { TaskTarget } from '../../../acts/tasks/chosenTasks.ts';
import type { NewTaskDraft } from '../../../acts/tasks/newTaskDrafts.ts';
import type { SeenTask } from '../../../acts/tasks/taskActs.ts';
import type { EditableTask, TaskEdit } from '../../../acts/tasks/taskEdit.ts';
import type { Result } from '../../../protocol/lib/result.ts';
import type { TaskChange, TaskRow } from '../../../protocol/tasks/taskModel.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';

/** What a form is made of. */
export interface FormReads {
  model: Pick<ReadModel, 'now' | 'tasksReady' | 'home' | 'workspaces'>;
  begun: Pick<BegunTasks, 'get' | 'keep' | 'drop' | 'blank' | 'savedAt'>;
  /** Key of the workspace that was chosen here before. */
  chosen(): string | undefined;
  /** The person's name, where it is known without asking. */
  name(): string | undefined;
}

/** What is kept of the change of one task, over windows and reloads. */
export interface KeptEdit {
  kept(): TaskEdit | undefined;
  keep(edit: TaskEdit): void;
  drop(): Promise<void>;
  /** When it was kept last, in milliseconds since 1970; null: nothing is. */
  savedAt(): number | null;
  /** What the task's file holds. Refused: `changed` where it is not the one of the row. */
  read(workspace: TaskWorkspace, row: TaskRow): Promise<Result<EditableTask>>;
}

/** What the person does here. Each checks again, and asks where it must. */
export interface NewTaskActs {
  /** The task's id once it is on disk; undefined: the person went away. */
  submit(draft: NewTaskDraft, workspace: TaskWorkspace): Promise<Result<string> | undefined>;
  save(workspace: TaskWorkspace, task: SeenTask, change: TaskChange): Promise<Result<unknown>>;
  show(task: TaskTarget): Promise<void>;
  withdraw(task: TaskTarget): Promise<void>;
  another(): void;
  initialize(): Promise<void>;
  wayOut(workspace: TaskWorkspace): Promise<void>;
  copy(text: string): Promise<void>;
  failed(failure: unknown): void;
}
