/** Which tasks an act is done to: those of the rows that were given, else those that the person picks. */

import {
  allTasksOf,
  type ChosenTask,
  lookUp,
  type MissedTask,
  targetOfTask,
} from '../../../acts/tasks/chosenTasks.ts';
import { info } from '../../../host/messages.ts';
import { type PickRow, pickMany, pickOne } from '../../../host/quickPick.ts';
import { type Refusal, refuse } from '../../../protocol/lib/result.ts';
import type { TaskRow } from '../../../protocol/tasks/taskModel.ts';
import { join, type Shown, shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import { abilitiesOf, type TaskAbility } from '../../../workspace/tasks/taskAbilities.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import type { Services } from '../../kit/services.ts';
import { targetsOf } from '../../kit/taskTargets.ts';
import {
  leftWords,
  noneToDo,
  notNow,
  type TaskVerb,
  taskLine,
  titleWords,
  whichTasks,
} from './taskActWords.ts';
import { tellMissed, tellTaskRefusal } from './tellTasks.ts';

/** More are not listed: the view is the place for them. */
const MOST_LISTED = 500;

export interface Choice {
  tasks: ChosenTask[];
  /** Of the rows that were given: no longer where they were. */
  missed: MissedTask[];
  /** Of the rows that were given: what their state or their workspace does not allow. */
  left: MissedTask[];
}

interface TaskPickRow extends PickRow {
  task: ChosenTask;
}

/**
 * Undefined: the person went away, or there is nothing to do, which has been said. Of several given rows a list is shown
 * first, all of them marked.
 *
 * @param one the act is for one task at a time
 */
export async function chooseTasks(
  services: Services,
  how: { verb: TaskVerb; ability: TaskAbility; one?: boolean },
  argument: unknown,
  many: unknown,
): Promise<Choice | undefined> {
  const { verb, ability, one = false } = how;
  const { model } = services;
  const targets = targetsOf(argument, many);
  const fits = ({ row, facts }: ChosenTask) => abilitiesOf(row, facts).includes(ability);
  if (targets === null) {
    const able = allTasksOf(model.workspaces()).filter(fits);
    if (able.length === 0) {
      tellNothingToDo(services, verb, [], []);
      return undefined;
    }
    const selected = targetsOf(undefined, services.views.selectedTasks()) ?? [];
    const marked = new Set(lookUp(selected, model).chosen.map(({ row }) => row));
    return pick(services, able, verb, { one, asked: true, missed: [], left: [], marked });
  }
  const { chosen, missed } = lookUp(targets, model);
  const able = chosen.filter(fits);
  if (able.length > 0) {
    const left = chosen.filter((task) => !fits(task)).map((task) => leftOut(task, notNowRefusal));
    return pick(services, able, verb, { one, asked: false, missed, left, marked: new Set() });
  }
  tellNothingToDo(services, verb, chosen, missed);
  return undefined;
}

/** Says why the act can be done to none of the given tasks; to none at all where none was given. */
export function tellNothingToDo(
  services: Pick<Services, 'model'>,
  verb: TaskVerb,
  [odd]: readonly ChosenTask[],
  [first]: readonly MissedTask[],
): void {
  if (first !== undefined) void tellMissed(services, first);
  else void info(odd === undefined ? noneToDo(verb) : notNow(verb, odd.facts.title || odd.row.id));
}

/** Its state allows it none: told in a line over all, by the verb. */
const notNowRefusal = refuse('not-now', 'Its state does not allow it.');

function leftOut(task: ChosenTask, refusal: Refusal): MissedTask {
  return { target: targetOfTask(task), title: task.facts.title, refusal };
}

async function pick(
  services: Pick<Services, 'model'>,
  able: readonly ChosenTask[],
  verb: TaskVerb,
  how: { one: boolean; asked: boolean; marked: ReadonlySet<TaskRow> } & Omit<Choice, 'tasks'>,
): Promise<Choice | undefined> {
  const { one, asked, missed, marked } = how;
  const isMarked = ({ row }: ChosenTask) => marked.has(row);
  const free = able.filter(({ workspace }) => workspace.writable.ok);
  // What is selected in the view stands first.
  const writable = [...free.filter(isMarked), ...free.filter((task) => !isMarked(task))];
  const [first] = able;
  if (writable.length === 0 && first !== undefined) {
    await tellNotWritable(first.workspace);
    return undefined;
  }
  const [only] = writable;
  const left = [
    ...how.left,
    ...(asked
      ? []
      : able
          .filter(({ workspace }) => !workspace.writable.ok)
          .map((task) => leftOut(task, unwritable(task)))),
  ];
  const others = missed.length + left.length;
  // Where others were selected with it, it is shown first that it is the only one.
  if (writable.length === 1 && only !== undefined && !asked && others === 0)
    return { tasks: [only], missed, left };
  const rows = taskRows(writable.slice(0, MOST_LISTED), services.model.now());
  const title = whichTasks(verb);
  const placeholder =
    writable.length > MOST_LISTED
      ? ours('The first {0} of {1}; the others: in the Tasks view', MOST_LISTED, writable.length)
      : left.length > 0
        ? leftWords(
            'pick',
            verb,
            left.map(({ refusal }) => refusal),
          )
        : ours('Title, agent or tag');
  if (one) {
    const picked = await pickOne(rows, { title, placeholder });
    return picked === undefined ? undefined : { tasks: [picked.task], missed, left: [] };
  }
  // A list that the person chose themselves is taken whole, however long it is.
  const listed = asked || writable.length <= MOST_LISTED ? rows : taskRows(writable, services.model.now());
  const picked = await pickMany(listed, {
    title,
    placeholder,
    marked: ({ task }) => !asked || isMarked(task),
    ...(asked ? { none: ours('None is marked: arrow down and Space, or a click') } : {}),
  });
  return picked === undefined ? undefined : { tasks: picked.map(({ task }) => task), missed, left };
}

function taskRows(tasks: readonly ChosenTask[], now: number): TaskPickRow[] {
  const withWorkspace = areOfSeveral(tasks);
  return tasks.map((task) => ({ task, ...rowWords(task, taskLine(task.facts, now), withWorkspace) }));
}

/** The tasks are of more than one workspace, so that each row names its own. */
export function areOfSeveral(tasks: readonly ChosenTask[]): boolean {
  return new Set(tasks.map(({ workspace }) => workspace.key)).size > 1;
}

/** What a task's row says in a list to choose from. */
export function rowWords(
  { workspace, row, facts }: ChosenTask,
  line: Shown<'pick'>,
  withWorkspace: boolean,
): Pick<PickRow, 'label'> & { description: Shown<'pick'> } {
  return {
    label: titleWords('pick', facts.title, row.id),
    description: join<'pick'>([line, ...(withWorkspace ? [shown(workspace.name, 'pick', 30)] : [])]),
  };
}

function unwritable({ workspace: { writable } }: Pick<ChosenTask, 'workspace'>): Refusal {
  return writable.ok ? notNowRefusal : refuse(writable.code, writable.code, writable.args);
}

/** Says why nothing may be written in a workspace, before anything is typed. False: something may. */
export async function tellNotWritable(workspace: TaskWorkspace): Promise<boolean> {
  const { writable, name } = workspace;
  if (writable.ok) return false;
  await tellTaskRefusal({ refusal: unwritable({ workspace }), title: '', workspace: name });
  return true;
}
