/** What is known of a task workspace, as others get it. */
import type { Problem, Result } from '../lib/result.ts';

/** A task or an agent as its file says it: the file's own keys, section by section as the peer names them, defaults filled. */
export interface TaskRecord {
  [key: string]: unknown;
}

export interface TaskRow {
  /** `inbox`, `active`, `done`, `failed`, `blocked` or `feedback`. */
  folder: string;
  /** The file's name without `.json`. */
  id: string;
  /** Relative to the workspace, with `/`. */
  file: string;
  /** SHA-256 of the file's bytes, 64 hex digits; empty where none were read. */
  version: string;
  task: TaskRecord | null;
  /** The first of `problems`. */
  problem: string | null;
  /** Reason words: what makes it unreadable, else what is odd about it. */
  problems: string[];
  /** Other folders that hold the same id. */
  alsoIn: string[];
}

export interface AgentRow {
  name: string;
  file: string;
  version: string;
  agent: TaskRecord | null;
  problem: string | null;
}

export interface TaskScan {
  /** By folder, then in the peer's order; rows without a task last, by name. */
  tasks: TaskRow[];
  agents: AgentRow[];
  /** One for each reason of each row, and for folders that cannot be listed. */
  problems: Problem[];
}

export interface TaskOptions {
  /** Called once for each stamp that ends in a file. Text is written as it is. */
  now?: () => string | Date;
  /** Ids of new tasks: 32 hex digits unless given. */
  newId?: () => string;
}

export interface Seen {
  /** The version that the person saw: another one in the file is refused as `changed`. */
  seen?: string;
}

export interface TaskFilter {
  /** What is bound to another is left out. */
  agent?: string;
  /** What has none of these is left out. */
  tags?: string[];
}

export interface NewTask {
  title: string;
  createdBy: string;
  id?: string;
  description?: string;
  assignedTo?: string;
  /** 5 unless given; 1 comes first. */
  priority?: number;
  context?: object;
  tags?: string[];
  parentId?: string;
  /** Attempts after the first; 3 unless given. */
  maxRetries?: number;
}

export type TaskChange = Partial<
  Pick<NewTask, 'title' | 'description' | 'priority' | 'tags' | 'context'> & { assignedTo: string | null }
>;

/** A task as an act wrote it, and the other folders that hold a copy all the same. */
export type WrittenTask = TaskRecord & { alsoIn: string[] };

export interface Reaped {
  reaped: string[];
  /** Stale ones that were left where they are, and the refusal's code. */
  skipped: { id: string; code: string }[];
}

/**
 * A workspace. Reading never writes. Acts answer with codes: exists {folder}, gone {foundIn}, changed {version} or
 * {claimedBy}, invalid-id {id}, unreadable {reason}, invalid {reason} (of the file) or {field} (of what was given), twin
 * {folders}, link {file}, busy {}, io {errno, call}.
 */
export interface TaskFolder {
  /** Looks at everything. Rows that did not change are the same objects as before. */
  scan(): Promise<TaskScan>;
  /**
   * As `scan` after changes that a watcher told of: only these files (relative, with `/`) and the listings of their folders
   * are read again. A folder's own name reads its listing alone.
   */
  rescan(changed: readonly string[]): Promise<TaskScan>;
  /** Ids in the peer's order, readable tasks only. */
  list(folder: string, filter?: TaskFilter): Promise<string[]>;
  get(id: string): Promise<{ foundIn: string; task: TaskRecord } | null>;
  /** Files ending in `.json` by task folder, whatever they are. */
  stats(): Promise<Record<string, number>>;
  /** The id. */
  submit(task: NewTask): Promise<Result<string>>;
  claim(id: string, agent: string, options?: Seen): Promise<Result<WrittenTask>>;
  /** `over`: the version of the copy in done/ that is replaced. */
  complete(
    id: string,
    result: unknown,
    agent?: string,
    options?: Seen & { over?: string },
  ): Promise<Result<WrittenTask>>;
  fail(id: string, error: string, agent?: string, options?: Seen): Promise<Result<WrittenTask>>;
  requestFeedback(
    id: string,
    question: unknown,
    agent?: string,
    options?: Seen,
  ): Promise<Result<WrittenTask>>;
  block(id: string, reason: string, agent?: string, options?: Seen): Promise<Result<WrittenTask>>;
  respondFeedback(id: string, response: unknown, options?: Seen): Promise<Result<WrittenTask>>;
  unblock(id: string, options?: Seen): Promise<Result<WrittenTask>>;
  /** A waiting task is bound to nobody again. */
  release(id: string, options?: Seen): Promise<Result<WrittenTask>>;
  /** A failed task waits again, its attempts counted anew. */
  retry(id: string, options?: Seen): Promise<Result<WrittenTask>>;
  /** A waiting task is claimed and blocked in one act. */
  withdraw(id: string, name: string, options?: Seen): Promise<Result<WrittenTask>>;
  /** Changes a waiting task. */
  edit(id: string, change: TaskChange, options?: Seen): Promise<Result<WrittenTask>>;
  /** Finishes or undoes what another left half done: claim_interrupted (undo only), move_interrupted, edit_interrupted. */
  mend(folder: string, id: string, how: 'finish' | 'undo', options?: Seen): Promise<Result<WrittenTask>>;
  /** Puts back a task that an interrupted change left aside; `file` as the row says it. */
  putBack(file: string): Promise<Result<WrittenTask>>;
  /** Returns what has been active for longer than `seconds`, 300 unless given; with `seen` (id → version) only these. */
  reapStale(seconds?: number, options?: { seen?: Record<string, string> }): Promise<Result<Reaped>>;
  /** Writes the agent's file anew, as the peer does. */
  registerAgent(name: string, role?: string, extra?: object): Promise<Result<TaskRecord>>;
  heartbeat(name: string): Promise<Result<TaskRecord>>;
}
