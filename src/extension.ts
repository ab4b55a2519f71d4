/** Builds the parts and starts the features, each on its own: one that throws leaves the rest alive. Reads nothing. */
import { config } from '@vscode/l10n';
import { type ExtensionContext, l10n } from 'vscode';
import { buildParts, type Parts } from './compose.ts';
import { type ReadingApi, readingApi } from './host/readingApi.ts';
import { startFinding } from './ui/commands/discovery.ts';
import { startDiagnostics } from './ui/commands/loop/startDiagnostics.ts';
import { startActing } from './ui/commands/startCommands.ts';
import type { Acting } from './ui/kit/services.ts';
import { startToasts } from './ui/notifications/startToasts.ts';
import { startFindings } from './ui/panels/findings/startFindings.ts';
import { startLoopPanels } from './ui/panels/loop/startLoopPanels.ts';
import { startNewTask } from './ui/panels/newTask/startNewTask.ts';
import { startQuestions } from './ui/panels/questions/startQuestions.ts';
import { startViews } from './ui/views/startViews.ts';
import { ChokidarWatcher } from './workspace/kernel/chokidarWatcher.ts';

type Feature = (parts: Parts) => void;

/** What the features after `acting` act with; undefined where that one did not start. */
let acting: Acting | undefined;

const FEATURES: Record<string, Feature> = {
  views: startViews,
  finding: startFinding,
  diagnostics: startDiagnostics,
  acting: (parts) => {
    acting = startActing(parts);
  },
  toasts: () => acting && startToasts(acting),
  loopPanels: () => acting && startLoopPanels(acting),
  questions: () => acting && startQuestions(acting),
  newTask: () => acting && startNewTask(acting),
  findings: () => acting && startFindings(acting),
};

let lastWrites: Parts['lastWrites'] = [];

export function activate(context: ExtensionContext): ReadingApi {
  if (l10n.bundle) config({ contents: JSON.stringify(l10n.bundle) });
  const parts = buildParts(context, (log) => new ChokidarWatcher(log));
  lastWrites = parts.lastWrites;
  for (const [name, start] of Object.entries(FEATURES)) {
    try {
      start(parts);
    } catch (failure) {
      parts.log.error(`The feature ${name} did not start.`, failure);
    }
  }
  return readingApi;
}

export async function deactivate(): Promise<void> {
  await Promise.all(lastWrites.map((write) => write()));
}
