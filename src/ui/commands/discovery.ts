/** Keeps the stores looking where loops and tasks may be, and checking with the key that is there. */

import type { Parts } from '../../compose.ts';
import { COMMANDS } from '../../contract.ts';
import { FolderFinder } from '../kit/folderFinder.ts';

export function startFinding(parts: Parts): void {
  const { store, tasks, signingKey, settings, trust, log, clock } = parts;
  const finder = new FolderFinder(store, { ...parts, memory: parts.context.workspaceState });
  parts.context.subscriptions.push(
    finder,
    settings.onDidChange(() => store.settingsChanged()),
    trust.onDidGrant(() => store.settingsChanged()),
    signingKey.onDidChange(() => store.settingsChanged()),
    parts.commands.register(COMMANDS.refresh, async () => {
      await signingKey.look();
      const refreshTasks = async () => (await tasks.store()).refresh();
      await Promise.all([store.refresh(), finder.search(), refreshTasks()]);
    }),
    parts.commands.register(COMMANDS.showLog, () => log.show()),
  );
  // Nothing is read before the extension has started.
  const looking = clock.setTimeout(() => {
    tasks.store().catch((failure: unknown) => log.error('Tasks could not be looked for.', failure));
    // The key first: lines that were read without it would be judged twice.
    signingKey
      .start()
      .catch((failure: unknown) => log.error('The key could not be read.', failure))
      .finally(() => finder.start())
      .catch((failure: unknown) => log.error('Loops could not be looked for.', failure));
  }, 0);
  parts.context.subscriptions.push(looking);
}
