/** The parts of the view: one a folder, with what passes the filter, alike ones together, in pages. */
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import type { TaskFolderName } from '../../../protocol/tasks/taskNames.ts';
import type { TaskFacts, TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { PAGE, type StickyPage, StickyPages } from './stickyPages.ts';

/** In the order of the view. */
export const SECTIONS: readonly TaskFolderName[] = [
  'feedback',
  'inbox',
  'active',
  'failed',
  'blocked',
  'done',
];

/** A task, or several that are alike: the newest or first of them, and all. */
export interface Entry {
  /** Unique in its section, and the same while its task or group is there. */
  key: string;
  first: TaskRow;
  rows: readonly TaskRow[];
}

export interface Section {
  /** How many there are, and how many of them the filter lets pass. */
  total: number;
  count: number;
  entries: readonly Entry[];
  /** Null: so few that they need none. */
  pages: readonly StickyPage<Entry>[] | null;
  /** How many of those that pass are not as they should be. */
  odd: number;
}

/** Whether the filter lets a row pass; another function for another filter. */
export type Fits = (row: TaskRow) => boolean;

interface Kept {
  rows: readonly TaskRow[];
  odd: readonly TaskRow[];
  fits: Fits;
  section: Section;
}

/** Works each section out once for each change of its folder or of the filter. */
export class Sections {
  readonly #kept = new Map<string, Kept>();
  readonly #pages = new Map<string, StickyPages<Entry>>();
  readonly #entries = new WeakMap<TaskRow, Entry>();

  of(workspace: TaskWorkspace, folder: TaskFolderName, fits: Fits): Section {
    const id = `${workspace.key}|${folder}`;
    const rows = workspace.rows[folder];
    const before = this.#kept.get(id);
    if (before?.rows === rows && before.fits === fits && before.odd === workspace.odd) return before.section;
    const section = this.#made(workspace, folder, fits, id);
    this.#kept.set(id, { rows, odd: workspace.odd, fits, section });
    return section;
  }

  /** Forgets all but these workspaces. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const map of [this.#kept, this.#pages]) {
      for (const id of map.keys()) if (!keys.has(id.slice(0, id.lastIndexOf('|')))) map.delete(id);
    }
  }

  #made(workspace: TaskWorkspace, folder: TaskFolderName, fits: Fits, id: string): Section {
    const all = workspace.rows[folder];
    const rows = all.filter(fits);
    const passed = new Set(rows);
    const entries = this.#grouped(rows, folder, workspace);
    if (entries.length <= PAGE) this.#pages.delete(id);
    return {
      total: all.length,
      count: rows.length,
      entries,
      pages: entries.length > PAGE ? this.#pagesOf(id).of(entries) : null,
      odd: workspace.odd.filter((row) => passed.has(row)).length,
    };
  }

  #pagesOf(id: string): StickyPages<Entry> {
    const known = this.#pages.get(id);
    if (known !== undefined) return known;
    const made = new StickyPages<Entry>(({ key }) => key);
    this.#pages.set(id, made);
    return made;
  }

  #grouped(rows: readonly TaskRow[], folder: TaskFolderName, workspace: TaskWorkspace): Entry[] {
    if (folder !== 'failed' && folder !== 'feedback') return rows.map((row) => this.#single(row));
    const groups = new Map<string, TaskRow[]>();
    for (const row of rows) {
      const key = alike(workspace.facts(row)) ?? row.file;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
    const entries = [...groups].flatMap(([key, group]) => {
      const [first] = group;
      if (first === undefined) return [];
      return [group.length === 1 ? this.#single(first) : { key, first, rows: group }];
    });
    // What failed alike is one trouble however many it hit: the largest stand first, then the newest.
    if (folder === 'failed') entries.sort((one, other) => weight(other) - weight(one));
    return entries;
  }

  /** The same object for the same row, so that a page can be told to be as it was. */
  #single(row: TaskRow): Entry {
    const known = this.#entries.get(row);
    if (known !== undefined) return known;
    const made = { key: row.file, first: row, rows: [row] };
    this.#entries.set(row, made);
    return made;
  }
}

function weight({ rows }: Entry): number {
  return rows.length === 1 ? 0 : rows.length;
}

/** Which failures and which asks are one row: equal texts of one agent. Null: this one stands alone. */
function alike({ state, agent, lastError, question }: TaskFacts): string | null {
  if (state === 'failed')
    return lastError === null || lastError.trim() === '' ? null : JSON.stringify([agent, lastError.trim()]);
  if (state !== 'asks' || question === null) return null;
  const { text, options, draft } = question;
  return JSON.stringify([agent, text.trim(), draft, options.map(({ id, label }) => [id, label])]);
}
