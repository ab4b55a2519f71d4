/** Registering commands: what they throw is caught once, here, logged and said. */
import { commands, type Disposable } from 'vscode';
import { ours, say } from '../text/say.ts';
import type { HostLog } from './hostLog.ts';
import { error as showError } from './messages.ts';

export type CommandHandler = (...args: unknown[]) => unknown;

export class CommandRegistry {
  readonly #log: HostLog;

  constructor(log: HostLog) {
    this.#log = log;
  }

  /** Registers `handler` under one of the ids of contract.ts. */
  register(id: string, handler: CommandHandler): Disposable {
    return commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        return await handler(...args);
      } catch (failure) {
        await this.#failed(id, failure);
        return undefined;
      }
    });
  }

  async #failed(id: string, failure: unknown): Promise<void> {
    this.#log.error(`Command ${id} failed.`, failure);
    const reason = failure instanceof Error ? failure.message : String(failure);
    const pressed = await showError(say('toast', 'Quarterdeck failed: {0}', reason), [ours('Show Log')]);
    if (pressed === 0) this.#log.show();
  }
}

/** Runs a command of the editor's or ours. */
export async function run(id: string, ...args: unknown[]): Promise<unknown> {
  return commands.executeCommand(id, ...args);
}
