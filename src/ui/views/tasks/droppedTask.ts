import type { TaskTarget } from '../../../acts/tasks/chosenTasks.ts';

/** Where a task is, as another part says it; undefined for anything else. */
export function asTaskTarget(value: unknown): TaskTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { workspaceKey, folder, id, seen } = value as Partial<Record<string, unknown>>;
  return typeof workspaceKey === 'string' && typeof folder === 'string' && typeof id === 'string'
    ? { workspaceKey, folder, id, ...(typeof seen === 'string' ? { seen } : {}) }
    : undefined;
}
