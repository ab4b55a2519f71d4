/** Problems of loop files in the Problems view: loaded once loops were read, as there is nothing to tell before. */

import type { Parts } from '../../../compose.ts';
import { COMMANDS } from '../../../contract.ts';

export function startDiagnostics(parts: Parts): void {
  const { context, commands, store, log } = parts;
  let loading: Promise<(argument: unknown) => Promise<void>> | undefined;
  const load = () => {
    loading ??= import('./validate.ts').then(({ diagnose }) => diagnose(parts));
    return loading;
  };
  context.subscriptions.push(
    commands.register(COMMANDS.validate, async (argument) => (await load())(argument)),
  );
  store.ready
    .then(load)
    .catch((failure: unknown) => log.error('Problems of loop files can’t be told.', failure));
}
