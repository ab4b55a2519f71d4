/** Task workspaces whose rows a test sets. */

import { Pace } from '../../src/protocol/lib/pace.ts';
import type { Problem } from '../../src/protocol/lib/result.ts';
import type { AgentRow, TaskRow } from '../../src/protocol/tasks/taskModel.ts';
import { TASK_FOLDERS } from '../../src/protocol/tasks/taskNames.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { type WorkspaceParts, WorkspaceSnapshots } from '../../src/workspace/tasks/workspaceSnapshots.ts';
import { FakeModel } from './fakeModel.ts';

export const NOON = '2026-11-30T12:30:00Z';

/** One workspace whose rows are replaced; what did not change stays the same object, as the store does it. */
export class FakeTaskWorkspace {
  readonly #snapshots = new WorkspaceSnapshots(new Pace(Number.POSITIVE_INFINITY));
  readonly #name: string;
  parts: Partial<WorkspaceParts> = {};
  problems: Problem[] = [];

  constructor(name = 'ops') {
    this.#name = name;
  }

  /** Takes these over; which folders changed. */
  async take(rows: readonly TaskRow[], agents: readonly AgentRow[] = []): Promise<Set<string>> {
    const tasks = TASK_FOLDERS.flatMap((folder) => rows.filter((row) => row.folder === folder));
    return this.#snapshots.take({ tasks, agents: [...agents], problems: this.problems });
  }

  get now(): TaskWorkspace {
    const folder = `/home/me/${this.#name}`;
    return this.#snapshots.make({
      key: `${folder}|tasks`,
      folder,
      name: this.#name,
      origin: 'workspace',
      writable: { ok: true },
      polling: false,
      tookMs: 1,
      staleMinutes: 30,
      ...this.parts,
    });
  }
}

/** A model of these workspaces, at 12:30 UTC on 30 November 2026. */
export function tasksModel(...workspaces: TaskWorkspace[]): FakeModel {
  const model = new FakeModel();
  model.time = Date.parse(NOON);
  model.taskWorkspaces = workspaces;
  return model;
}

/** An agent's registration as a scan gives it. */
export function anAgent(name: string, fields: Record<string, unknown> = {}): AgentRow {
  const agent = { name, role: 'worker', registered_at: '2026-11-30T09:00:00+00:00', ...fields };
  return { name, file: `agents/${name}.json`, version: '0'.repeat(64), agent, problem: null };
}
