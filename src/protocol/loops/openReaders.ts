import type { ReadOptions } from './loopOptions.ts';
import { LoopReader, type ReaderPorts } from './reader.ts';

/** Opens readers and knows those that are open, for who writes to read on with. */
export class OpenReaders {
  readonly #ports: ReaderPorts;
  /** By folder. */
  readonly #readers = new Map<string, LoopReader>();

  constructor(ports: ReaderPorts = {}) {
    this.#ports = ports;
  }

  open(folder: string, options: ReadOptions): LoopReader {
    const reader = new LoopReader(folder, options, {
      ...this.#ports,
      closed: () => {
        if (this.#readers.get(reader.folder) === reader) this.#readers.delete(reader.folder);
      },
    });
    this.#readers.set(reader.folder, reader);
    return reader;
  }

  /** @param folder an absolute path, as the reader was opened with */
  get(folder: string): LoopReader | undefined {
    return this.#readers.get(folder);
  }
}
