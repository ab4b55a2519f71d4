/** What of the New Task panel is there from the start: its command, and that it comes back. The rest is loaded when needed. */
import { window } from 'vscode';
import { COMMANDS, PANELS } from '../../../contract.ts';
import type { Acting } from '../../kit/services.ts';
import type { NewTaskPanels } from './newTaskPanel.ts';

export function startNewTask(acting: Acting): void {
  const { context, commands } = acting.parts;
  let loading: Promise<NewTaskPanels> | undefined;
  const load = async (): Promise<NewTaskPanels> => {
    const [{ NewTaskPanels }, begun] = await Promise.all([import('./newTaskPanel.ts'), acting.begunTasks()]);
    return new NewTaskPanels(acting, begun);
  };
  const panels = (): Promise<NewTaskPanels> => {
    loading ??= load();
    return loading;
  };
  context.subscriptions.push(
    commands.register(COMMANDS.newTaskForm, async (argument) => (await panels()).open(argument)),
    window.registerWebviewPanelSerializer(PANELS.newTask, {
      deserializeWebviewPanel: async (restored, state: unknown) => (await panels()).restore(restored, state),
    }),
  );
}
