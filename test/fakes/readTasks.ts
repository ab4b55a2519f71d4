/** A task workspace on disk as the store shows it, without a store that watches. */
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { processPace } from '../../src/protocol/lib/pace.ts';
import type { TaskFolder } from '../../src/protocol/tasks/taskModel.ts';
import { type TaskWorkspace, taskWorkspaceKey } from '../../src/workspace/tasks/taskWorkspace.ts';
import { WorkspaceSnapshots } from '../../src/workspace/tasks/workspaceSnapshots.ts';

/** `tasks`: of this folder. */
export async function readTasks(
  folder: string,
  tasks: TaskFolder,
  more: Partial<Pick<TaskWorkspace, 'writable' | 'staleMinutes'>> = {},
): Promise<TaskWorkspace> {
  const snapshots = new WorkspaceSnapshots(processPace);
  await snapshots.take(await tasks.scan());
  return snapshots.make({
    key: taskWorkspaceKey(realpathSync(folder)),
    folder,
    name: basename(folder),
    origin: 'workspace',
    writable: { ok: true },
    polling: false,
    tookMs: 0,
    staleMinutes: 30,
    ...more,
  });
}
