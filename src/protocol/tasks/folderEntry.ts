/** One entry of a workspace as it was last read, and the row that shows it. */

import type { SortKey } from './compareTasks.ts';
import type { Identity } from './readEntry.ts';
import type { Warning } from './reasons.ts';
import type { AgentRow, TaskRow } from './taskModel.ts';
import type { Unreadable, Validated } from './validateTask.ts';

export interface Entry {
  folder: string;
  /** The file's name. */
  name: string;
  /** The task's id, or the agent's name. */
  id: string;
  leftover: boolean;
  stat: Identity | null;
  validated: Validated;
  /** Read while its last change was too fresh for the stat to tell a later one. */
  fresh: boolean;
  /** Looked at twice, the second time after a while. */
  confirmed: boolean;
  key: SortKey;
  row: TaskRow | null;
  agent: AgentRow | null;
}

export function newEntry(
  folder: string,
  name: string,
  id: string,
  read: { validated: Validated; stat: Identity | null; fresh: boolean },
): Entry {
  const leftover = !name.endsWith('.json');
  const key = sortKeyOf(name, read.validated);
  return { folder, name, id, leftover, ...read, confirmed: false, key, row: null, agent: null };
}

function sortKeyOf(name: string, validated: Validated): SortKey {
  if (validated.reason !== null) return { priority: null, created: null, name };
  return { priority: validated.priority, created: validated.record['created_at'], name };
}

/** The entry's row, the same object as before where nothing about it changed. */
export function rowOf(entry: Entry, alsoIn: readonly string[], more: readonly Warning[]): TaskRow {
  const { validated, folder, id, name, row } = entry;
  const own = validated.reason === null ? validated.warnings : [validated.reason];
  const problems = more.length === 0 ? own : [...own, ...more];
  if (row && sameWords(row.alsoIn, alsoIn) && sameWords(row.problems, problems)) return row;
  entry.row = {
    folder,
    id,
    file: `${folder}/${name}`,
    version: validated.version,
    task: validated.reason === null ? validated.record : null,
    problem: problems[0] ?? null,
    problems: [...problems],
    alsoIn: [...alsoIn],
  };
  return entry.row;
}

export function agentRowOf(entry: Entry): AgentRow {
  const { validated, folder, id, name } = entry;
  entry.agent ??= {
    name: id,
    file: `${folder}/${name}`,
    version: validated.version,
    agent: validated.reason === null ? validated.record : null,
    problem: validated.reason ?? validated.warnings[0] ?? null,
  };
  return entry.agent;
}

export function whyUnreadable(entry: Entry): Unreadable | null {
  return entry.validated.reason === null ? null : entry.validated;
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}
