/** A model of the Tasks view over rows that a test sets, at 12:30 UTC on 30 November 2026. */

import { Pace } from '../../src/protocol/lib/pace.ts';
import type { Problem } from '../../src/protocol/lib/result.ts';
import type { AgentRow, TaskRow } from '../../src/protocol/tasks/taskModel.ts';
import { TASK_FOLDERS } from '../../src/protocol/tasks/taskNames.ts';
import { parseFilter } from '../../src/ui/views/tasks/filterText.ts';
import type { TasksModel } from '../../src/ui/views/tasks/tasksModel.ts';
import type { Place } from '../../src/workspace/kernel/place.ts';
import { rowFilter } from '../../src/workspace/tasks/taskFilter.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { type WorkspaceParts, WorkspaceSnapshots } from '../../src/workspace/tasks/workspaceSnapshots.ts';

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

export class FakeTasks implements TasksModel {
  home = '/home/me';
  time = Date.parse(NOON);
  isReady = true;
  isTrusted = true;
  list: TaskWorkspace[] = [];
  looked: Place[] = [];
  #filter = parseFilter('');
  #fits = rowFilter(this.#filter);

  set filtered(typed: string) {
    this.#filter = parseFilter(typed);
    this.#fits = rowFilter(this.#filter);
  }

  now = () => this.time;
  ready = () => this.isReady;
  trusted = () => this.isTrusted;
  workspaces = () => this.list;
  get = (key: string) => this.list.find((workspace) => workspace.key === key);
  places = () => this.looked;
  filter = () => this.#filter;
  fits = () => this.#fits;
}

/** An agent's registration as a scan gives it. */
export function anAgent(name: string, fields: Record<string, unknown> = {}): AgentRow {
  const agent = { name, role: 'worker', registered_at: '2026-11-30T09:00:00+00:00', ...fields };
  return { name, file: `agents/${name}.json`, version: '0'.repeat(64), agent, problem: null };
}
