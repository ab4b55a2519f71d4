/** What is shown of task workspaces, as data. Nothing here runs, so that whatever loads at start may use it. */
import type { Option } from '../../protocol/lib/option.ts';
import type { AgentRow, TaskRow, TaskScan } from '../../protocol/tasks/taskModel.ts';
import type { TaskFolderName } from '../../protocol/tasks/taskNames.ts';
import type { Origin } from '../kernel/place.ts';
import type { Writable } from '../kernel/writable.ts';

/**
 * What a row means: its folder first, then its history. In `inbox/`: `new`, `retry` (waits for another attempt),
 * `answered`, `unblocked`, `reaped` (came back from an agent), `released`, `retried` (by a person, after its last attempt),
 * `waiting` (no entry says why). `active`, `asks` (in `feedback/`), `blocked`, `failed`, `done`. `between`: on its way from
 * one folder to the next, or being claimed, for less than 5 s. `claim-interrupted`, `move-interrupted`, `edit-interrupted`:
 * for longer. `quarantined`: unreadable and in `failed/`, where Python readers put such files. `unreadable`: any other.
 */
export type TaskState =
  | 'new'
  | 'retry'
  | 'answered'
  | 'unblocked'
  | 'reaped'
  | 'released'
  | 'retried'
  | 'waiting'
  | 'active'
  | 'asks'
  | 'blocked'
  | 'failed'
  | 'done'
  | 'between'
  | 'claim-interrupted'
  | 'move-interrupted'
  | 'edit-interrupted'
  | 'quarantined'
  | 'unreadable';

/** What an agent asked, whatever shape it gave it. */
export interface TaskQuestion {
  text: string;
  /** `id`: what goes into the file for it, as text; where an option was no text, its JSON. */
  options: readonly Option[];
  /** What the agent would do or send, where it said so. */
  draft: string | null;
}

/** What a row says by itself, whatever the time is. Instants are milliseconds since 1970. */
export interface TaskFacts {
  state: TaskState;
  /** When the state began; null where no entry says. */
  since: number | null;
  /** The time of the entry by which the state began, as the file has it. */
  stamp: string | null;
  /** For which it is bound (`inbox`), which runs or ran it (else): `claimed_by` of the last claim, else `assigned_to`. */
  agent: string | null;
  title: string;
  /** null where it is no finite number. */
  priority: number | null;
  tags: readonly string[];
  createdBy: string;
  createdAt: number | null;
  updatedAt: number | null;
  /** The attempt that runs, ran last or comes next, from 1, and how many there are in all; null where the file's numbers are none. */
  attempt: { number: number; of: number } | null;
  /** How often it was taken from an agent that was thought dead. */
  reaped: number;
  /** `error` of the last entry that has one. */
  lastError: string | null;
  /** Why it is blocked; null in other folders. */
  reason: string | null;
  /** Open, so only in `feedback/`. */
  question: TaskQuestion | null;
  /** The last answer, as text; null where the last question was not answered. */
  answer: string | null;
  /** `assigned_to` of a waiting task: nobody else takes it. */
  boundTo: string | null;
  /** Where an interrupted move was going to, so where finishing it leads. */
  movesTo: string | null;
  /** Of a done task: from its last claim to its end, in milliseconds. */
  tookMs: number | null;
  /** Also in `done/`, as the peer's agents leave it when they ask or block: no twin to look into. */
  alsoDone: boolean;
}

export interface TaskAgent {
  name: string;
  row: AgentRow;
  role: string | null;
  /** Milliseconds since 1970. */
  lastSeen: number | null;
  registeredAt: number | null;
  /** The median length of its done tasks in milliseconds; null where it has none. */
  usualMs: number | null;
  /** How many waiting tasks are bound to it, and how many it runs. */
  bound: number;
  active: number;
}

/**
 * A workspace as it was last read. Replaced as a whole at every change; what did not change in it (rows, the arrays of a
 * folder, agents) stays the same object.
 */
export interface TaskWorkspace {
  /** Full identity: `<real folder>|tasks`. */
  key: string;
  /** As it was found. */
  folder: string;
  /** The folder's own name. */
  name: string;
  origin: Origin;
  scan: TaskScan;
  /**
   * Rows by folder in the order in which they are shown: inbox and feedback as the peer lists them, active and blocked
   * longest first, failed and done newest first; what cannot be read last.
   */
  rows: Readonly<Record<TaskFolderName, readonly TaskRow[]>>;
  /** Rows of any folder that are unreadable, interrupted or twins (not those also in `done/` by habit). */
  odd: readonly TaskRow[];
  /** Waiting rows that are bound to somebody. */
  bound: readonly TaskRow[];
  /** By name. Registered ones only. */
  agents: readonly TaskAgent[];
  /** Of any agent, registered or not. */
  usualMs(agent: string): number | null;
  agent(name: string): TaskAgent | undefined;
  /** What a row of this workspace says. Cheap: kept with the row. */
  facts(row: TaskRow): TaskFacts;
  /** The row of this id in this folder. */
  row(folder: string, id: string): TaskRow | undefined;
  /** Tasks whose `parent_id` is this id. */
  children(id: string): readonly TaskRow[];
  /** The setting: active for less is never stale. */
  staleMinutes: number;
  writable: Writable;
  /** Watching is not possible here: changes are seen at most 10 s late. */
  polling: boolean;
  /** What the last look took. */
  tookMs: number;
}

/** The identity of a workspace over all folders. */
export function taskWorkspaceKey(realFolder: string): string {
  return `${realFolder}|tasks`;
}
