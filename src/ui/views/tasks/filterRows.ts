/** What the filter's list offers: what is typed and how many that shows, then hiding what is done, tags and agents to add or take out. */

import type { PickRow } from '../../../host/quickPick.ts';
import { TASK_FOLDERS } from '../../../protocol/tasks/taskNames.ts';
import { shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { rowFilter, type TaskFilter } from '../../../workspace/tasks/taskFilter.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { filterText, parseFilter } from './filterText.ts';

export interface FilterRow extends PickRow {
  /** What is typed once it was chosen; null: show what is typed. */
  next: string | null;
}

/** Names that are used most, at most so many of tags and of agents. */
const MOST = 30;

export function filterRows(typed: string, workspaces: readonly TaskWorkspace[]): FilterRow[] {
  const filter = parseFilter(typed);
  const { total, passed, done, tags, agents } = count(workspaces, filter);
  const last = /\S*$/.exec(typed)?.[0].toLowerCase() ?? '';
  const row = (word: string, number: number, has: boolean, next: TaskFilter): FilterRow => ({
    label: shown(word, 'pick', 60),
    description: has ? ours('{0} · in the filter; Enter takes it out', number) : ours('{0}', number),
    next: `${filterText(next)} `.trimStart(),
    alwaysShow: true,
  });
  const without = parseFilter(typed.slice(0, typed.length - last.length));
  const offered = (names: ReadonlyMap<string, number>, word: (name: string) => string) =>
    [...names]
      .filter(([name]) => word(name).toLowerCase().includes(last) || has(filter, word(name)))
      .sort(([, one], [, other]) => other - one)
      .slice(0, MOST);
  return [
    {
      label: ours('Show'),
      description: ours('{0} of {1}', passed, total),
      next: null,
      alwaysShow: true,
    },
    {
      ...row('', done, filter.hideDone, { ...filter, hideDone: !filter.hideDone }),
      label: ours('hide done'),
    },
    { kind: 'separator', label: ours('tags'), next: null },
    ...offered(tags, (name) => `#${name}`).map(([name, number]) =>
      filter.tag === name
        ? row(`#${name}`, number, true, { ...filter, tag: null })
        : row(`#${name}`, number, false, { ...without, tag: name }),
    ),
    { kind: 'separator', label: ours('agents'), next: null },
    ...offered(agents, (name) => `agent:${name}`).map(([name, number]) =>
      filter.agent === name
        ? row(`agent:${name}`, number, true, { ...filter, agent: null })
        : row(`agent:${name}`, number, false, { ...without, agent: name }),
    ),
  ];
}

function has(filter: TaskFilter, word: string): boolean {
  return word === `agent:${filter.agent ?? ''}` || word === `#${filter.tag ?? ''}`;
}

function count(workspaces: readonly TaskWorkspace[], filter: TaskFilter) {
  const tags = new Map<string, number>();
  const agents = new Map<string, number>();
  const fits = rowFilter(filter);
  const counts = { total: 0, passed: 0, done: 0 };
  for (const workspace of workspaces) {
    for (const folder of TASK_FOLDERS) {
      for (const row of workspace.rows[folder]) {
        const facts = workspace.facts(row);
        counts.total += 1;
        if (folder === 'done') counts.done += 1;
        for (const tag of facts.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
        const agent = facts.agent ?? facts.boundTo;
        if (agent !== null) agents.set(agent, (agents.get(agent) ?? 0) + 1);
        if (fits(row)) counts.passed += 1;
      }
    }
  }
  return { ...counts, tags, agents };
}
