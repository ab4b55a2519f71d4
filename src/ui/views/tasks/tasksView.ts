/** The rows of the Tasks view. */

import type { TaskTarget } from '../../../acts/tasks/chosenTasks.ts';
import { COMMANDS } from '../../../contract.ts';
import type { RowItem } from '../../../host/treeItem.ts';
import type { TaskFolderName } from '../../../protocol/tasks/taskNames.ts';
import { join, NONE, shown } from '../../../text/agentText.ts';
import { homePath } from '../../../text/homePath.ts';
import { ours, say } from '../../../text/say.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { isFiltering } from '../../../workspace/tasks/taskFilter.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { RowSource } from '../../kit/row.ts';
import { rowItem, type Tree } from '../../kit/rowItem.ts';
import { taskTarget } from '../../kit/taskTargets.ts';
import { type WordsRow, wordsItem } from '../../kit/wordsRow.ts';
import { placesRow } from '../placeRows.ts';
import {
  agentChildren,
  agentItem,
  agentPageItem,
  agentRows,
  agentsItem,
  agentTurnsAt,
  oneAgent,
} from './agentRows.ts';
import { filterText } from './filterText.ts';
import { pageItem, sectionItem, workspaceItem } from './sectionItem.ts';
import { type Entry, SECTIONS, type Section, Sections } from './sections.ts';
import type { ShownFilter } from './shownFilter.ts';
import { PAGE, type StickyPage, slices } from './stickyPages.ts';
import { groupItem, taskItem, taskTurnsAt } from './taskItem.ts';
import { emptyTaskRows, taskPlacesChildren, taskPlacesItem } from './taskPlaceRows.ts';
import {
  type GroupRow,
  type OneTaskRow,
  type PageRow,
  partOf,
  type SectionRow,
  type TasksRow,
  targetOfTask,
} from './taskRowKinds.ts';

export class TasksSource implements RowSource<TasksRow> {
  readonly #model: ReadModel;
  readonly #filter: ShownFilter;
  readonly #sections = new Sections();
  /** Made from the same entries, rows are the same. */
  readonly #rows = new Map<string, { key: string; entries: unknown; rows: readonly TasksRow[] }>();
  #known: readonly TaskWorkspace[] = [];

  constructor(model: ReadModel, filter: ShownFilter) {
    this.#model = model;
    this.#filter = filter;
  }

  roots(): readonly TasksRow[] {
    const workspaces = this.#model.workspaces();
    const [first] = workspaces;
    this.#keepOnly(workspaces);
    if (first === undefined) return emptyTaskRows(this.#model);
    const rows: TasksRow[] =
      workspaces.length === 1
        ? this.#inside(first)
        : workspaces.map(({ key }) => ({ kind: 'workspace', id: key, key }));
    return [...rows, placesRow()];
  }

  children(row: TasksRow): readonly TasksRow[] {
    if (row.kind === 'places') return taskPlacesChildren(this.#model);
    if (row.kind === 'words') return [];
    const workspace = this.#model.workspace(row.key);
    if (workspace === undefined) return [];
    switch (row.kind) {
      case 'workspace':
        return this.#inside(workspace);
      case 'section':
        return this.#insideSection(row, workspace);
      case 'page':
        return row.inGroup
          ? row.entries.map(({ first }) => oneTask(row.id, workspace, first, true))
          : this.#entryRows(row.id, workspace, row.folder, row.entries);
      case 'group':
        return this.#groupRows(row, workspace);
      case 'agents':
        return agentRows(row, workspace, this.#model);
      case 'agentPage':
        return row.files.map((file) => oneAgent(row, file, this.#model));
      case 'agent':
        return agentChildren(row, workspace);
      case 'task':
        return [];
    }
  }

  item(row: TasksRow): RowItem {
    if (row.kind === 'places') return taskPlacesItem(this.#model);
    if (row.kind === 'words') return wordsItem(row);
    const workspace = this.#model.workspace(row.key);
    // It went away, and the editor has not asked for what there is now.
    if (workspace === undefined) return rowItem(ours('no longer there'));
    const now = this.#model.now();
    switch (row.kind) {
      case 'workspace':
        return workspaceItem(workspace, this.#model);
      case 'section':
        return sectionItem(row.folder, this.#section(workspace, row.folder), workspace, now);
      case 'page':
        return pageItem(row, workspace, now);
      case 'group':
        return groupItem(row, workspace, now);
      case 'task':
        return taskItem(row, workspace, now);
      case 'agents':
        return agentsItem(workspace, now);
      case 'agentPage':
        return agentPageItem(row);
      case 'agent':
        return agentItem(row, workspace, now);
    }
  }

  turnsAt(row: TasksRow): number {
    if (row.kind !== 'task' && row.kind !== 'agent')
      return row.kind === 'words' ? Number.POSITIVE_INFINITY : 0;
    const workspace = this.#model.workspace(row.key);
    if (workspace === undefined) return 0;
    const now = this.#model.now();
    return row.kind === 'agent' ? agentTurnsAt(row, workspace, now) : taskTurnsAt(row.row, workspace, now);
  }

  /** What stands beside the view's name: how many there are, where, and which of them are shown. */
  description(): Tree {
    const workspaces = this.#model.workspaces();
    const [first] = workspaces;
    if (first === undefined) return NONE;
    const filter = this.#filter.filter;
    const sections = workspaces.flatMap((workspace) =>
      SECTIONS.map((folder) => this.#section(workspace, folder)),
    );
    const total = sections.reduce((sum, section) => sum + section.total, 0);
    const count = sections.reduce((sum, section) => sum + section.count, 0);
    const where =
      workspaces.length === 1 ? shown(first.name, 'tree', 40) : ours('{0} workspaces', workspaces.length);
    return join<'tree'>([isFiltering(filter) ? ours('{0} of {1}', count, total) : ours('{0}', total), where]);
  }

  /** What stands above the rows: the filter, where there is one. */
  message(): Tree | undefined {
    const filter = this.#filter.filter;
    return isFiltering(filter) && this.#model.workspaces().length > 0
      ? say('tree', 'Only {0}', filterText(filter))
      : undefined;
  }

  #section(workspace: TaskWorkspace, folder: TaskFolderName): Section {
    return this.#sections.of(workspace, folder, this.#filter.fits);
  }

  #inside(workspace: TaskWorkspace): TasksRow[] {
    const { key } = workspace;
    const { hideDone } = this.#filter.filter;
    const folders = SECTIONS.filter(
      (folder) =>
        !(folder === 'done' && hideDone) && !(folder === 'feedback' && workspace.rows.feedback.length === 0),
    );
    const sections = folders.map((folder): SectionRow => {
      const id = partOf(key, folder);
      return { kind: 'section', id, key, folder, part: id, target: { holds: () => this.#held(key, folder) } };
    });
    const agents: TasksRow[] =
      workspace.scan.agents.length === 0
        ? []
        : [{ kind: 'agents', id: partOf(key, 'agents'), key, part: partOf(key, 'agents') }];
    return [...aboutRows(workspace, this.#model), ...sections, ...agents];
  }

  /** What of a folder is shown, as it is when one acts on its row. */
  #held(key: string, folder: TaskFolderName): TaskTarget[] {
    const workspace = this.#model.workspace(key);
    if (workspace === undefined) return [];
    return this.#section(workspace, folder).entries.flatMap(({ rows }) =>
      rows.map((row) => taskTarget(key, row)),
    );
  }

  #insideSection(row: SectionRow, workspace: TaskWorkspace): readonly TasksRow[] {
    const { entries, pages } = this.#section(workspace, row.folder);
    if (pages === null) return this.#entryRows(row.id, workspace, row.folder, entries);
    return this.#pageRows(row, pages);
  }

  #pageRows(row: SectionRow, pages: readonly StickyPage<Entry>[]): readonly TasksRow[] {
    return this.#keep(row.id, row.key, pages, () => {
      const made = pages.map(
        (page, index): PageRow => ({
          kind: 'page',
          id: `${row.id}/${page.id}`,
          key: row.key,
          folder: row.folder,
          part: partOf(row.key, row.folder),
          entries: page.items,
          isFirst: index === 0,
          inGroup: false,
        }),
      );
      const ids = new Set(made.map(({ id }) => id));
      for (const id of this.#rows.keys()) {
        if (id.startsWith(`${row.id}/page-`) && !ids.has(id)) this.#rows.delete(id);
      }
      return made;
    });
  }

  #groupRows(row: GroupRow, workspace: TaskWorkspace): readonly TasksRow[] {
    const { rows } = row.entry;
    if (rows.length <= PAGE) return rows.map((task) => oneTask(row.id, workspace, task, true));
    const entries = rows.map((task) => ({ key: task.file, first: task, rows: [task] }));
    return slices(entries).map(
      (items, index): PageRow => ({
        kind: 'page',
        id: `${row.id}/part-${index}`,
        key: row.key,
        folder: row.folder,
        part: partOf(row.key, row.folder),
        entries: items,
        isFirst: index === 0,
        inGroup: true,
      }),
    );
  }

  #entryRows(
    scope: string,
    workspace: TaskWorkspace,
    folder: TaskFolderName,
    entries: readonly Entry[],
  ): readonly TasksRow[] {
    return this.#keep(scope, workspace.key, entries, () =>
      entries.map((entry) =>
        entry.rows.length === 1
          ? oneTask(scope, workspace, entry.first, false)
          : oneGroup(scope, workspace, folder, entry),
      ),
    );
  }

  #keep(id: string, key: string, entries: unknown, make: () => TasksRow[]): readonly TasksRow[] {
    const before = this.#rows.get(id);
    if (before !== undefined && before.entries === entries) return before.rows;
    const rows = make();
    this.#rows.set(id, { key, entries, rows });
    return rows;
  }

  /** Rows of what went away would be held for ever. */
  #keepOnly(workspaces: readonly TaskWorkspace[]): void {
    if (workspaces === this.#known) return;
    this.#known = workspaces;
    const keys = new Set(workspaces.map(({ key }) => key));
    this.#sections.keepOnly(keys);
    for (const [id, { key }] of this.#rows) if (!keys.has(key)) this.#rows.delete(id);
  }
}

function oneTask(
  scope: string,
  workspace: TaskWorkspace,
  row: OneTaskRow['row'],
  inGroup: boolean,
): OneTaskRow {
  const { key } = workspace;
  return {
    kind: 'task',
    id: `${scope}/${row.file}`,
    key,
    row,
    inGroup,
    part: partOf(key, row.folder),
    target: targetOfTask(key, row, workspace.facts(row)),
  };
}

function oneGroup(scope: string, workspace: TaskWorkspace, folder: TaskFolderName, entry: Entry): GroupRow {
  const { key } = workspace;
  const { waitKey } = targetOfTask(key, entry.first, workspace.facts(entry.first));
  return {
    kind: 'group',
    id: `${scope}/${entry.key}`,
    key,
    folder,
    entry,
    part: partOf(key, folder),
    target: {
      tasks: entry.rows.map((row) => taskTarget(key, row)),
      ...(waitKey === undefined ? {} : { waitKey }),
    },
  };
}

/** What of the workspace as a whole has to be known before one acts. */
function aboutRows(workspace: TaskWorkspace, model: ReadModel): WordsRow[] {
  const { key, writable } = workspace;
  const rows: WordsRow[] = workspace.scan.problems
    .filter(({ file }) => !file.includes('/'))
    .map((problem) => ({
      kind: 'words',
      id: `${key}/problem/${problem.file}`,
      label: say('tree', '{0} can’t be listed', problem.file),
      description: shown(textOf(problem.args['errno']), 'tree'),
      tooltip: shown(problem.message, 'tree'),
      icon: 'warning',
    }));
  if (writable.ok) return rows;
  return [
    ...rows,
    { kind: 'words', id: `${key}/unwritable`, ...unwritableShown(workspace, writable, model) },
  ];
}

type Refused = Exclude<TaskWorkspace['writable'], { ok: true }>;

/** Why nothing can be written there, and the way out. */
function unwritableShown(
  { folder }: TaskWorkspace,
  { code, args }: Refused,
  model: ReadModel,
): Omit<WordsRow, 'kind' | 'id'> {
  switch (code) {
    case 'restricted':
      return {
        label: ours('Trust this workspace to act…'),
        tooltip: ours('Restricted Mode: everything is read, nothing is written.'),
        icon: 'shield',
        command: COMMANDS.manageTrust,
      };
    case 'outside':
      return {
        label: ours('Add This Folder to act…'),
        tooltip: ours('Read only: this folder is neither open nor watched.'),
        icon: 'lock',
        command: COMMANDS.addFolder,
        target: { folder },
      };
    default:
      return {
        label: say('tree', 'Read-only for you: {0}', homePath(textOf(args['path']) || folder, model.home)),
        icon: 'lock',
      };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
