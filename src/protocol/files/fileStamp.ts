/** Whether a file that is read again and again moved since: one call, no opening. */
import { errnoOf } from './errno.ts';
import type { FileStat, Files } from './filesPort.ts';

/** Two writes within one tick of a file system's clock look alike: a stamp this young proves nothing. */
const SETTLED_MS = 3000;

export class FileStamp {
  readonly #files: Files;
  readonly #path: string;
  #known: FileStat | null = null;
  #settled = false;

  constructor(files: Files, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /** `stat`: of the file as it is being read. */
  take(stat: FileStat): void {
    this.#known = stat;
    this.#settled = Date.now() - Math.max(stat.mtimeMs, stat.ctimeMs) > SETTLED_MS;
  }

  forget(): void {
    this.#known = null;
    this.#settled = false;
  }

  /** Reading failed: the file counts as moved, and may still be told from another one. */
  doubt(): void {
    this.#settled = false;
  }

  /** Whether the file that was read last is this one, whatever was written to it since. */
  isOf(stat: FileStat): boolean {
    return this.#known !== null && this.#known.dev === stat.dev && this.#known.ino === stat.ino;
  }

  /** `wasMissing`: what it is compared with where there is no file. */
  async unchanged(wasMissing: () => boolean): Promise<boolean> {
    try {
      const stat = await this.#files.stat(this.#path);
      const known = this.#known;
      return (
        this.#settled &&
        known !== null &&
        this.isOf(stat) &&
        stat.size === known.size &&
        stat.mtimeMs === known.mtimeMs &&
        stat.ctimeMs === known.ctimeMs
      );
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      return this.#known === null && errno === 'ENOENT' && wasMissing();
    }
  }
}
