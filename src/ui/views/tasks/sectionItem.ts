/** What the rows of workspaces, of their sections and of the pages in them show. */
import type { RowItem } from '../../../host/treeItem.ts';
import type { TaskFolderName } from '../../../protocol/tasks/taskNames.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { homePath } from '../../../text/homePath.ts';
import { ours, say } from '../../../text/say.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import { taskMoment } from '../../../workspace/tasks/taskMoment.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { middleCut, rowItem, type Tree } from '../../kit/rowItem.ts';
import { taskCount } from '../../kit/words/countWords.ts';
import { type Entry, SECTIONS, type Section } from './sections.ts';
import { between } from './taskItem.ts';
import type { PageRow } from './taskRowKinds.ts';
import { boundWords, sectionName } from './taskStateWords.ts';

export function workspaceItem(workspace: TaskWorkspace, model: ReadModel): RowItem {
  const count = (folder: TaskFolderName) => workspace.rows[folder].length;
  const total = SECTIONS.reduce((sum, folder) => sum + count(folder), 0);
  return rowItem(shown(workspace.name, 'tree', 60), {
    description: join<'tree'>([
      taskCount(total),
      count('feedback') === 0
        ? NONE
        : count('feedback') === 1
          ? ours('1 waits for you')
          : ours('{0} wait for you', count('feedback')),
      count('active') === 0 ? NONE : ours('{0} active', count('active')),
    ]),
    tooltip: lines<'tree'>([
      shown(homePath(workspace.folder, model.home), 'tree'),
      workspace.polling ? ours('polled, at most 10 s late') : NONE,
    ]),
    icon: { name: 'folder' },
    words: ['taskWorkspace', ...(workspace.writable.ok ? ['submittable'] : [])],
    expands: 'open',
  });
}

/** What a folder's menu offers for all in it; each shows the list first. */
const SECTION_ABILITIES: Partial<Record<TaskFolderName, readonly string[]>> = {
  feedback: ['answerable'],
  active: ['reapable'],
  failed: ['retriable'],
  blocked: ['unblockable'],
};

const SECTION_ICONS: Record<TaskFolderName, string> = {
  feedback: 'question',
  inbox: 'inbox',
  active: 'sync',
  failed: 'error',
  blocked: 'circle-slash',
  done: 'pass',
};

const SECTION_TOOLTIPS: Record<TaskFolderName, () => Tree> = {
  feedback: () => ours('Tasks whose agent asks something; each goes on once it is answered.'),
  inbox: () => ours('Tasks that no agent has taken yet, in the order in which agents take them.'),
  active: () => ours('Tasks that an agent works on, longest first.'),
  failed: () => ours('Tasks that failed on every try, newest first. Retry puts them among the waiting ones.'),
  blocked: () => ours('Tasks that wait for something outside, longest first.'),
  done: () => ours('Finished tasks, newest first.'),
};

export function sectionItem(
  folder: TaskFolderName,
  section: Section,
  workspace: TaskWorkspace,
  now: number,
): RowItem {
  const { count, total, entries, odd } = section;
  const name = sectionName(folder);
  const label =
    count !== total
      ? ours('{0} {1} of {2}', name, count, total)
      : total === 0
        ? name
        : ours('{0} {1}', name, total);
  return rowItem(label, {
    description: join<'tree'>([
      sectionWords(folder, entries, workspace, now),
      odd === 0 ? NONE : ours('{0} to look at', odd),
    ]),
    tooltip: SECTION_TOOLTIPS[folder](),
    icon: { name: SECTION_ICONS[folder] },
    words: [
      'taskFolder',
      folder,
      ...(count > 0 && workspace.writable.ok ? (SECTION_ABILITIES[folder] ?? []) : []),
    ],
    expands: count === 0 ? 'no' : folder === 'feedback' || folder === 'active' ? 'open' : 'closed',
  });
}

/** What of a section one would open it for. */
function sectionWords(
  folder: TaskFolderName,
  entries: readonly Entry[],
  workspace: TaskWorkspace,
  now: number,
): Tree {
  switch (folder) {
    case 'feedback':
      return askers(entries, workspace);
    case 'inbox':
      return orphans(entries, workspace, now);
    case 'active': {
      const stale = entries.filter(({ first }) => taskMoment(workspace, first, now).stale).length;
      return stale === 0 ? NONE : stale === 1 ? ours('1 looks abandoned') : ours('{0} look abandoned', stale);
    }
    case 'failed': {
      const largest = [...entries].sort((one, other) => other.rows.length - one.rows.length)[0];
      if (largest === undefined || largest.rows.length === 1) return NONE;
      return say('tree', '×{0} {1}', largest.rows.length, workspace.facts(largest.first).lastError ?? '');
    }
    default:
      return NONE;
  }
}

/** "scribe ×12 · importer". */
function askers(entries: readonly Entry[], workspace: TaskWorkspace): Tree {
  const counts = new Map<string, number>();
  for (const { first, rows } of entries) {
    const agent = workspace.facts(first).agent ?? '';
    counts.set(agent, (counts.get(agent) ?? 0) + rows.length);
  }
  return join<'tree'>(
    [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, 3)
      .map(([agent, count]) =>
        count === 1 ? shown(agent, 'tree', 30) : say('tree', '{0} ×{1}', agent, count),
      ),
  );
}

/** "4 bound to zoë, seen 3 d": of the agent for which most wait in vain. */
function orphans(entries: readonly Entry[], workspace: TaskWorkspace, now: number): Tree {
  const shownRows = new Set(entries.map(({ first }) => first));
  const gone = workspace.bound.filter(
    (row) => shownRows.has(row) && taskMoment(workspace, row, now).orphaned,
  );
  const counts = new Map<string, number>();
  for (const row of gone) {
    const agent = workspace.facts(row).boundTo ?? '';
    counts.set(agent, (counts.get(agent) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  const row = gone.find((each) => workspace.facts(each).boundTo === most?.[0]);
  if (most === undefined || row === undefined) return NONE;
  return join<'tree'>(
    [ours('{0}', most[1]), boundWords('tree', most[0], taskMoment(workspace, row, now), now)],
    ' ',
  );
}

/** Pages are named by what they hold: numbers would all change with the first task that goes. */
export function pageItem(
  { entries, folder, isFirst }: PageRow,
  workspace: TaskWorkspace,
  now: number,
): RowItem {
  const first = entries[0]?.first;
  const last = entries.at(-1)?.first;
  const count = entries.reduce((sum, entry) => sum + entry.rows.length, 0);
  const facts = [first, last].map((row) => (row === undefined ? undefined : workspace.facts(row)));
  const [from, to] = facts;
  const byPriority = folder === 'inbox' || folder === 'feedback';
  const time = byPriority ? 'createdAt' : 'since';
  const times = [from?.[time] ?? null, to?.[time] ?? null].filter((at) => at !== null);
  const span = times.length === 0 ? NONE : between(Math.min(...times), Math.max(...times), now);
  const priorities =
    from?.priority === to?.priority
      ? say('tree', 'P{0}', String(from?.priority ?? '?'))
      : say('tree', 'P{0}–P{1}', String(from?.priority ?? '?'), String(to?.priority ?? '?'));
  const title = middleCut(from?.title || first?.id || '', 30);
  return rowItem(
    byPriority ? join<'tree'>([priorities, span]) : span === NONE ? shown(title, 'tree') : span,
    {
      description: taskCount(count),
      tooltip: say('tree', 'From “{0}” to “{1}”', from?.title ?? '', to?.title ?? ''),
      icon: { name: 'list-unordered' },
      expands: isFirst ? 'open' : 'closed',
    },
  );
}
