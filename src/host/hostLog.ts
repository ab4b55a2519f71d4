/** The one log of the extension. Never a key or a whole inbox line goes into it. */

import { type LogOutputChannel, window } from 'vscode';
import type { Disposable } from '../protocol/lib/disposables.ts';
import type { Log } from '../protocol/lib/log.ts';
import { shown } from '../text/agentText.ts';

export interface HostLog extends Log, Disposable {
  show(): void;
}

export function createLog(): HostLog {
  const channel: LogOutputChannel = window.createOutputChannel('Quarterdeck', { log: true });
  return {
    info: (text) => channel.info(shown(text, 'log')),
    warn: (text) => channel.warn(shown(text, 'log')),
    error: (text, error) => {
      channel.error(shown(text, 'log'));
      if (error !== undefined) channel.error(shown(stackOf(error), 'log', 4000));
    },
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
