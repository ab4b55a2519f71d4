/** Which task workspace an act is for, remembered for each repository. */
import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { warn } from '../../../host/messages.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { join, shown } from '../../../text/agentText.ts';
import { ours } from '../../../text/say.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Services } from '../../kit/services.ts';
import { tellNotWritable } from './chooseTasks.ts';

interface WorkspaceRow extends PickRow {
  workspace: TaskWorkspace;
}

/** The row's workspace, else the one chosen here before, else the only one, else asked. Says why where there is none. */
export async function workspaceFor(
  services: Services,
  argument: unknown,
  repository: string,
): Promise<TaskWorkspace | undefined> {
  const { tasks, model } = services;
  await tasks.store();
  await tasks.ready;
  const all = model.workspaces();
  const target = targetOf(argument);
  const key = target?.task?.workspaceKey ?? target?.tasks?.[0]?.workspaceKey;
  const { memory } = await services.begunTasks();
  const remembered = memory.chosen(repository);
  const writable = all.filter((one) => one.writable.ok);
  const given = all.find((one) => one.key === key) ?? writable.find((one) => one.key === remembered);
  const [only] = writable;
  const chosen = given ?? (writable.length === 1 ? only : undefined);
  if (chosen !== undefined) return (await tellNotWritable(chosen)) ? undefined : chosen;
  const [first] = all;
  if (first === undefined) return tellNone();
  if (writable.length === 0) {
    await tellNotWritable(first);
    return undefined;
  }
  return pickWorkspace(services, repository);
}

async function tellNone(): Promise<undefined> {
  const pressed = await warn(ours('No task workspace is known here.'), [ours('Initialize Task Workspace…')]);
  if (pressed === 0) await run(COMMANDS.initializeTasks);
  return undefined;
}

/** Asks, and remembers the choice. */
async function pickWorkspace(
  services: Pick<Services, 'begunTasks' | 'model'>,
  repository: string,
): Promise<TaskWorkspace | undefined> {
  const rows = services.model
    .workspaces()
    .filter((one) => one.writable.ok)
    .map(
      (one): WorkspaceRow => ({
        workspace: one,
        label: shown(one.name, 'pick', 40),
        description: join<'pick'>([shown(one.folder, 'pick', 120), ours('{0} wait', one.rows.inbox.length)]),
      }),
    );
  const picked = await pickOne(rows, { title: ours('Which task workspace?') });
  if (picked === undefined) return undefined;
  const { memory } = await services.begunTasks();
  await memory.choose(repository, picked.workspace.key);
  return picked.workspace;
}
