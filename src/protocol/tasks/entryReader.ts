/** Reads many small files politely: at once and in slices, or one after the other where the disk is slow. */
import { performance } from 'node:perf_hooks';
import type { FileKind } from '../files/filesPort.ts';
import { ASK_BYTES, type Identity, readAtOnce, readEntry, SCAN_BYTES } from './readEntry.ts';
import { AGENTS_FOLDER } from './taskNames.ts';
import type { TaskPorts } from './taskPorts.ts';
import { unreadable, type Validated, validateAgent, validateTask } from './validateTask.ts';

/** A single file that takes longer than this is on a slow disk, and waiting for it must not hold up the thread. */
const SLOW_MS = 50;
/** A change within this time of another may leave the same times on the file. */
const FRESH_MS = 2000;

export interface ReadFile {
  validated: Validated;
  stat: Identity | null;
  fresh: boolean;
}

export class EntryReader {
  readonly #ports: TaskPorts;
  readonly #most: number;
  #buffer: Buffer | null = null;
  #slow = false;

  constructor(ports: TaskPorts, most: number) {
    this.#ports = ports;
    this.#most = most;
  }

  /** Whether files are not read at once any more: then reading several at a time is worth it. */
  get slow(): boolean {
    return this.#slow;
  }

  startLook(): void {
    this.#slow = false;
  }

  /** null where the file has vanished. */
  async read(folder: string, path: string, id: string, kind: FileKind | null): Promise<ReadFile | null> {
    if (this.#slow || kind !== 'file') return this.#readLater(folder, path, id);
    this.#buffer ??= Buffer.allocUnsafe(SCAN_BYTES);
    const start = performance.now();
    const read = readAtOnce(this.#ports.files, path, this.#buffer);
    if (performance.now() - start > SLOW_MS) this.#slow = true;
    if (!read) return this.#readLater(folder, path, id);
    return this.#validated(folder, id, read.bytes, read.stat);
  }

  async #readLater(folder: string, path: string, id: string): Promise<ReadFile | null> {
    const { pace, files } = this.#ports;
    const most = folder === 'feedback' ? Math.max(ASK_BYTES, this.#most) : this.#most;
    const read = await pace.limited(() => readEntry(files, path, most));
    // One that is large takes a slice of its own.
    if (read.ok && read.bytes.length > SCAN_BYTES) await pace.pause();
    if (read.ok) return this.#validated(folder, id, read.bytes, read.stat);
    if (read.fault === 'vanished') return null;
    return { validated: read.why, stat: read.stat, fresh: this.#isFresh(read.stat) };
  }

  #validated(folder: string, id: string, bytes: Buffer, stat: Identity): ReadFile {
    const validated = folder === AGENTS_FOLDER ? validateAgent(bytes) : validateTask(bytes, id);
    return { validated, stat, fresh: this.#isFresh(stat) };
  }

  #isFresh(stat: Identity | null): boolean {
    return stat !== null && Math.abs(this.#ports.now() - stat.ctimeMs) < FRESH_MS;
  }
}

/** What stands for a file whose name nothing can be opened by. */
export const BAD_NAME: ReadFile = { validated: unreadable('bad_name'), stat: null, fresh: false };
