/** Builds the parts, starts the features, each on its own: one that throws leaves the rest alive. Reads nothing. */
import { config } from '@vscode/l10n';
import { type ExtensionContext, l10n } from 'vscode';
import { CommandRegistry } from './host/commands.ts';
import { ContextKeys } from './host/context.ts';
import { Documents } from './host/documents.ts';
import { createLog } from './host/log.ts';
import { createSettings } from './host/settings.ts';
import { createTrust } from './host/trust.ts';

export function activate(context: ExtensionContext): { apiVersion: 1 } {
  if (l10n.bundle) config({ contents: JSON.stringify(l10n.bundle) });
  const log = createLog();
  const parts = {
    context,
    log,
    commands: new CommandRegistry(log),
    keys: new ContextKeys(log),
    documents: new Documents(),
    settings: createSettings(),
    trust: createTrust(),
  };
  context.subscriptions.push(log, parts.documents);
  return { apiVersion: 1 };
}
