/** What of the Findings panel is there from the start: its command, and that it comes back. The rest is loaded when needed. */
import { window } from 'vscode';
import { COMMANDS, PANELS } from '../../../contract.ts';
import type { Acting } from '../../kit/services.ts';
import type { FindingsPanel } from './findingsPanel.ts';

export function startFindings(acting: Acting): void {
  const { context, commands } = acting.parts;
  let loading: Promise<FindingsPanel> | undefined;
  const panel = (): Promise<FindingsPanel> => {
    loading ??= import('./findingsPanel.ts').then((module) => new module.FindingsPanel(acting));
    return loading;
  };
  context.subscriptions.push(
    commands.register(COMMANDS.openFindings, async (argument, how) => (await panel()).open(argument, how)),
    window.registerWebviewPanelSerializer(PANELS.findings, {
      deserializeWebviewPanel: async (restored, state: unknown) => (await panel()).restore(restored, state),
    }),
  );
}
