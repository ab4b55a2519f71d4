/** What of the Questions panel is there from the start: its command, and that it comes back. The rest is loaded when needed. */
import { window } from 'vscode';
import { COMMANDS, PANELS } from '../../../contract.ts';
import { targetOf } from '../../kit/rowTree.ts';
import type { Acting } from '../../kit/services.ts';
import type { QuestionsPanel } from './questionsPanel.ts';

export function startQuestions(acting: Acting): void {
  const { context, commands } = acting.parts;
  let loading: Promise<QuestionsPanel> | undefined;
  const panel = (): Promise<QuestionsPanel> => {
    loading ??= import('./questionsPanel.ts').then((module) => new module.QuestionsPanel(acting));
    return loading;
  };
  context.subscriptions.push(
    commands.register(COMMANDS.openQuestions, async (argument) =>
      (await panel()).show(targetOf(argument)?.waitKey),
    ),
    window.registerWebviewPanelSerializer(PANELS.questions, {
      deserializeWebviewPanel: async (restored, state: unknown) => (await panel()).restore(restored, state),
    }),
  );
}
