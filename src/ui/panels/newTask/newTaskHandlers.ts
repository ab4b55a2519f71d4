/** What the New Task panel's page may ask for and do. Nothing here knows the editor: that is what the acts are for. */
import type { NewTaskDraft } from '../../../acts/tasks/newTaskDrafts.ts';
import { emptyForm, type TaskForm } from '../../../acts/tasks/taskForm.ts';
import { ok, type Result, refuse } from '../../../protocol/lib/result.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { isNewName, TASK_FOLDERS } from '../../../protocol/tasks/taskNames.ts';
import { moment } from '../../../text/ageWords.ts';
import { homePath } from '../../../text/homePath.ts';
import { panelLine } from '../../../text/panelText.ts';
import { ours, say } from '../../../text/say.ts';
import { join, type Shown, shown } from '../../../text/shown.ts';
import { folderWords } from '../../../text/taskRefusalWords.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { TaskTarget } from '../../kit/row.ts';
import { agentLine, forWhom } from '../../kit/words/taskFormWords.ts';
import { unwritableWords } from '../../kit/wordsRow.ts';
import type { PanelHandlers } from '../rpc.ts';
import { fieldsOf, readFields } from './fields.ts';
import {
  ASKS,
  type Checked,
  type Choices,
  type Fields,
  type FormShown,
  type NewTask,
  type NewTaskContract,
  type SubmittedShown,
  TAKES,
} from './newTaskMessages.ts';
import type { NewTaskActs, NewTaskWorld } from './newTaskWorld.ts';

const NONE = '' as Shown;
const MOST_WORKSPACES = 100;
const MOST_AGENTS = 200;
const MOST_TAGS = 100;
const MOST_PARENTS = 300;
const NAME_BYTES = 120;

interface Found {
  workspace: TaskWorkspace;
  row: TaskRow;
}

/** @param start the draft that the panel was opened with; its id is the panel's for good */
export function newTaskHandlers(
  world: NewTaskWorld,
  acts: NewTaskActs,
  start: { id: string; form?: Partial<TaskForm>; workspace?: string },
  changed: () => void,
): PanelHandlers<NewTaskContract> {
  const { id } = start;
  /** Of the task that it became: its own where another stood under the id already. */
  let taskId = id;
  let workspaceKey = start.workspace;
  let fields: Fields | undefined;
  let form: TaskForm | undefined;
  let by = '';
  /** One at a time: what is on its way is not submitted again. */
  let underWay: Promise<Result<{ submitted: boolean }>> | undefined;

  const shownWorkspaces = () => world.workspaces().slice(0, MOST_WORKSPACES);
  const workspace = (): TaskWorkspace | undefined => {
    const all = shownWorkspaces();
    const chosen = workspaceKey ?? world.chosen();
    return all.find(({ key }) => key === chosen) ?? all.find(({ writable }) => writable.ok) ?? all[0];
  };
  const found = (): Found | undefined => {
    // As long as it is a draft, a task under its id is another's: of a window that took up the same one.
    if (world.begun().some((draft) => draft.id === id)) return undefined;
    for (const each of world.workspaces()) {
      const row = TASK_FOLDERS.map((folder) => each.row(folder, taskId)).find((one) => one !== undefined);
      if (row !== undefined) return { workspace: each, row };
    }
    return undefined;
  };
  /** Takes over what was typed elsewhere: in the pick, in another window. */
  const read = (): Fields => {
    const kept = world.begun().find((draft) => draft.id === id);
    if (kept !== undefined && (form === undefined || !sameForm(kept.form, form))) {
      form = kept.form;
      fields = fieldsOf(kept.form);
      by = '';
    }
    if (kept?.workspace !== undefined) workspaceKey = kept.workspace;
    if (fields === undefined) {
      const key = workspace()?.key;
      form = { ...emptyForm(key === undefined ? undefined : world.last(key)), ...start.form };
      fields = fieldsOf(form);
      if (start.form !== undefined) keep(form);
    }
    return fields;
  };
  const draftOf = (of: TaskForm): NewTaskDraft => ({
    id,
    form: of,
    ...(workspaceKey === undefined ? {} : { workspace: workspaceKey }),
  });
  const keep = (of: TaskForm): void => {
    form = of;
    acts.keep(draftOf(of));
  };
  const take = ({ by: mark, ...typed }: Fields & { by: string }): Checked => {
    const made = readFields(typed, workspace());
    fields = typed;
    by = mark;
    keep(made.form);
    return made.checked;
  };
  const onTask = (run: (task: TaskTarget) => Promise<void>) => async (): Promise<Result<null>> => {
    const task = found();
    if (task === undefined) return refuse('gone', 'It is no longer there.');
    await run({ workspaceKey: task.workspace.key, folder: task.row.folder, id: taskId });
    return ok(null);
  };
  const done = async (run: () => Promise<void> | void): Promise<Result<null>> => {
    await run();
    return ok(null);
  };

  const submit = async (typed: Fields & { by: string }): Promise<Result<{ submitted: boolean }>> => {
    const { faults } = take(typed);
    const target = workspace();
    if (target === undefined || form === undefined) return refuse('gone', 'There is no workspace.');
    const [fault] = Object.values(faults);
    if (fault !== undefined) return refuse('fault', fault);
    if (!target.writable.ok)
      return refuse(target.writable.code, 'It can only be read.', target.writable.args);
    const sent = await acts.submit(draftOf(form), target);
    if (sent === undefined) return ok({ submitted: false });
    if (sent.ok) taskId = sent.value;
    return sent.ok ? ok({ submitted: true }) : sent;
  };

  return {
    slices: {
      task: {
        check: ASKS.task,
        give: (): NewTask => {
          const task = found();
          if (task !== undefined) return { state: 'submitted', task: submittedShown(task) };
          if (world.workspaces().length === 0) return { state: world.ready() ? 'none' : 'reading' };
          const typed = read();
          return { state: 'form', form: formShown(world, shownWorkspaces(), workspace(), typed, by, id) };
        },
      },
      choices: {
        check: ASKS.choices,
        stamp: ({ workspace: index }) => [shownWorkspaces()[index], Math.floor(world.now() / 60_000)],
        give: ({ workspace: index }) => choicesOf(shownWorkspaces()[index], world.now()),
      },
    },
    requests: {
      type: { check: TAKES.type, run: (typed) => ok(take(typed)) },
      workspace: {
        check: TAKES.workspace,
        run: ({ index }) =>
          done(() => {
            const chosen = shownWorkspaces()[index];
            if (chosen === undefined) return;
            workspaceKey = chosen.key;
            keep(form ?? emptyForm());
            changed();
          }),
      },
      submit: {
        check: TAKES.submit,
        run: (typed) => {
          underWay ??= submit(typed).finally(() => {
            underWay = undefined;
          });
          return underWay;
        },
      },
      discard: {
        check: TAKES.discard,
        run: () =>
          done(async () => {
            const key = workspace()?.key;
            form = emptyForm(key === undefined ? undefined : world.last(key));
            fields = fieldsOf(form);
            by = '';
            await acts.drop(id);
            changed();
          }),
      },
      show: { check: TAKES.show, run: onTask(acts.show) },
      withdraw: { check: TAKES.withdraw, run: onTask(acts.withdraw) },
      another: { check: TAKES.another, run: () => done(acts.another) },
      initialize: { check: TAKES.initialize, run: () => done(acts.initialize) },
      wayOut: {
        check: TAKES.wayOut,
        run: () =>
          done(async () => {
            const target = workspace();
            if (target !== undefined) await acts.wayOut(target);
          }),
      },
    },
  };
}

function sameForm(one: TaskForm, other: TaskForm): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
}

function formShown(
  world: NewTaskWorld,
  workspaces: readonly TaskWorkspace[],
  workspace: TaskWorkspace | undefined,
  fields: Fields,
  by: string,
  id: string,
): FormShown {
  const name = world.name();
  const savedAt = world.begun().some((draft) => draft.id === id) ? world.savedAt() : null;
  return {
    fields,
    by,
    checked: readFields(fields, workspace).checked,
    workspaces: workspaces.map((each) => ({
      name: panelLine(each.name, NAME_BYTES),
      folder: panelLine(homePath(each.folder, world.home), NAME_BYTES * 2),
      off: unwritableWords(each),
    })),
    workspace: workspace === undefined ? -1 : workspaces.indexOf(workspace),
    off: workspace === undefined ? NONE : unwritableWords(workspace),
    way: workspace === undefined ? NONE : wayWords(workspace),
    author:
      name === undefined ? ours('You are asked for your name.') : say('webview', 'Submitted by {0}.', name),
    saved: savedAt === null ? NONE : ours('kept {0}', moment(savedAt, world.now())),
  };
}

function wayWords({ writable }: TaskWorkspace): Shown {
  if (writable.ok) return NONE;
  if (writable.code === 'restricted') return ours('Manage Trust');
  return writable.code === 'outside' ? ours('Add This Folder…') : NONE;
}

function submittedShown({ workspace, row }: Found): SubmittedShown {
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
    withdrawable: waits && workspace.writable.ok,
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
