/** What the New Task panel reads and does; the editor's side stands behind it. */
import type { NewTaskDraft } from '../../../acts/tasks/newTaskDrafts.ts';
import type { LastValues } from '../../../acts/tasks/taskForm.ts';
import type { Result } from '../../../protocol/lib/result.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { TaskTarget } from '../../kit/row.ts';

export interface NewTaskWorld {
  /** Milliseconds since 1970. */
  now(): number;
  /** Task workspaces were looked for once. */
  ready(): boolean;
  home: string;
  workspaces(): readonly TaskWorkspace[];
  /** Newest first, of all windows. */
  begun(): readonly NewTaskDraft[];
  /** When something of them was kept last; null: nothing is. */
  savedAt(): number | null;
  /** What the last task of a workspace was given. */
  last(workspaceKey: string): LastValues;
  /** Key of the workspace that was chosen here before. */
  chosen(): string | undefined;
  /** The person's name, where it is known without asking. */
  name(): string | undefined;
}

/** What the person does here. Each checks again, and asks where it must. */
export interface NewTaskActs {
  keep(draft: NewTaskDraft): void;
  drop(id: string): Promise<void>;
  /** The task's id once it is on disk; undefined: the person went away. */
  submit(draft: NewTaskDraft, workspace: TaskWorkspace): Promise<Result<string> | undefined>;
  show(task: TaskTarget): Promise<void>;
  withdraw(task: TaskTarget): Promise<void>;
  another(): void;
  initialize(): Promise<void>;
  wayOut(workspace: TaskWorkspace): Promise<void>;
}
