/** Keeps the store looking where loops may be, and checking with the key that is there. */
import { COMMANDS } from '../contract.ts';
import { FolderFinder } from '../host/folders.ts';
import type { Parts } from '../host/parts.ts';

export function startFinding(parts: Parts): void {
  const { store, signingKey, settings, trust, log } = parts;
  const finder = new FolderFinder(store, { ...parts, memory: parts.context.workspaceState });
  parts.context.subscriptions.push(
    finder,
    settings.onDidChange(() => store.settingsChanged()),
    trust.onDidGrant(() => store.settingsChanged()),
    signingKey.onDidChange(() => store.settingsChanged()),
    parts.commands.register(COMMANDS.refresh, async () => {
      await signingKey.look();
      await Promise.all([store.refresh(), finder.search()]);
    }),
    parts.commands.register(COMMANDS.showLog, () => log.show()),
  );
  // The key first: lines that were read without it would be judged twice.
  signingKey
    .start()
    .catch((failure: unknown) => log.error('The key could not be read.', failure))
    .finally(() => finder.start())
    .catch((failure: unknown) => log.error('Loops could not be looked for.', failure));
}
