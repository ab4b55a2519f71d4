/** What a person may do with a task: the words that menus ask for, and by which commands choose their tasks. */

import { type Refusal, refuse } from '../../protocol/lib/result.ts';
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import type { TaskFacts, TaskWorkspace } from './taskWorkspace.ts';

export type TaskAbility =
  | 'claimable'
  | 'editable'
  | 'withdrawable'
  | 'releasable'
  | 'completable'
  | 'failable'
  | 'blockable'
  | 'answerable'
  | 'unblockable'
  | 'retriable'
  | 'mendable';

const WAITING: readonly TaskAbility[] = ['claimable', 'editable', 'withdrawable'];
const LARGE_WAITING: readonly TaskAbility[] = ['claimable', 'withdrawable', 'releasable'];
const RUNNING: readonly TaskAbility[] = ['completable', 'failable', 'blockable'];
/** No act touches a task that has one of these. */
const FORBIDDING = new Set(['unsafe_id', 'id_mismatch', 'wrong_type']);

/** Why a task that asks can't be answered though one may write there; null where it can. */
export function unanswerable(workspace: TaskWorkspace, row: TaskRow): Refusal | null {
  if (abilitiesOf(row, workspace.facts(row)).includes('answerable')) return null;
  const copies = row.alsoIn.filter((folder) => folder !== 'done');
  if (copies.length > 0)
    return refuse('twin', 'It stands in several folders.', { folders: [row.folder, ...copies] });
  const reason = row.problems.find((problem) => FORBIDDING.has(problem)) ?? row.problem;
  return refuse('invalid', 'Its file is not as agents expect.', { reason });
}

/** None where nothing may be written there. */
export function taskAbilities(workspace: TaskWorkspace, row: TaskRow): readonly TaskAbility[] {
  return workspace.writable.ok ? abilitiesOf(row, workspace.facts(row)) : [];
}

/** What the task's state allows, wherever it lies. */
export function abilitiesOf(row: TaskRow, facts: TaskFacts): readonly TaskAbility[] {
  if (facts.state.endsWith('-interrupted')) return ['mendable'];
  // What is only too large for a glance is read by the act; what an edit would change is not at hand.
  const isLarge = row.problem === 'too_large';
  if ((row.task === null && !isLarge) || row.problems.some((problem) => FORBIDDING.has(problem))) return [];
  // A copy in done/ is an agent's habit and stops nothing.
  if (facts.state === 'between' || row.alsoIn.some((folder) => folder !== 'done')) return [];
  switch (row.folder) {
    case 'inbox':
      if (isLarge) return LARGE_WAITING;
      return facts.boundTo === null ? WAITING : [...WAITING, 'releasable'];
    case 'active':
      return RUNNING;
    case 'feedback':
      // Nobody answers what was not shown.
      return isLarge ? [] : ['answerable'];
    case 'blocked':
      return ['unblockable'];
    case 'failed':
      return ['retriable'];
    default:
      return [];
  }
}
