import type { OpenFile } from './filesPort.ts';

/** Reads a part of a file chunk by chunk, each while the one before it is worked on. */
export class ReadAhead {
  readonly #file: OpenFile;
  readonly #spare: Buffer;
  readonly #end: number;
  #position: number;
  #pending: Promise<number> | null = null;

  /** From `position` up to `end`, in bytes. */
  constructor(file: OpenFile, position: number, end: number, chunk: number) {
    this.#file = file;
    this.#position = position;
    this.#end = end;
    this.#spare = Buffer.allocUnsafeSlow(Math.min(chunk, end - position));
  }

  /** Puts the next bytes, at most a chunk, into a buffer; how many they are, 0 at the end. */
  async next(into: Buffer, at: number): Promise<number> {
    const count = await (this.#pending ?? this.#read());
    this.#pending = null;
    this.#spare.copy(into, at, 0, count);
    this.#position += count;
    if (count > 0 && this.#position < this.#end) this.#pending = this.#read();
    return count;
  }

  /** Waits for what is still under way: the file must not be closed before. */
  async settle(): Promise<void> {
    await this.#pending?.catch(() => 0);
  }

  #read(): Promise<number> {
    const wanted = Math.min(this.#spare.length, this.#end - this.#position);
    const pending =
      wanted === 0 ? Promise.resolve(0) : this.#file.read(this.#spare, 0, wanted, this.#position);
    // Who works on the chunk before may fail first: that one is told of.
    pending.catch(() => 0);
    return pending;
  }
}
