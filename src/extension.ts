/** Builds the parts and starts the features, each on its own: one that throws leaves the rest alive. Reads nothing. */
import { config } from '@vscode/l10n';
import { type ExtensionContext, l10n } from 'vscode';
import { type Composed, compose } from './compose.ts';
import { type ReadingApi, readingApi } from './host/readingApi.ts';
import { startCommands } from './ui/commands/registerCommands.ts';
import { startToasts } from './ui/notifications/startToasts.ts';
import { startViews } from './ui/views/startViews.ts';
import { ChokidarWatcher } from './workspace/kernel/chokidarWatcher.ts';

const FEATURES: Record<string, (composed: Composed) => void> = {
  views: ({ services }) => startViews(services),
  discovery: ({ discovery }) => discovery.start(),
  commands: ({ services }) => startCommands(services),
  toasts: ({ services }) => startToasts(services),
  panels: ({ panels }) => panels.start(),
  diagnostics: ({ services: { model, diagnostics, log } }) => {
    model.whenReady
      .then(diagnostics)
      .catch((failure: unknown) => log.error('Problems of loop files can’t be told.', failure));
  },
};

/** The two functions that VS Code calls have nothing in common but what this keeps for them. */
function extension() {
  let composed: Composed | undefined;
  return {
    activate(context: ExtensionContext): ReadingApi {
      if (l10n.bundle) config({ contents: JSON.stringify(l10n.bundle) });
      composed = compose(context, (log) => new ChokidarWatcher(log));
      for (const [name, start] of Object.entries(FEATURES)) {
        try {
          start(composed);
        } catch (failure) {
          composed.services.log.error(`The feature ${name} did not start.`, failure);
        }
      }
      return readingApi;
    },
    async deactivate(): Promise<void> {
      await composed?.flush();
    },
  };
}

export const { activate, deactivate } = extension();
