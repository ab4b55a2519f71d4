import type { Files } from '../../protocol/files/filesPort.ts';
import { ok, type Result } from '../../protocol/lib/result.ts';
import { initializeTasks } from '../../protocol/tasks/initialize.ts';
import type { TaskStore } from '../../workspace/tasks/taskStore.ts';
import { taskWorkspaceKey } from '../../workspace/tasks/taskWorkspace.ts';

export interface Initialized {
  /** None of its folders had to be made. */
  wasThere: boolean;
  /** Key of the workspace in the store. */
  key: string;
  /** The store looks there: what is submitted will be seen. */
  known: boolean;
}

/** A folder becomes a task workspace. Refused as `initializeTasks` of the protocol. */
export async function initializeWorkspace(
  store: Pick<TaskStore, 'get' | 'refresh'>,
  files: Files,
  folder: string,
): Promise<Result<Initialized>> {
  const made = await initializeTasks(folder, { files });
  if (!made.ok) return made;
  await store.refresh();
  const key = taskWorkspaceKey(await files.realpath(folder));
  return ok({ wasThere: made.value.length === 0, key, known: store.get(key) !== undefined });
}
