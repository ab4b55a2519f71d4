/** The agents of a workspace, with what their tasks tell of them. */
import { sameItems } from '../../protocol/lib/sameItems.ts';
import type { AgentRow, TaskRow } from '../../protocol/tasks/taskModel.ts';
import { millisOf, taskFacts } from './taskStates.ts';
import type { TaskAgent } from './taskWorkspace.ts';

/** By name. An agent of whom nothing changed is the same object as before, and so is the list. */
export function agentsOf(
  rows: readonly AgentRow[],
  active: readonly TaskRow[],
  bound: readonly TaskRow[],
  usual: ReadonlyMap<string, number>,
  before: readonly TaskAgent[],
): readonly TaskAgent[] {
  const runs = countByAgent(active);
  const waits = countByAgent(bound);
  const known = new Map(before.map((agent) => [agent.name, agent]));
  const agents = rows.map((row) => {
    const old = known.get(row.name);
    const more = {
      usualMs: usual.get(row.name) ?? null,
      bound: waits.get(row.name) ?? 0,
      active: runs.get(row.name) ?? 0,
    };
    const same =
      old?.row === row &&
      old.usualMs === more.usualMs &&
      old.bound === more.bound &&
      old.active === more.active;
    return same ? old : { ...ownWords(row), ...more };
  });
  return sameItems(agents, before) ? before : agents;
}

function ownWords(row: AgentRow): Pick<TaskAgent, 'name' | 'row' | 'role' | 'lastSeen' | 'registeredAt'> {
  const role = row.agent?.['role'];
  return {
    name: row.name,
    row,
    role: typeof role === 'string' && role !== '' ? role : null,
    lastSeen: millisOf(row.agent?.['last_seen']),
    registeredAt: millisOf(row.agent?.['registered_at']),
  };
}

function countByAgent(rows: readonly TaskRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { agent } = taskFacts(row);
    if (agent !== null) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  }
  return counts;
}
