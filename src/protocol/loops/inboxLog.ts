import type { TailSink } from '../files/tail.ts';
import { named } from './eventLog.ts';
import type { FoldEntry } from './inboxEntry.ts';
import type { LongLines } from './longLines.ts';
import { INBOX_FILE } from './loopFiles.ts';
import { parseFoldEntry } from './parseInboxEntry.ts';
import { LineProblems, lineFault } from './problems.ts';

/** What `inbox.jsonl` says; each line is checked with the key as it is read. */
export class InboxLog implements TailSink {
  readonly #loopId: string;
  readonly #longLines: LongLines;
  key: Uint8Array | null = null;
  entries: FoldEntry[] = [];
  problems = new LineProblems(INBOX_FILE);
  #changed = false;

  constructor(loopId: string, longLines: LongLines) {
    this.#loopId = loopId;
    this.#longLines = longLines;
  }

  restart(): void {
    this.entries = [];
    this.problems = new LineProblems(INBOX_FILE);
    this.#changed = true;
  }

  line(text: string, line: number, offset: number): void {
    this.#changed = true;
    const read = parseFoldEntry(text, this.key, this.#loopId);
    if (read.ok) this.entries.push(read.entry);
    else this.problems.add(named(read, text), line, offset);
  }

  async longLine(bytes: Uint8Array<ArrayBuffer>, line: number, offset: number): Promise<void> {
    const job = { kind: 'entry', bytes: bytes.buffer, key: this.key, loopId: this.#loopId } as const;
    const result = await this.#longLines.parse(job);
    this.#changed = true;
    if (!('kind' in result)) this.problems.add(lineFault('parser-died'), line, offset);
    else if (result.kind === 'entry' && result.read.ok) this.entries.push(result.read.entry);
    else if (result.kind === 'entry' && !result.read.ok) this.problems.add(result.read, line, offset);
  }

  unheldLine(code: 'line-too-long' | 'nul-bytes', line: number, offset: number): void {
    this.#changed = true;
    this.problems.add(lineFault(code), line, offset);
  }

  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }
}
