/** Rows, agents and problems from the entries of a workspace. */
import type { Problem } from '../result.ts';
import { agentRowOf, type Entry, rowOf, whyUnreadable } from './entry.ts';
import { interruption } from './interrupted.ts';
import type { TaskRow, TaskScan } from './model.ts';
import { AGENTS_FOLDER, TASK_FOLDERS } from './names.ts';
import { compareTasks, compareText } from './order.ts';
import { REASON_WORDS, type UnreadableReason, type Warning } from './reasons.ts';
import { stampOf } from './stamp.ts';

/** The entries of each folder, in the order of the last look where nothing was added since. */
export type Folders = ReadonlyMap<string, Map<string, Entry>>;

const NONE: readonly string[] = [];

export function scanOf(folders: Folders, folderProblems: readonly Problem[], nowMs: number): TaskScan {
  const now = stampOf(new Date(nowMs));
  const copies = copiesOf(folders);
  const tasks: TaskRow[] = [];
  const problems: Problem[] = [...folderProblems];
  for (const folder of TASK_FOLDERS) {
    for (const entry of sorted(folders.get(folder), now)) {
      const more: Warning[] = [];
      const alsoIn = alsoInOf(entry, copies.get(entry.id));
      if (alsoIn.length > 0 && !isLeftByAsking(entry, alsoIn, folders)) more.push('duplicate_id');
      const cut = interruptionOf(entry, nowMs);
      if (cut) more.push(cut);
      const row = rowOf(entry, alsoIn, more);
      tasks.push(row);
      if (row.problem !== null) problems.push(...problemsOf(entry, row.problems, row.file, row.alsoIn));
    }
  }
  const agents = [...(folders.get(AGENTS_FOLDER)?.values() ?? [])]
    .sort((a, b) => compareText(a.name, b.name))
    .map((entry) => ({ entry, row: agentRowOf(entry) }));
  for (const { entry, row } of agents) {
    if (row.problem !== null) problems.push(...problemsOf(entry, [row.problem], row.file, NONE));
  }
  return { tasks, agents: agents.map(({ row }) => row), problems };
}

/**
 * Readable ones in the peer's order, then the others by name. They are kept in that order, so that the next time only what
 * was added has to find its place.
 */
function sorted(entries: Map<string, Entry> | undefined, now: string): Entry[] {
  if (!entries) return [];
  const list = [...entries.values()];
  const compare = (a: Entry, b: Entry) => compareEntries(a, b, now);
  if (list.every((entry, index) => index === 0 || compare(list[index - 1] ?? entry, entry) <= 0)) return list;
  list.sort(compare);
  entries.clear();
  for (const entry of list) entries.set(entry.name, entry);
  return list;
}

function compareEntries(a: Entry, b: Entry, now: string): number {
  const left = a.judged.reason === null;
  const right = b.judged.reason === null;
  if (left !== right) return left ? -1 : 1;
  return left ? compareTasks(a.key, b.key, now) : compareText(a.name, b.name);
}

function copiesOf(folders: Folders): Map<string, string[]> {
  const copies = new Map<string, string[]>();
  for (const folder of TASK_FOLDERS) {
    for (const entry of folders.get(folder)?.values() ?? []) {
      if (entry.leftover) continue;
      const known = copies.get(entry.id);
      if (known) known.push(folder);
      else copies.set(entry.id, [folder]);
    }
  }
  return copies;
}

function alsoInOf(entry: Entry, copies: readonly string[] | undefined): readonly string[] {
  if (!copies || (copies.length === 1 && copies[0] === entry.folder)) return NONE;
  return copies.filter((folder) => folder !== entry.folder);
}

/** The peer's agents leave a copy in done/ whenever they ask or block: a known habit, nothing to look into. */
function isLeftByAsking(entry: Entry, alsoIn: readonly string[], folders: Folders): boolean {
  const other = alsoIn[0];
  if (alsoIn.length !== 1 || other === undefined) return false;
  if (entry.folder === 'done') return hasAsked(folders.get(other)?.get(entry.name));
  return other === 'done' && hasAsked(entry);
}

function hasAsked(entry: Entry | undefined): boolean {
  if (!entry) return false;
  if (entry.folder === 'feedback' || entry.folder === 'blocked') return true;
  const history = entry.judged.reason === null ? entry.judged.record['history'] : null;
  if (!Array.isArray(history)) return false;
  return history.some((item: unknown) => {
    if (typeof item !== 'object' || item === null) return false;
    return 'feedback_received' in item || 'unblocked' in item;
  });
}

function interruptionOf(entry: Entry, nowMs: number): Warning | null {
  if (entry.leftover) return 'edit_interrupted';
  if (entry.judged.reason !== null || entry.stat === null) return null;
  return interruption(entry.folder, entry.judged.record, entry.stat.ctimeMs, nowMs);
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
      line: (fatal ? why.place?.line : null) ?? null,
      column: (fatal ? why.place?.column : null) ?? null,
      endColumn: null,
      offset: null,
      message: REASON_WORDS[code],
    };
  });
}
