/** Context keys: set only when they change. */
import { commands } from 'vscode';
import type { HostLog } from './hostLog.ts';

export class ContextKeys {
  readonly #values = new Map<string, boolean>();
  readonly #log: HostLog;

  constructor(log: HostLog) {
    this.#log = log;
  }

  get(key: string): boolean {
    return this.#values.get(key) ?? false;
  }

  set(key: string, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    commands.executeCommand('setContext', key, value).then(undefined, (failure: unknown) => {
      this.#log.error(`Context key ${key} could not be set.`, failure);
    });
  }
}
