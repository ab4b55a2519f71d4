import * as path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CanWrite } from '../../protocol/files/canWrite.ts';
import type { Files } from '../../protocol/files/filesPort.ts';
import type { Clock } from '../../protocol/lib/clock.ts';
import { millis } from '../../protocol/lib/time.ts';
import { INBOX_FILE } from '../../protocol/loops/loopFiles.ts';
import type { LoopSnapshot, Round } from '../../protocol/loops/loopSnapshot.ts';
import type { AdjustableLoop } from '../../protocol/loops/reader.ts';
import type { Reader, Reading, ReadingOf } from '../kernel/system.ts';
import type { WatchSet } from '../kernel/watchSet.ts';
import { canWriteAll, mayWriteIn, type Writable } from '../kernel/writable.ts';
import { type FoundLoop, loopFiles, signLoop } from './loopFolder.ts';
import type { WatchedLoop } from './watchedLoop.ts';

export interface LoopReaderPorts {
  files: Files;
  clock: Clock;
  /** Opens a folder for reading on, as the protocol's `LoopReader` does. */
  open: (folder: string, options: { key: Uint8Array | null; stallMinutes: number }) => AdjustableLoop;
  canWrite: CanWrite;
  /** The key that lines are checked with, null where there is none. Say `settingsChanged` when it changes. */
  key: () => Uint8Array | null;
  stallMinutes: () => number;
  trusted: () => boolean;
}

/** Rounds older than these are not unpacked to be compared: where the list is another one, something in it changed. */
const mostRounds = 200;
const WHOLE: ReadonlySet<string> = new Set();

/** Reads on in one folder under a `.loops`, also in one that holds no loop yet. */
export class LoopReader implements Reader<FoundLoop, WatchedLoop> {
  readonly #folder: string;
  readonly #watches: WatchSet;
  readonly #ports: LoopReaderPorts;
  #loop: AdjustableLoop | null = null;
  /** What the loop is read with. */
  #settings: { key: Uint8Array | null; stallMinutes: number } | null = null;
  #shown: WatchedLoop | null = null;
  /** Of `signLoop`, taken before the last reading. */
  #signature = '';
  #closed = false;

  constructor({ folder }: FoundLoop, watches: WatchSet, ports: LoopReaderPorts) {
    this.#folder = folder;
    this.#watches = watches;
    this.#ports = ports;
  }

  async read(of: ReadingOf<FoundLoop>): Promise<Reading<WatchedLoop>> {
    // Taken before the reading: what changes meanwhile makes the next look differ.
    const { state, identity, any } = await signLoop(this.#ports.files, this.#folder);
    this.#signature = state;
    if (identity === '' || this.#closed) return { kind: 'gone' };
    const watch = { name: '', folder: this.#folder, names: loopFiles, identity };
    if (!any) {
      this.#watches.arm([watch]);
      this.#release();
      return { kind: 'none' };
    }
    const loop = this.#opened();
    await loop.refresh();
    if (this.#closed) return { kind: 'gone' };
    const now = this.#ports.clock.now();
    const snapshot = loop.snapshot(new Date(now));
    const { found, place } = of;
    const read: WatchedLoop = {
      key: found.key,
      folder: found.folder,
      repository: place.folder,
      id: found.id,
      origin: place.origin,
      snapshot,
      writable: await this.#writable(of, snapshot),
    };
    this.#watches.arm([watch]);
    const value = this.#shown !== null && sameLoop(this.#shown, read) ? this.#shown : read;
    this.#shown = value;
    const nextChange = nextChangeOf(snapshot.nextChangeAt, now);
    return { kind: 'shown', value, parts: WHOLE, nextChange, fault: null };
  }

  async differs(): Promise<boolean> {
    return (await signLoop(this.#ports.files, this.#folder)).state !== this.#signature;
  }

  touched(): number {
    return Number.NEGATIVE_INFINITY;
  }

  doubt(): void {
    // Every reading looks at all of it.
  }

  close(): void {
    this.#closed = true;
    this.#release();
  }

  #release(): void {
    this.#loop?.close();
    this.#loop = null;
    this.#shown = null;
  }

  #opened(): AdjustableLoop {
    const settings = { key: this.#ports.key(), stallMinutes: this.#ports.stallMinutes() };
    const known = this.#loop;
    const loop = known ?? this.#ports.open(this.#folder, settings);
    if (known !== null && !isDeepStrictEqual(this.#settings, settings)) {
      loop.setKey(settings.key);
      loop.setStallMinutes(settings.stallMinutes);
    }
    this.#loop = loop;
    this.#settings = settings;
    return loop;
  }

  /** Who may write where (loops.md, Writing). */
  async #writable(
    { found, place, roots }: ReadingOf<FoundLoop>,
    { manifest }: LoopSnapshot,
  ): Promise<Writable> {
    const { canWrite, trusted, files } = this.#ports;
    const { folder, real } = found;
    const allowed = mayWriteIn({ real, folder: place.folder, place }, { trusted: trusted(), roots });
    if (!allowed.ok) return allowed;
    if (manifest === null) return { ok: false, code: 'unreadable', args: {} };
    const inbox = await files.lstat(path.join(folder, INBOX_FILE)).catch(() => null);
    return canWriteAll({ real: folder, folder }, inbox === null ? [''] : ['', INBOX_FILE], canWrite);
  }
}

/** Whether two show the same. When it changes next is not shown. */
function sameLoop({ snapshot: a, ...one }: WatchedLoop, { snapshot: b, ...other }: WatchedLoop): boolean {
  const rest = { rounds: null, nextChangeAt: null };
  return (
    isDeepStrictEqual(one, other) &&
    isDeepStrictEqual({ ...a, ...rest }, { ...b, ...rest }) &&
    sameRounds(a.rounds, b.rounds)
  );
}

function sameRounds(a: readonly Round[], b: readonly Round[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length || a.length > mostRounds) return false;
  return a.every((round, index) => isDeepStrictEqual(round, b[index]));
}

/** One past its moment, since what is over is so only after it; and never twice at once for a change that does not come. */
function nextChangeOf(at: string | null, now: number): number {
  const next = millis(at);
  if (next === null) return Number.POSITIVE_INFINITY;
  return next < now ? now + 1000 : next + 1;
}
