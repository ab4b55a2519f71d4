/** What a person does to one task. Each names the version that they saw: of another one nothing is written. */
import type { Result } from '../../protocol/lib/result.ts';
import type { TaskChange, TaskFolder, TaskRow, WrittenTask } from '../../protocol/tasks/taskModel.ts';

/** Which task, and the version of its file that the person saw. */
export interface SeenTask {
  row: Pick<TaskRow, 'folder' | 'id' | 'file'>;
  seen: string;
}

/** Refuses with the codes of `TaskFolder`. */
export type TaskAct = (folder: TaskFolder, task: SeenTask) => Promise<Result<Partial<WrittenTask>>>;

export function claimAs(name: string): TaskAct {
  return (folder, { row, seen }) => folder.claim(row.id, name, { seen });
}

/** @param over the version of the copy in done/ that is replaced */
export function completeWith(result: unknown, over?: string): TaskAct {
  return (folder, { row, seen }) =>
    folder.complete(row.id, result, undefined, { seen, ...(over === undefined ? {} : { over }) });
}

export function failWith(error: string): TaskAct {
  return (folder, { row, seen }) => folder.fail(row.id, error, undefined, { seen });
}

export function blockFor(reason: string): TaskAct {
  return (folder, { row, seen }) => folder.block(row.id, reason, undefined, { seen });
}

export const unblock: TaskAct = (folder, { row, seen }) => folder.unblock(row.id, { seen });

export const retry: TaskAct = (folder, { row, seen }) => folder.retry(row.id, { seen });

export const release: TaskAct = (folder, { row, seen }) => folder.release(row.id, { seen });

export function withdrawAs(name: string): TaskAct {
  return (folder, { row, seen }) => folder.withdraw(row.id, name, { seen });
}

export function changeTo(change: TaskChange): TaskAct {
  return (folder, { row, seen }) => folder.edit(row.id, change, { seen });
}

/** What another program left half done; `put-back`: a change that was interrupted. */
export function mendBy(how: 'finish' | 'undo' | 'put-back'): TaskAct {
  return (folder, { row, seen }) =>
    how === 'put-back' ? folder.putBack(row.file) : folder.mend(row.folder, row.id, how, { seen });
}
