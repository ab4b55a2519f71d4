/** Builds the parts and starts the features, each on its own: one that throws leaves the rest alive. Reads nothing. */
import { config } from '@vscode/l10n';
import { type ExtensionContext, l10n } from 'vscode';
import type { Acting } from './commands/acting.ts';
import { startDiagnostics } from './commands/loop/startDiagnostics.ts';
import { startActing } from './commands/startActing.ts';
import { buildParts, type Parts } from './host/parts.ts';
import { type ReadingApi, readingApi } from './host/readingApi.ts';
import { startToasts } from './notifications/startToasts.ts';
import { startFindings } from './panels/findings/startFindings.ts';
import { startLoopPanels } from './panels/loop/start.ts';
import { startNewTask } from './panels/newTask/start.ts';
import { startQuestions } from './panels/questions/start.ts';
import { startFinding } from './views/finding.ts';
import { startViews } from './views/startViews.ts';
import { ChokidarWatcher } from './workspace/chokidarWatcher.ts';

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
