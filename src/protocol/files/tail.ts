/**
 * Reads a file of lines on from where it was. Knows by inode, size and the bytes last read whether it is still the same
 * file, and starts over where it is not. Holds no line between reads: what is torn is read again with its rest.
 */
import { isAscii } from 'node:buffer';
import { type Pace, processPace } from '../lib/pace.ts';
import { errnoOf } from './errno.ts';
import { FileStamp } from './fileStamp.ts';
import type { Files, OpenFile } from './filesPort.ts';
import { ReadAhead } from './readAhead.ts';
import { closeQuietly, readUpTo } from './readWhole.ts';
import { openInside } from './safePath.ts';

const CHUNK = 1_048_576;
/** Longer lines are handed over as bytes. */
const LONG_LINE = 1_048_576;
/** Longer lines are never held. */
const LONGEST_LINE = 67_108_864;
const MEMORY = 4096;
const BLOCK = 65_536;
const BATCH = 16;
const NEWLINE = 10;
const BLANK = /^[ \t\r]*$/;

export interface TailSink {
  /** All that was given before is void: what follows is the file from its start. */
  restart(): void;
  /**
   * A whole line without its newline, not blank. `line` counts from 1; `offset` in bytes, of its first byte. The text may
   * be a window on a larger one: copy what is kept.
   */
  line(text: string, line: number, offset: number): void;
  /** A line of more than 1 MiB, perhaps blank. */
  longLine(bytes: Uint8Array<ArrayBuffer>, line: number, offset: number): Promise<void>;
  /** A line of more than 64 MiB, or a long one with NULs; it was not held. */
  unheldLine(code: 'line-too-long' | 'nul-bytes', line: number, offset: number): void;
}

export type TailState =
  | { state: 'ok' | 'missing' | 'not-a-file' | 'link' }
  /** What was read before still stands. */
  | { state: 'unreadable'; errno: string };

export class Tail {
  readonly #path: string;
  readonly #files: Files;
  readonly #pace: Pace;
  readonly #stamp: FileStamp;
  #state: TailState = { state: 'missing' };
  /** Of the line that is not whole yet: its first byte, its number. */
  #lineStart = 0;
  #line = 1;
  /** All before this was looked at. */
  #scanned = 0;
  /** The bytes before `#scanned`, at most 4 KiB. */
  #memory: Uint8Array = new Uint8Array();
  /** The unfinished line is over 1 MiB; whether it has shown a NUL. */
  #long: { nul: boolean } | null = null;

  constructor(path: string, ports: { files: Files; pace?: Pace }) {
    this.#path = path;
    this.#files = ports.files;
    this.#pace = ports.pace ?? processPace;
    this.#stamp = new FileStamp(ports.files, path);
  }

  /** Forgets all; the next read starts over. */
  forget(): void {
    this.#stamp.forget();
    this.#reset();
  }

  /** True where nothing about the file moved since the last read: one call, no opening. */
  unchanged(): Promise<boolean> {
    return this.#stamp.unchanged(() => this.#state.state === 'missing');
  }

  /** Reads on to the present end. The file's real path must lie in `root`, a real path. */
  async read(root: string, sink: TailSink): Promise<TailState> {
    return this.#pace.limited(async () => {
      this.#state = await this.#read(root, sink);
      return this.#state;
    });
  }

  async #read(root: string, sink: TailSink): Promise<TailState> {
    const opened = await openInside(this.#files, root, this.#path);
    if (!opened.ok) {
      if (opened.code === 'unreadable') {
        this.#stamp.doubt();
        return { state: 'unreadable', errno: opened.errno };
      }
      this.#startOver(sink);
      this.#stamp.forget();
      return { state: opened.code };
    }
    const { file, stat } = opened;
    try {
      const grown = this.#stamp.isOf(stat) && stat.size >= this.#scanned;
      if (!grown || !(await this.#remembers(file))) this.#startOver(sink);
      this.#stamp.take(stat);
      await this.#readOn(file, stat.size, sink);
      return { state: 'ok' };
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === null) throw error;
      this.#stamp.doubt();
      return { state: 'unreadable', errno };
    } finally {
      await closeQuietly(file);
    }
  }

  #startOver(sink: TailSink): void {
    if (this.#scanned === 0) return;
    this.#reset();
    sink.restart();
  }

  #reset(): void {
    this.#lineStart = 0;
    this.#line = 1;
    this.#scanned = 0;
    this.#memory = new Uint8Array();
    this.#long = null;
  }

  async #remembers(file: OpenFile): Promise<boolean> {
    const { length } = this.#memory;
    const now = await readUpTo(file, this.#scanned - length, length);
    return Buffer.compare(now, this.#memory) === 0;
  }

  async #readOn(file: OpenFile, size: number, sink: TailSink): Promise<void> {
    let base = this.#long ? this.#scanned : this.#lineStart;
    if (size <= this.#scanned) return;
    // A line of at most 1 MiB always fits: what is left over before a chunk is never more than that.
    const buffer = Buffer.allocUnsafeSlow(Math.min(size - base, LONG_LINE + CHUNK));
    const ahead = new ReadAhead(file, base, size, CHUNK);
    try {
      for (let end = 0; ; ) {
        const count = await ahead.next(buffer, end);
        if (count === 0) return;
        this.#remember(buffer.subarray(end, end + count), base + end);
        end += count;
        const start = await this.#consume(file, buffer, base, end, sink);
        buffer.copyWithin(0, start, end);
        base += start;
        end -= start;
        if (this.#pace.due()) await this.#pace.pause();
      }
    } finally {
      await ahead.settle();
    }
  }

  /** Keeps the last bytes looked at; `from` is where `bytes` start, perhaps before what was already looked at. */
  #remember(bytes: Buffer, from: number): void {
    const fresh = bytes.subarray(Math.max(0, this.#scanned - from));
    if (fresh.length === 0) return;
    this.#scanned = from + bytes.length;
    this.#memory =
      fresh.length >= MEMORY
        ? new Uint8Array(fresh.subarray(fresh.length - MEMORY))
        : new Uint8Array(Buffer.concat([this.#memory, fresh]).subarray(-MEMORY));
  }

  /** Gives out the whole lines of `buffer`, whose first byte is at `base`; answers how much of it is done with. */
  async #consume(file: OpenFile, buffer: Buffer, base: number, end: number, sink: TailSink): Promise<number> {
    let start = 0;
    this.#pace.due();
    if (this.#long) {
      const newline = buffer.subarray(0, end).indexOf(NEWLINE);
      const part = buffer.subarray(0, newline < 0 ? end : newline);
      if (!this.#long.nul) this.#long.nul = part.includes(0);
      if (newline < 0) return end;
      await this.#giveLong(file, base + newline, this.#long.nul, sink);
      start = newline + 1;
    } else if (base === 0 && this.#lineStart === 0 && hasMark(buffer.subarray(0, end))) {
      start = 3;
      this.#lineStart = 3;
    }
    const last = buffer.subarray(start, end).lastIndexOf(NEWLINE);
    const stop = last < 0 ? start : start + last + 1;
    while (start < stop) {
      // The newline that ends the block is the last one in its first 64 KiB, or else the next one there is.
      let cut = start + buffer.subarray(start, Math.min(start + BLOCK, stop)).lastIndexOf(NEWLINE) + 1;
      if (cut === start) cut = buffer.indexOf(NEWLINE, start) + 1;
      await this.#giveBlock(file, buffer, base, start, cut, sink);
      start = cut;
    }
    if (end - start <= LONG_LINE) return start;
    this.#long = { nul: buffer.subarray(start, end).includes(0) };
    return end;
  }

  /** Gives out the lines of a block that ends with a newline. */
  async #giveBlock(
    file: OpenFile,
    buffer: Buffer,
    base: number,
    from: number,
    to: number,
    sink: TailSink,
  ): Promise<void> {
    const block = buffer.subarray(from, to);
    const text = isAscii(block) ? block.toString('latin1') : null;
    let batch = 0;
    for (let start = 0; start < block.length; ) {
      const newline = text === null ? block.indexOf(NEWLINE, start) : text.indexOf('\n', start);
      if (newline - start > LONG_LINE) {
        await this.#giveLong(file, base + from + newline, block.includes(0), sink);
      } else {
        const line = text === null ? block.toString('utf8', start, newline) : text.slice(start, newline);
        const [number, offset] = [this.#line, this.#lineStart];
        this.#line += 1;
        this.#lineStart = base + from + newline + 1;
        if (line.charCodeAt(0) === 123 || !BLANK.test(line)) sink.line(line, number, offset);
      }
      start = newline + 1;
      batch += 1;
      if (batch % BATCH === 0 && this.#pace.due()) await this.#pace.pause();
    }
    if (this.#pace.due()) await this.#pace.pause();
  }

  /** The line that began at `#lineStart` and whose newline stands at `end`. */
  async #giveLong(file: OpenFile, end: number, nul: boolean, sink: TailSink): Promise<void> {
    const [line, offset, length] = [this.#line, this.#lineStart, end - this.#lineStart];
    this.#line += 1;
    this.#lineStart = end + 1;
    this.#long = null;
    if (nul || length > LONGEST_LINE) {
      sink.unheldLine(nul ? 'nul-bytes' : 'line-too-long', line, offset);
      return;
    }
    const bytes = new Uint8Array(length);
    try {
      for (let have = 0; have < length; ) {
        const count = await file.read(bytes, have, Math.min(CHUNK, length - have), offset + have);
        if (count === 0) break;
        have += count;
      }
    } catch (error) {
      // What stands behind this line was looked at and not given out: only a new start gets it right.
      this.#stamp.forget();
      throw error;
    }
    await sink.longLine(bytes, line, offset);
  }
}

/** Whether bytes begin with the mark that some editors put before UTF-8. */
export function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
