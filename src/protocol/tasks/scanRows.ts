/** Rows, agents and problems from the entries of a workspace. */
import type { Pace } from '../lib/pace.ts';
import { NOWHERE, type Problem } from '../lib/result.ts';
import { compareText } from './compareTasks.ts';
import { agentRowOf, type Entry, rowOf, whyUnreadable } from './folderEntry.ts';
import { interruption } from './interrupted.ts';
import { REASON_WORDS, type UnreadableReason, type Warning } from './reasons.ts';
import type { TaskRow, TaskScan } from './taskModel.ts';
import { AGENTS_FOLDER, TASK_FOLDERS } from './taskNames.ts';
import { stampOf } from './timeStamp.ts';
import type { Entries } from './workspaceEntries.ts';

const NONE: readonly string[] = [];

/** So many rows are made between two looks at the clock. */
const AT_A_TIME = 128;

export async function scanRows(
  entries: Entries,
  folderProblems: readonly Problem[],
  nowMs: number,
  pace: Pace,
): Promise<TaskScan> {
  const now = stampOf(new Date(nowMs));
  const tasks: TaskRow[] = [];
  const problems: Problem[] = [...folderProblems];
  for (const folder of TASK_FOLDERS) {
    if (pace.due()) await pace.pause();
    const settled = folder === 'inbox' || folder === 'done';
    for (const entry of entries.sorted(folder, now)) {
      const old = entry.row;
      const quiet = settled && old?.problem === null && old.alsoIn.length === 0;
      const row = old && quiet && !entries.twins.has(entry.id) ? old : freshRow(entry, entries, nowMs);
      tasks.push(row);
      if (tasks.length % AT_A_TIME === 0 && pace.due()) await pace.pause();
      if (row.problem !== null) problems.push(...problemsOf(entry, row.problems, row.file, row.alsoIn));
    }
  }
  const agents = [...entries.in(AGENTS_FOLDER).values()]
    .sort((a, b) => compareText(a.name, b.name))
    .map((entry) => ({ entry, row: agentRowOf(entry) }));
  for (const { entry, row } of agents) {
    if (row.problem !== null) problems.push(...problemsOf(entry, [row.problem], row.file, NONE));
  }
  return { tasks, agents: agents.map(({ row }) => row), problems };
}

/** The row as it should be now, the same object as before where nothing about it changed. */
function freshRow(entry: Entry, entries: Entries, nowMs: number): TaskRow {
  const alsoIn = entries
    .copies(entry.id)
    .filter((folder) => folder !== entry.folder)
    .sort(byFolder);
  const more: Warning[] = [];
  if (alsoIn.length > 0 && !isLeftByAsking(entry, alsoIn, entries)) more.push('duplicate_id');
  const cut = interruptionOf(entry, nowMs);
  if (cut) more.push(cut);
  return rowOf(entry, alsoIn, more);
}

const FOLDERS: readonly string[] = TASK_FOLDERS;

function byFolder(a: string, b: string): number {
  return FOLDERS.indexOf(a) - FOLDERS.indexOf(b);
}

/** The peer's agents leave a copy in done/ whenever they ask or block: a known habit, nothing to look into. */
function isLeftByAsking(entry: Entry, alsoIn: readonly string[], entries: Entries): boolean {
  const other = alsoIn[0];
  if (alsoIn.length !== 1 || other === undefined) return false;
  if (entry.folder === 'done') return hasAsked(entries.get(other, entry.name));
  return other === 'done' && hasAsked(entry);
}

function hasAsked(entry: Entry | undefined): boolean {
  if (!entry) return false;
  if (entry.folder === 'feedback' || entry.folder === 'blocked') return true;
  const history = entry.validated.reason === null ? entry.validated.record['history'] : null;
  if (!Array.isArray(history)) return false;
  return history.some((item: unknown) => {
    if (typeof item !== 'object' || item === null) return false;
    return 'feedback_received' in item || 'unblocked' in item;
  });
}

function interruptionOf(entry: Entry, nowMs: number): Warning | null {
  if (entry.leftover) return 'edit_interrupted';
  if (entry.validated.reason !== null || entry.stat === null) return null;
  return interruption(entry.folder, entry.validated.record, entry.stat.ctimeMs, nowMs);
}

function problemsOf(
  entry: Entry,
  words: readonly string[],
  file: string,
  alsoIn: readonly string[],
): Problem[] {
  const why = whyUnreadable(entry);
  return (words as (UnreadableReason | Warning)[]).map((code) => {
    const fatal = code === why?.reason;
    return {
      code,
      args: fatal ? why.args : code === 'duplicate_id' ? { folders: [...alsoIn] } : {},
      severity: fatal ? 'error' : 'warning',
      file,
      ...NOWHERE,
      ...(fatal ? why.position : null),
      message: REASON_WORDS[code],
    };
  });
}
