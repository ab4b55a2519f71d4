/** Files whose rows are on screen: looked at by themselves, for a change that no folder shows. */
import * as path from 'node:path';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/port.ts';
import { inTurns } from '../keyedQueue.ts';

const atATime = 8;

export class ShownFiles {
  readonly #files: Files;
  readonly #root: string;
  #states = new Map<string, string>();

  constructor(files: Files, root: string) {
    this.#files = files;
    this.#root = root;
  }

  /** From now on these; relative, with `/`. */
  async set(shown: readonly string[]): Promise<void> {
    const before = this.#states;
    this.#states = new Map();
    const states = this.#states;
    await this.#each(shown, async (file) => {
      states.set(file, before.get(file) ?? (await this.#stateOf(file)));
    });
  }

  /** Those that changed since the last time. */
  async changed(): Promise<string[]> {
    const states = this.#states;
    const changed: string[] = [];
    await this.#each([...states.keys()], async (file) => {
      const state = await this.#stateOf(file);
      if (state === states.get(file)) return;
      states.set(file, state);
      changed.push(file);
    });
    return changed;
  }

  #each(files: readonly string[], run: (file: string) => Promise<void>): Promise<void> {
    return inTurns(
      files.map((file) => () => run(file)),
      atATime,
    );
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
