import type { TailSink } from '../files/tail.ts';
import type { Micros } from '../lib/time.ts';
import type { FoldEvent } from './eventDefinitions.ts';
import type { LongLines } from './longLines.ts';
import { EVENTS_FILE } from './loopFiles.ts';
import { parseFoldEvent } from './parseEvent.ts';
import { type LineFault, LineProblems, lineFault } from './problems.ts';
import { QuickEvents } from './quickEvent.ts';

interface EventLogPorts {
  longLines: LongLines;
  /** All events given before are void. */
  restart: () => void;
  add: (event: FoldEvent, offset: number) => void;
}

/** What `events.jsonl` says, line by line: events are passed on, faults become problems. */
export class EventLog implements TailSink {
  readonly #ports: EventLogPorts;
  readonly #quick = new QuickEvents();
  problems = new LineProblems(EVENTS_FILE);
  /** The greatest `ts` so far. */
  newest: Micros = Number.NEGATIVE_INFINITY;
  #changed = false;
  /** Something was passed on and the read is not over: what was folded so far is no state that the loop was ever in. */
  halfway = false;

  constructor(ports: EventLogPorts) {
    this.#ports = ports;
  }

  restart(): void {
    this.problems = new LineProblems(EVENTS_FILE);
    this.newest = Number.NEGATIVE_INFINITY;
    this.#touch();
    this.#ports.restart();
  }

  line(text: string, line: number, offset: number): void {
    this.#touch();
    const read = parseFoldEvent(text, this.#quick);
    if (read.ok) this.#add(read.event, offset);
    else this.problems.add(named(read, text), line, offset);
  }

  async longLine(bytes: Uint8Array<ArrayBuffer>, line: number, offset: number): Promise<void> {
    const result = await this.#ports.longLines.parse({ kind: 'event', bytes: bytes.buffer });
    this.#touch();
    if (!('kind' in result)) this.problems.add(lineFault('parser-died'), line, offset);
    else if (result.kind === 'event' && result.read.ok) this.#add(result.read.event, offset);
    else if (result.kind === 'event' && !result.read.ok) this.problems.add(result.read, line, offset);
  }

  unheldLine(code: 'line-too-long' | 'nul-bytes', line: number, offset: number): void {
    this.#touch();
    this.problems.add(lineFault(code), line, offset);
  }

  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  settle(): void {
    this.halfway = false;
  }

  #touch(): void {
    this.#changed = true;
    this.halfway = true;
  }

  #add(event: FoldEvent, offset: number): void {
    if (event.ts > this.newest) this.newest = event.ts;
    this.#ports.add(event, offset);
  }
}

/** A line with NULs is told as such: a crash left it, no program wrote it. */
export function named(fault: LineFault, text: string): LineFault {
  return text.includes('\0') ? lineFault('nul-bytes') : fault;
}
