/** What the page gets of workspaces and tasks, whether it writes a new one or changes one. */
import type { TaskTarget } from '../../../acts/tasks/chosenTasks.ts';
import { ok, type Result, refuse } from '../../../protocol/lib/result.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { isNewName, TASK_FOLDERS } from '../../../protocol/tasks/taskNames.ts';
import { join, type Shown, shown } from '../../../text/agentText.ts';
import { moment } from '../../../text/ageWords.ts';
import { homePath } from '../../../text/homePath.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import { folderWords } from '../../../text/taskRefusalWords.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { agentLine, forWhom } from '../../kit/words/taskFormWords.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import type { UncheckedHandlers } from '../rpc.ts';
import type { NewTaskActs } from './newTaskActs.ts';
import type { Choices, Fields, FormShown, NewTaskContract, TaskShown } from './newTaskMessages.ts';

export const NONE = '' as Shown;
const MOST_AGENTS = 200;
const MOST_TAGS = 100;
const MOST_PARENTS = 300;
const NAME_BYTES = 120;

export interface FoundTask {
  workspace: TaskWorkspace;
  row: TaskRow;
}

/** Where it is now, whichever folder that is. */
export function findById(workspaces: readonly TaskWorkspace[], id: string): FoundTask | undefined {
  for (const workspace of workspaces) {
    const row = TASK_FOLDERS.map((folder) => workspace.row(folder, id)).find((one) => one !== undefined);
    if (row !== undefined) return { workspace, row };
  }
  return undefined;
}

export function taskShown({ workspace, row }: FoundTask): TaskShown {
  const { title, boundTo, priority, agent } = workspace.facts(row);
  const name = shown(workspace.name, 'webview', 80);
  const waits = row.folder === 'inbox';
  return {
    title: panelLine(title === '' ? row.id : title),
    words: join<'pick'>([
      waits ? say('pick', 'waits in {0}', name) : say('pick', '{0} in {1}', folderWords(row.folder), name),
      waits ? forWhom(boundTo) : agent === null ? NONE : say('pick', 'taken by {0}', agent),
      priority === null ? NONE : ours('P{0}', priority),
    ]),
    waits: waits && workspace.writable.ok,
  };
}

export function workspaceShown(workspace: TaskWorkspace, home: string): FormShown['workspaces'][number] {
  return {
    name: panelLine(workspace.name, NAME_BYTES),
    folder: panelLine(homePath(workspace.folder, home), NAME_BYTES * 2),
    off: unwritableWords(workspace),
  };
}

/** The way to where writing is allowed, where there is one. */
export function waysOut({ writable }: TaskWorkspace): FormShown['ways'] {
  if (writable.ok) return [];
  if (writable.code === 'restricted') return [{ name: 'out', words: ours('Manage Trust') }];
  return writable.code === 'outside' ? [{ name: 'out', words: ours('Add This Folder…') }] : [];
}

export function savedWords(savedAt: number | null, now: number): Shown {
  return savedAt === null ? NONE : ours('kept {0}', moment(savedAt, now));
}

/** The request that does something with the task, as long as it is anywhere. */
function onTask(found: () => FoundTask | undefined, run: (task: TaskTarget) => Promise<void>) {
  return async (): Promise<Result<null>> => {
    const task = found();
    if (task === undefined) return refuse('gone', 'It is no longer there.');
    await run({ workspaceKey: task.workspace.key, folder: task.row.folder, id: task.row.id });
    return ok(null);
  };
}

export async function done(run: () => Promise<void> | void): Promise<Result<null>> {
  await run();
  return ok(null);
}

/** What of a page that has a form is done in the same way, whether its task is new or not. */
export function sharedRequests(
  found: () => FoundTask | undefined,
  acts: Pick<NewTaskActs, 'show' | 'withdraw' | 'initialize'>,
  submit: (typed: Fields) => Promise<Result<{ submitted: boolean }>>,
) {
  /** One at a time: what is on its way is not submitted again. */
  let underWay: ReturnType<typeof submit> | undefined;
  return {
    submit: (typed: Fields) => {
      underWay ??= submit(typed).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    show: onTask(found, acts.show),
    withdraw: onTask(found, acts.withdraw),
    initialize: () => done(acts.initialize),
  };
}

/** What may be chosen in one of the workspaces that are shown. */
export function choicesSlice(
  workspaces: () => readonly TaskWorkspace[],
  now: () => number,
): UncheckedHandlers<NewTaskContract>['slices']['choices'] {
  return {
    stamp: ({ workspace: index }) => [workspaces()[index], Math.floor(now() / 60_000)],
    give: ({ workspace: index }) => choicesOf(workspaces()[index], now()),
  };
}

function choicesOf(workspace: TaskWorkspace | undefined, now: number): Choices {
  if (workspace === undefined) return { agents: [], tags: [], parents: [] };
  const { active, inbox, feedback, blocked, failed, done } = workspace.rows;
  const tasks = [...active, ...inbox, ...feedback, ...blocked, ...failed, ...done].filter(
    (row) => row.task !== null,
  );
  const tags = new Map<string, number>();
  for (const row of tasks.slice(0, 2_000))
    for (const tag of workspace.facts(row).tags)
      if (tag.length < NAME_BYTES) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  return {
    // Names that can be typed into the box as they are.
    agents: workspace.agents
      .filter(({ name }) => isNewName(name) && shown(name, 'webview') === name)
      .slice(0, MOST_AGENTS)
      .map((agent) => ({ name: agent.name, words: agentLine(agent, now) })),
    tags: [...tags]
      .sort((one, other) => other[1] - one[1])
      .slice(0, MOST_TAGS)
      .map(([tag]) => panelLine(tag, NAME_BYTES).text),
    parents: tasks
      .filter(({ id }) => id.length < NAME_BYTES)
      .slice(0, MOST_PARENTS)
      .map((row) => ({ id: row.id, title: panelLine(workspace.facts(row).title, NAME_BYTES).text })),
  };
}
