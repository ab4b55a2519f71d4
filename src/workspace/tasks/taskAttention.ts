/** What in a task workspace waits for the person, and what needs a look. Small: it is loaded at start. */
import type { Option } from '../../protocol/lib/option.ts';
import type { TaskRow } from '../../protocol/tasks/taskModel.ts';
import { alone } from '../grouping.ts';
import { taskMoment } from './taskMoment.ts';
import type { TaskFacts, TaskWorkspace } from './taskWorkspace.ts';

/** A failure needs a look for so long, in milliseconds. */
export const failedShownMs = 24 * 3_600_000;

/** A task in `feedback/`. */
export interface FeedbackWait {
  kind: 'feedback';
  /** Stable and unique: workspace, id and when it was asked. */
  key: string;
  workspace: TaskWorkspace;
  /** Its version is what the person sees. */
  row: TaskRow;
  /** The agent's name; empty where no entry says. */
  asker: string;
  /** The question. Empty where the agent gave none. */
  text: string;
  options: readonly Option[];
  draft: string | null;
  priority: number | null;
  /** Milliseconds since 1970. */
  since: number | null;
  /** Feedback never expires, and its agent goes on with other tasks. */
  expiresAt: null;
  blocks: false;
  /** Equal asks are one row: all of them, self first. */
  same: FeedbackWait[];
}

export type TaskLookCode =
  | 'task-failed'
  | 'task-stale'
  | 'task-interrupted'
  | 'task-unreadable'
  | 'task-twin'
  | 'task-bound';

export interface TaskLook {
  kind: 'task';
  code: TaskLookCode;
  /** Stable and unique: workspace, folder, id, code. */
  key: string;
  workspace: TaskWorkspace;
  row: TaskRow;
  /** Who failed, runs or is waited for; null where no entry says. */
  agent: string | null;
  /** The error of a failed task, the reason word of an unreadable or interrupted one; else empty. */
  text: string;
  /** Milliseconds since 1970: of the failure, of the claim, of the beginning of the wait. */
  since: number | null;
  /** How long its agent's tasks usually take; only of `task-stale`. */
  usualMs: number | null;
  /** When its agent was last seen; of `task-stale` and `task-bound`. */
  lastSeen: number | null;
  /** Equal ones are one row: all of them, self first. */
  same: TaskLook[];
}

/** In the order of `rows.feedback`; each alone in its `same`. */
export function taskWaits(workspace: TaskWorkspace): FeedbackWait[] {
  return workspace.rows.feedback
    .filter((row) => workspace.facts(row).state === 'asks')
    .map((row) => feedbackWait(workspace, row));
}

/** Of a row that asks; alone in its `same`. */
export function feedbackWait(workspace: TaskWorkspace, row: TaskRow): FeedbackWait {
  const facts = workspace.facts(row);
  const { since, agent, question, priority } = facts;
  return alone<FeedbackWait>({
    kind: 'feedback',
    key: feedbackKey(workspace, row, facts),
    workspace,
    row,
    asker: agent ?? '',
    text: question?.text ?? '',
    options: question?.options ?? [],
    draft: question?.draft ?? null,
    priority,
    since,
    expiresAt: null,
    blocks: false,
    same: [],
  });
}

/** The wait's key of a task in `feedback/`: another question of the same task is another wait. */
export function feedbackKey(workspace: { key: string }, row: TaskRow, facts: TaskFacts): string {
  return `${workspace.key}|feedback|${row.id}|${facts.stamp ?? ''}`;
}

/** Failed of the last day, stale, interrupted, unreadable, twins, bound to an agent that is gone; each alone in its `same`. */
export function taskLooks(workspace: TaskWorkspace, now: number): TaskLook[] {
  const failed = workspace.rows.failed.filter(
    (row) => workspace.facts(row).state === 'failed' && isRecentFailure(workspace, row, now),
  );
  return [...failed.map((row) => failedLook(workspace, row)), ...otherLooks(workspace, now)];
}

/** Where no entry says when, it is better shown than overlooked. */
export function isRecentFailure(workspace: TaskWorkspace, row: TaskRow, now: number): boolean {
  const { since } = workspace.facts(row);
  return since === null || now - since <= failedShownMs;
}

/** Of a row whose state is `failed`; alone in its `same`. */
export function failedLook(workspace: TaskWorkspace, row: TaskRow): TaskLook {
  return lookOf(workspace, 'task-failed', row, workspace.facts(row).lastError ?? '');
}

function lookOf(
  workspace: TaskWorkspace,
  code: TaskLookCode,
  row: TaskRow,
  text: string,
  usualMs: number | null = null,
  lastSeen: number | null = null,
): TaskLook {
  const { since, agent } = workspace.facts(row);
  const key = `${workspace.key}|${code}|${row.file}`;
  return alone<TaskLook>({
    kind: 'task',
    code,
    key,
    workspace,
    row,
    agent,
    text,
    since,
    usualMs,
    lastSeen,
    same: [],
  });
}

/** As `taskLooks`, but for those that failed. */
export function otherLooks(workspace: TaskWorkspace, now: number): TaskLook[] {
  const looks: TaskLook[] = [];
  for (const row of workspace.rows.active) {
    const { stale, usualMs, lastSeen } = taskMoment(workspace, row, now);
    if (stale) looks.push(lookOf(workspace, 'task-stale', row, '', usualMs, lastSeen));
  }
  for (const row of workspace.odd) {
    const code = oddCode(workspace.facts(row));
    looks.push(lookOf(workspace, code, row, row.problem ?? ''));
  }
  for (const row of workspace.bound) {
    const { orphaned, lastSeen } = taskMoment(workspace, row, now);
    if (orphaned) looks.push(lookOf(workspace, 'task-bound', row, '', null, lastSeen));
  }
  return looks;
}

function oddCode({ state }: TaskFacts): TaskLookCode {
  if (state === 'quarantined' || state === 'unreadable') return 'task-unreadable';
  return state.endsWith('-interrupted') ? 'task-interrupted' : 'task-twin';
}

/** Which asks are one row: those of one agent with the same words, options and draft, so that one answer means the same. */
export function equalAsk({ workspace, asker, text, options, draft }: FeedbackWait): string {
  const choices = options.map(({ id, label }) => [id, label]);
  return JSON.stringify([workspace.key, asker, text.trim(), draft, choices]);
}

/** Which looks are one row: equal errors of one agent, and all that is bound to one. Null: this one stands alone. */
export function equalLook({ workspace, code, agent, text }: TaskLook): string | null {
  if (code === 'task-bound') return JSON.stringify([workspace.key, code, agent]);
  if (code !== 'task-failed' || text.trim() === '') return null;
  return JSON.stringify([workspace.key, code, agent, text.trim()]);
}
