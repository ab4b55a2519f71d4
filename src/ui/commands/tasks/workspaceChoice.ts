/** Which task workspace an act is for, remembered for each repository; and what its last task was given. */
import { workspace as editorWorkspace, window } from 'vscode';
import { emptyForm, formFrom, type LastValues } from '../../../acts/tasks/taskForm.ts';
import { COMMANDS } from '../../../contract.ts';
import { run } from '../../../host/commands.ts';
import { warn } from '../../../host/messages.ts';
import { type PickRow, pickOne } from '../../../host/quickPick.ts';
import { ours } from '../../../text/say.ts';
import { join, shown } from '../../../text/shown.ts';
import type { TaskWorkspace } from '../../../workspace/tasks/taskWorkspace.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Acting } from '../../kit/services.ts';
import { tellNotWritable } from './chooseTasks.ts';

const CHOSEN = 'tasks.chosen';
const LAST = 'tasks.last';

interface WorkspaceRow extends PickRow {
  workspace: TaskWorkspace;
}

/** The folder that the choice is remembered for: that of the file in front, else the window's first; empty without one. */
export function repositoryInFront(): string {
  const uri = window.activeTextEditor?.document.uri;
  const folder = uri === undefined ? undefined : editorWorkspace.getWorkspaceFolder(uri);
  return (folder ?? editorWorkspace.workspaceFolders?.[0])?.uri.fsPath ?? '';
}

/** The row's workspace, else the one chosen here before, else the only one, else asked. Says why where there is none. */
export async function workspaceFor(
  acting: Acting,
  argument: unknown,
  repository: string,
): Promise<TaskWorkspace | undefined> {
  const { tasks } = acting.parts;
  await tasks.store();
  await tasks.ready;
  const all = tasks.workspaces();
  const target = targetOf(argument);
  const key = target?.task?.workspaceKey ?? target?.tasks?.[0]?.workspaceKey;
  const remembered = chosenWorkspace(acting, repository);
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
  return pickWorkspace(acting, repository);
}

async function tellNone(): Promise<undefined> {
  const pressed = await warn(ours('No task workspace is known here.'), [ours('Initialize Task Workspace…')]);
  if (pressed === 0) await run(COMMANDS.initializeTasks);
  return undefined;
}

/** Asks, and remembers the choice. */
export async function pickWorkspace(acting: Acting, repository: string): Promise<TaskWorkspace | undefined> {
  const rows = acting.parts.tasks
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
  await rememberWorkspace(acting, repository, picked.workspace.key);
  return picked.workspace;
}

export async function rememberWorkspace(acting: Acting, repository: string, key: string): Promise<void> {
  const { globalState } = acting.parts.context;
  const before = globalState.get<Record<string, string>>(CHOSEN, {});
  if (before[repository] !== key) await globalState.update(CHOSEN, { ...before, [repository]: key });
}

/** Key of the workspace that was chosen last for this folder. */
export function chosenWorkspace(acting: Acting, repository: string): string | undefined {
  return acting.parts.context.globalState.get<Record<string, string>>(CHOSEN, {})[repository];
}

export function lastValues(acting: Acting, key: string): LastValues {
  const kept = acting.parts.context.globalState.get<Record<string, unknown>>(LAST, {})[key];
  const { assignedTo, priority, tags } = formFrom(kept, emptyForm());
  return { assignedTo, priority, tags };
}

export async function rememberValues(acting: Acting, key: string, values: LastValues): Promise<void> {
  const { assignedTo, priority, tags } = values;
  const { globalState } = acting.parts.context;
  const before = globalState.get<Record<string, unknown>>(LAST, {});
  await globalState.update(LAST, { ...before, [key]: { assignedTo, priority, tags } });
}
