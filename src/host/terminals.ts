/** Terminals, and programs run in them. */
import { Disposable, ProcessExecution, Task, TaskRevealKind, TaskScope, tasks, window } from 'vscode';
import type { Shown } from '../text/agentText.ts';

const TASK_TYPE = 'quarterdeck';

/** The editor reads variables out of folders and arguments, `${command:…}` among them, and runs what they name. */
export function holdsVariable(path: string): boolean {
  return path.includes('${');
}

export function openTerminal(name: Shown<'pick'>, folder: string): void {
  window.createTerminal({ name, cwd: folder }).show();
}

/** Runs a program in a terminal of its own. `key` says what for: one runs at a time. */
export async function runInTerminal(
  key: string,
  name: Shown<'pick'>,
  program: string,
  args: string[],
  folder: string,
): Promise<void> {
  const execution = new ProcessExecution(program, args, { cwd: folder });
  const task = new Task({ type: TASK_TYPE, key }, TaskScope.Workspace, name, 'Quarterdeck', execution, []);
  task.presentationOptions = { reveal: TaskRevealKind.Always, echo: false, showReuseMessage: false };
  await tasks.executeTask(task);
}

/** Whether what was run for `key` still runs. */
export function runsInTerminal(key: string): boolean {
  return tasks.taskExecutions.some(
    ({ task }) => task.definition.type === TASK_TYPE && task.definition['key'] === key,
  );
}

/** What runs in terminals of ours began or ended. */
export function onDidChangeRuns(listener: () => void): Disposable {
  return Disposable.from(
    tasks.onDidStartTask(({ execution }) => execution.task.definition.type === TASK_TYPE && listener()),
    tasks.onDidEndTask(({ execution }) => execution.task.definition.type === TASK_TYPE && listener()),
  );
}
