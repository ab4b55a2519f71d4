/** What of the Loop panels is there from the start: their command, and that they come back. The rest is loaded when needed. */
import { window } from 'vscode';
import { COMMANDS, PANELS } from '../../../contract.ts';
import type { Acting } from '../../kit/services.ts';
import type { LoopPanels } from './loopPanels.ts';

/** Kinds of our read-only pages that panels open. */
const PAGES = ['whole', 'findings'];

export function startLoopPanels(acting: Acting): void {
  const { context, commands, documents, log } = acting.parts;
  let loading: Promise<LoopPanels> | undefined;
  let loaded: LoopPanels | undefined;
  const loopPanels = (): Promise<LoopPanels> => {
    loading ??= import('./loopPanels.ts').then((module) => {
      loaded = new module.LoopPanels(acting);
      return loaded;
    });
    return loading;
  };

  context.subscriptions.push(
    commands.register(COMMANDS.openLoopPanel, async (argument) => (await loopPanels()).open(argument)),
    window.registerWebviewPanelSerializer(PANELS.loop, {
      deserializeWebviewPanel: async (panel, state: unknown) => (await loopPanels()).restore(panel, state),
    }),
    ...PAGES.map((kind) =>
      documents.register(kind, (key) => {
        // A page that a window brings back, before any panel: what makes it must be loaded first.
        if (loaded === undefined)
          loopPanels().then(
            () => documents.refresh(),
            (failure: unknown) => log.error('The panels could not be loaded.', failure),
          );
        return loaded?.page(kind, key);
      }),
    ),
  );
}
