/** Files whose rows are on screen: looked at by themselves, for a change that no folder shows. */
import * as path from 'node:path';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import { inTurns } from '../kernel/inTurns.ts';

const atATime = 8;

export class ShownFiles {
  readonly #files: Files;
  readonly #root: string;
  /** null: not looked at yet. */
  #states = new Map<string, string | null>();

  constructor(files: Files, root: string) {
    this.#files = files;
    this.#root = root;
  }

  /** From now on these; relative, with `/`. */
  set(shown: readonly string[]): void {
    const before = this.#states;
    this.#states = new Map(shown.map((file) => [file, before.get(file) ?? null]));
  }

  /** Those that changed since the last time; new ones count as changed, since what was shown may be older than a look now. */
  async changed(): Promise<string[]> {
    const states = this.#states;
    const changed: string[] = [];
    const jobs = [...states.keys()].map((file) => async () => {
      const state = await this.#stateOf(file);
      if (state === states.get(file)) return;
      states.set(file, state);
      changed.push(file);
    });
    await inTurns(jobs, atATime);
    return changed;
  }

  async #stateOf(file: string): Promise<string> {
    try {
      const { ino, size, mtimeMs, ctimeMs } = await this.#files.lstat(path.join(this.#root, file));
      return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      return '';
    }
  }
}
