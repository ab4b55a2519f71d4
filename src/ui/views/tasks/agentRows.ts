/** The agents of a workspace: role, when each was last seen, what waits for it, and what else it registered. */

import type { TaskTarget } from '../../../acts/tasks/chosenTasks.ts';
import type { RowItem } from '../../../host/treeItem.ts';
import type { AgentRow as AgentFile } from '../../../protocol/tasks/taskModel.ts';
import { join, lines, NONE, shown } from '../../../text/agentText.ts';
import { age, ago } from '../../../text/ageWords.ts';
import { ours, say } from '../../../text/say.ts';
import { taskReason } from '../../../text/taskReasonWords.ts';
import { duration } from '../../../text/timeWords.ts';
import type { ReadModel } from '../../../workspace/model.ts';
import type { TaskAgent, TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { middleCut, rowItem, type Tree, WARNING } from '../../kit/rowItem.ts';
import { taskTarget } from '../../kit/taskTargets.ts';
import type { WordsRow } from '../../kit/wordsRow.ts';
import { PAGE, slices } from './stickyPages.ts';
import { type AgentPageRow, type AgentsRow, type OneAgentRow, partOf } from './taskRowKinds.ts';

const OWN = new Set(['name', 'role', 'registered_at', 'last_seen']);
const GONE_MS = 3_600_000;
const MOST_EXTRAS = 50;

/** Those seen last stand first: "scout 40 s · scribe 2 m · zoë 3 d". */
export function agentsItem(workspace: TaskWorkspace, now: number): RowItem {
  const seen = workspace.agents
    .flatMap(({ name, lastSeen }) => (lastSeen === null ? [] : [{ name, lastSeen }]))
    .sort((one, other) => other.lastSeen - one.lastSeen)
    .slice(0, 3)
    .map(({ name, lastSeen }) => join<'tree'>([shown(name, 'tree', 30), age(now - lastSeen)], ' '));
  return rowItem(ours('Agents {0}', workspace.scan.agents.length), {
    tooltip: ours('Who registered in this workspace, and when each was last seen.'),
    ...(seen.length === 0 ? {} : { description: join<'tree'>(seen) }),
    icon: { name: 'organization' },
    words: ['agents'],
    expands: 'closed',
  });
}

type Held = Pick<ReadModel, 'workspace'>;

export function agentRows(
  { key, id }: AgentsRow,
  workspace: TaskWorkspace,
  model: Held,
): (OneAgentRow | AgentPageRow)[] {
  const { agents } = workspace.scan;
  const part = partOf(key, 'agents');
  if (agents.length <= PAGE) return agents.map((file) => oneAgent({ key, id }, file, model));
  return slices(agents).map((files, index) => ({
    kind: 'agentPage',
    id: `${id}/part-${index}`,
    key,
    part,
    files,
    isFirst: index === 0,
  }));
}

export function oneAgent(
  { key, id }: { key: string; id: string },
  file: AgentFile,
  model: Held,
): OneAgentRow {
  return {
    kind: 'agent',
    id: `${id}/${file.file}`,
    key,
    part: partOf(key, 'agents'),
    file,
    target: { holds: () => heldBy(file.name, model.workspace(key)) },
  };
}

/** "ada – bert". */
export function agentPageItem({ files, isFirst }: AgentPageRow): RowItem {
  const [from, to] = [files[0]?.name ?? '', files.at(-1)?.name ?? ''];
  return rowItem(say('tree', '{0} – {1}', middleCut(from, 30), middleCut(to, 30)), {
    description: ours('{0} agents', files.length),
    tooltip: say('tree', 'From “{0}” to “{1}”', from, to),
    icon: { name: 'list-unordered' },
    expands: isFirst ? 'open' : 'closed',
  });
}

/** What is bound to an agent, and what it runs. */
function heldBy(name: string, workspace: TaskWorkspace | undefined): TaskTarget[] {
  if (workspace === undefined) return [];
  const rows = [...workspace.bound, ...workspace.rows.active];
  return rows
    .filter((row) => workspace.facts(row).agent === name)
    .map((row) => taskTarget(workspace.key, row));
}

export function agentItem({ file }: OneAgentRow, workspace: TaskWorkspace, now: number): RowItem {
  const name = shown(file.name, 'tree', 60);
  const agent = workspace.agent(file.name);
  if (file.agent === null || agent === undefined)
    return rowItem(name, {
      description: file.problem === null ? ours('can’t be read') : taskReason(file.problem),
      icon: { name: 'warning', color: WARNING },
      words: ['agent', 'copyable'],
    });
  const gone = agent.lastSeen === null || now - agent.lastSeen > GONE_MS;
  const seen = agent.lastSeen === null ? ours('never seen') : ours('seen {0}', age(now - agent.lastSeen));
  const bound =
    agent.bound === 0
      ? NONE
      : agent.bound === 1
        ? ours('1 task bound to it')
        : ours('{0} tasks bound to it', agent.bound);
  const runs =
    agent.active === 0 ? NONE : agent.active === 1 ? ours('runs 1') : ours('runs {0}', agent.active);
  const description = join<'tree'>([roleOf(agent), seen, runs, bound]);
  const isStuck = gone && agent.bound > 0;
  return rowItem(name, {
    description,
    tooltip: lines<'tree'>([
      name,
      roleOf(agent),
      agent.lastSeen === null ? ours('never seen') : ours('last seen {0}', ago(now - agent.lastSeen)),
      runs,
      bound,
      agent.usualMs === null || agent.usualMs < 1000
        ? NONE
        : ours('its tasks usually take {0}', duration(agent.usualMs)),
      ...extras(agent).map(({ name: key, text }) => say('tree', '{0}: {1}', key, text)),
    ]),
    icon: isStuck
      ? { name: 'debug-disconnect', color: WARNING }
      : { name: gone ? 'circle-outline' : 'circle-filled' },
    words: [
      'agent',
      'copyable',
      ...(workspace.writable.ok && agent.bound > 0 ? ['releasable'] : []),
      ...(workspace.writable.ok && agent.active > 0 ? ['reapable'] : []),
    ],
    expands: extras(agent).length > 0 ? 'closed' : 'no',
  });
}

/** What else it wrote into its registration: where it runs, its log. Text to copy, nothing to click. */
export function agentChildren({ id, key, file }: OneAgentRow, workspace: TaskWorkspace): WordsRow[] {
  const agent = workspace.agent(file.name);
  if (agent === undefined) return [];
  return extras(agent).map(({ name, text }) => ({
    kind: 'words',
    id: `${id}/${name}`,
    part: partOf(key, 'agents'),
    label: shown(name, 'tree', 40),
    description: shown(text, 'tree'),
    tooltip: shown(`${name}: ${text}`, 'tree', 1000),
    copied: text,
  }));
}

export function agentTurnsAt({ file }: OneAgentRow, workspace: TaskWorkspace, now: number): number {
  const seen = workspace.agent(file.name)?.lastSeen ?? null;
  if (seen === null) return Number.POSITIVE_INFINITY;
  const ms = Math.max(0, now - seen);
  const step = ms < 60_000 ? 10_000 : ms < GONE_MS ? 60_000 : GONE_MS;
  return now + step - (ms % step);
}

function roleOf(agent: TaskAgent): Tree {
  return agent.role === null ? NONE : shown(agent.role, 'tree', 40);
}

function extras(agent: TaskAgent): { name: string; text: string }[] {
  return Object.entries(agent.row.agent ?? {})
    .filter(([name]) => !OWN.has(name))
    .slice(0, MOST_EXTRAS)
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value) }));
}
