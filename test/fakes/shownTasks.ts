/** Task workspaces as the store gives them, of records that a test says. */
import { createHash } from 'node:crypto';
import { Pace } from '../../src/protocol/lib/pace.ts';
import type { AgentRow, TaskRow } from '../../src/protocol/tasks/taskModel.ts';
import { type TaskWorkspace, taskWorkspaceKey } from '../../src/workspace/tasks/taskWorkspace.ts';
import { WorkspaceSnapshots } from '../../src/workspace/tasks/workspaceSnapshots.ts';

/** 09:00 UTC on 2 March 2026, as the fake model has it. */
const NOW = Date.parse('2026-03-02T09:00:00Z');

export const stamp = (minutesAgo: number): string =>
  new Date(NOW - minutesAgo * 60_000).toISOString().replace('Z', '000+00:00');

type Entry = Record<string, unknown>;

export function taskRow(folder: string, id: string, task: Entry = {}, rest: Partial<TaskRow> = {}): TaskRow {
  const record = {
    id,
    title: `Task ${id}`,
    created_by: 'mira',
    priority: 5,
    assigned_to: null,
    tags: [],
    context: {},
    retry_count: 0,
    max_retries: 3,
    created_at: stamp(600),
    updated_at: stamp(600),
    history: [],
    ...task,
  };
  const version = createHash('sha256').update(JSON.stringify(record)).digest('hex');
  const file = `${folder}/${id}.json`;
  return { folder, id, file, version, task: record, problem: null, problems: [], alsoIn: [], ...rest };
}

interface Asked {
  by?: string;
  minutes?: number;
  priority?: unknown;
  title?: string;
}

/** A task in `feedback/`; `question` in whatever shape. */
export function asking(id: string, question: unknown, values: Asked = {}): TaskRow {
  const { by = 'scribe', minutes = 5, priority = 2, title = `Task ${id}` } = values;
  return taskRow('feedback', id, {
    title,
    priority,
    assigned_to: by,
    context: { _feedback_request: question },
    history: [
      { status: 'active', at: stamp(minutes + 5), claimed_by: by },
      { status: 'feedback', at: stamp(minutes) },
    ],
  });
}

export function failing(id: string, error: string, by = 'scout', minutes = 30): TaskRow {
  return taskRow('failed', id, {
    assigned_to: by,
    history: [
      { status: 'active', at: stamp(minutes + 5), claimed_by: by },
      { status: 'failed', at: stamp(minutes), error },
    ],
  });
}

/** As an agent's file was read that was last seen so long ago. */
export function agentRow(name: string, minutes: number): AgentRow {
  const agent = {
    name,
    role: 'worker',
    status: 'idle',
    registered_at: stamp(900),
    last_seen: stamp(minutes),
  };
  return { name, file: `agents/${name}.json`, version: name, agent, problem: null };
}

export async function taskWorkspace(
  rows: TaskRow[],
  values: Partial<Pick<TaskWorkspace, 'folder' | 'writable' | 'staleMinutes'>> = {},
  agents: AgentRow[] = [],
): Promise<TaskWorkspace> {
  const folder = values.folder ?? '/home/me/drops/ops';
  const snapshots = new WorkspaceSnapshots(new Pace(1));
  await snapshots.take({ tasks: rows, agents, problems: [] });
  return snapshots.make({
    key: taskWorkspaceKey(folder),
    folder,
    name: folder.split('/').at(-1) ?? '',
    origin: 'workspace',
    writable: { ok: true },
    polling: false,
    tookMs: 1,
    staleMinutes: 30,
    ...values,
  });
}
