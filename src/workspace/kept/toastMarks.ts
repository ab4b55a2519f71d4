import * as path from 'node:path';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import { writeNew } from '../../protocol/files/readWhole.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { nameOf } from '../kernel/smallFiles.ts';

/** After this nothing that was marked waits any more, or it waits so long that saying it again is right. */
const keptFor = 30 * 24 * 3_600_000;

/** What was shown once, over reloads and windows: a file each, made exclusively. */
export class Marks {
  /** Older marks are known. */
  readonly ready: Promise<void>;
  readonly #ports: { folder: string; files: Files; clock: Clock; log: Log };
  /** Names of files. */
  readonly #known = new Set<string>();

  constructor(ports: { folder: string; files: Files; clock: Clock; log: Log }) {
    this.#ports = ports;
    this.ready = this.#start();
  }

  /** True for exactly one window, once. Where no file can be made, once for each window: a toast too many rather than none. */
  async claim(key: string): Promise<boolean> {
    const { files, folder, log } = this.#ports;
    const name = nameOf(key);
    if (this.#known.has(name)) {
      return false;
    }
    this.#known.add(name);
    try {
      // EEXIST here too, where a file stands in its place.
      await files.mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      log.error('The folder of the marks could not be made.', error);
      return true;
    }
    try {
      await writeNew(files, path.join(folder, name), new Uint8Array(), 0o600);
      return true;
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') {
        return false;
      }
      log.error('A mark could not be made.', error);
      return true;
    }
  }

  /** As far as this window knows; `claim` decides. */
  has(key: string): boolean {
    return this.#known.has(nameOf(key));
  }

  async #start(): Promise<void> {
    const { files, folder, clock } = this.#ports;
    const names = await files.readdir(folder).catch(() => []);
    for (const name of names) {
      const file = path.join(folder, name);
      const stat = await files.lstat(file).catch(() => null);
      if (stat !== null && clock.now() - stat.mtimeMs > keptFor) {
        // One that can't be removed only takes up room.
        await files.unlink(file).catch(() => undefined);
      } else {
        this.#known.add(name);
      }
    }
  }
}
