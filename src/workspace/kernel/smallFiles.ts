import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeAtomic } from '../../protocol/files/atomicWrite.ts';
import { errnoOf } from '../../protocol/files/errno.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import type { Disposable } from '../../protocol/lib/disposables.ts';
import { Emitter } from '../../protocol/lib/emitter.ts';
import type { Log } from '../../protocol/lib/log.ts';
import { parseJson } from '../../protocol/lib/parseJson.ts';
import { type Result, refuse } from '../../protocol/lib/result.ts';
import { readText } from './readText.ts';
import { SingleFlight } from './singleFlight.ts';
import type { Watcher } from './watcher.ts';

export interface SmallFilePorts {
  /** Ours alone, made at the start. */
  folder: string;
  files: Files;
  clock: Clock;
  log: Log;
  watcher: Watcher;
}

/** The longest text that may be sent, with every byte of it escaped, and some more. */
const mostBytes = 2 * 1024 * 1024;
const pollEvery = 10_000;
const fileName = /^[0-9a-f]{64}\.json$/;

interface Known<T> {
  value: T;
  /** Of the file that it was read from, empty for what was put here. */
  signature: string;
}

/** The name under which a thing of this key is kept, whatever characters the key has. */
export function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Things by key, one small file each in a folder that several windows share: written atomically, known here as soon as
 * they are put, and seen when another window writes them.
 */
export class SmallFiles<T> implements Disposable {
  /** What was there at the start is known. */
  readonly ready: Promise<void>;
  /** Keys of what another window put or deleted. */
  readonly onDidChange: (listener: (keys: ReadonlySet<string>) => void) => Disposable;
  readonly #ports: SmallFilePorts;
  readonly #parse: (value: unknown) => T | null;
  readonly #changes: Emitter<ReadonlySet<string>>;
  readonly #known = new Map<string, Known<T>>();
  /** Writing of one key goes in turn; what is under way is not overwritten by what is read. */
  readonly #writing = new Map<string, Promise<unknown>>();
  readonly #reading: SingleFlight;
  #watch: Disposable | null = null;
  #poll: Disposable | null = null;
  #disposed = false;

  /** `parse` gives null for what is no such thing: a file of another version, or of somebody else. */
  constructor(ports: SmallFilePorts, parse: (value: unknown) => T | null) {
    this.#ports = ports;
    this.#parse = parse;
    this.#changes = new Emitter((error) => ports.log.error('A listener failed.', error));
    this.onDidChange = this.#changes.event;
    this.#reading = new SingleFlight(1, (error) => ports.log.error(`${ports.folder} can't be read.`, error));
    this.ready = this.#start();
  }

  get(key: string): T | undefined {
    return this.#known.get(key)?.value;
  }

  entries(): [string, T][] {
    return [...this.#known].map(([key, { value }]) => [key, value]);
  }

  fileOf(key: string): string {
    return path.join(this.#ports.folder, `${nameOf(key)}.json`);
  }

  put(key: string, value: T): Promise<Result<void>> {
    this.#known.set(key, { value, signature: '' });
    const bytes = Buffer.from(JSON.stringify({ key, value }));
    return this.#inTurn(key, async () => {
      await this.#ports.files.mkdir(this.#ports.folder, { recursive: true, mode: 0o700 });
      return writeAtomic(this.#ports.files, this.fileOf(key), bytes, 0o600);
    });
  }

  delete(key: string): Promise<Result<void>> {
    this.#known.delete(key);
    return this.#inTurn(key, async () => {
      await this.#ports.files.unlink(this.fileOf(key)).catch((error: unknown) => {
        if (errnoOf(error) !== 'ENOENT') {
          throw error;
        }
      });
      return { ok: true, value: undefined };
    });
  }

  /** Looks for what other windows did. */
  reload(): Promise<void> {
    return this.#reading.push('', () => this.#readAll());
  }

  dispose(): void {
    this.#disposed = true;
    this.#watch?.dispose();
    this.#poll?.dispose();
    this.#reading.dispose();
    this.#changes.dispose();
  }

  async #start(): Promise<void> {
    const { files, folder, log, watcher } = this.#ports;
    try {
      await files.mkdir(folder, { recursive: true, mode: 0o700 });
      await this.reload();
    } catch (error) {
      log.error(`${folder} can't be made.`, error);
    }
    if (!this.#disposed) {
      const changed = (): void => void this.reload();
      // Without a watch the look every 10 s stays.
      const failed = (error: unknown): void =>
        log.warn(`${folder} is not watched: ${errnoOf(error) ?? String(error)}`);
      this.#watch = watcher.watch({ folder, names: null, changed, failed });
      this.#pollLater();
    }
  }

  #pollLater(): void {
    this.#poll = this.#ports.clock.setTimeout(() => {
      void this.reload();
      this.#pollLater();
    }, pollEvery);
  }

  async #inTurn(key: string, write: () => Promise<Result<void>>): Promise<Result<void>> {
    const before = this.#writing.get(key) ?? Promise.resolve();
    const turn = before.then(write).catch((error: unknown): Result<void> => {
      const errno = errnoOf(error);
      if (errno === null) {
        throw error;
      }
      return refuse('io', `A file of ours could not be written: ${errno}.`, { errno });
    });
    this.#writing.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#writing.get(key) === turn) {
        this.#writing.delete(key);
      }
    }
  }

  async #readAll(): Promise<void> {
    const changed = await this.#readOnce();
    if (changed.size > 0 && !this.#disposed) this.#changes.fire(changed);
  }

  async #readOnce(): Promise<Set<string>> {
    const { files, folder } = this.#ports;
    const changed = new Set<string>();
    const busy = new Set(this.#writing.keys());
    const names = new Set(
      (await files.readdir(folder).catch(() => [])).filter((name) => fileName.test(name)),
    );
    const bySignature = new Map([...this.#known].map(([key, { signature }]) => [nameOf(key), signature]));
    for (const name of names) {
      const file = path.join(folder, name);
      const stat = await files.lstat(file).catch(() => null);
      const signature = stat === null ? '' : `${stat.ino}:${stat.size}:${stat.mtimeMs}`;
      if (stat === null || bySignature.get(name.slice(0, 64)) === signature) {
        continue;
      }
      const read = await this.#readFile(file, name);
      if (read === null || busy.has(read.key) || this.#writing.has(read.key)) {
        continue;
      }
      if (!isDeepStrictEqual(this.#known.get(read.key)?.value, read.value)) {
        changed.add(read.key);
      }
      this.#known.set(read.key, { value: read.value, signature });
    }
    for (const key of [...this.#known.keys()]) {
      if (!names.has(`${nameOf(key)}.json`) && !busy.has(key) && !this.#writing.has(key)) {
        this.#known.delete(key);
        changed.add(key);
      }
    }
    return changed;
  }

  async #readFile(file: string, name: string): Promise<{ key: string; value: T } | null> {
    const text = await readText(this.#ports.files, file, mostBytes);
    const read = text === null ? null : parseJson(text);
    if (typeof read !== 'object' || read === null) {
      return null;
    }
    const { key, value } = read as { key?: unknown; value?: unknown };
    if (typeof key !== 'string' || name !== `${nameOf(key)}.json`) {
      return null;
    }
    const parsed = this.#parse(value);
    return parsed === null ? null : { key, value: parsed };
  }
}
