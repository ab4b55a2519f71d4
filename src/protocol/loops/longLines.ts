/** Lines too long to be parsed on the thread that everything else shares: they go to a worker, one after the other. */
import type { Worker } from 'node:worker_threads';
import { joinTexts } from './largeTexts.ts';
import type { ParseAnswer, ParseJob, ParseJobResult } from './parseJob.ts';
import { startParser } from './startParser.ts';

const IDLE_MS = 10_000;

interface Waiting {
  job: ParseJob;
  done: (result: ParseJobResult) => void;
}

export class LongLines {
  readonly #waiting: Waiting[] = [];
  #current: Waiting | null = null;
  #pieces: string[] = [];
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;

  /** What the worker makes of the job; `{ died: true }` where that took more memory than it may have. */
  parse(job: ParseJob): Promise<ParseJobResult> {
    return new Promise((done) => {
      this.#waiting.push({ job, done });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#waiting.shift();
    if (!next) {
      this.#rest();
      return;
    }
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    this.#current = next;
    const worker = this.#worker ?? this.#start();
    worker.ref();
    worker.postMessage(next.job, [next.job.bytes]);
  }

  #start(): Worker {
    const worker = startParser();
    this.#worker = worker;
    worker.on('message', (answer: ParseAnswer) => this.#take(worker, answer));
    worker.on('error', () => this.#lost(worker));
    worker.on('exit', () => this.#lost(worker));
    return worker;
  }

  #take(worker: Worker, answer: ParseAnswer): void {
    if ('piece' in answer) {
      this.#pieces.push(answer.piece);
      // Not before others had their turn: what waits in the port is all taken in one go.
      setImmediate(() => worker.postMessage('more'));
      return;
    }
    const { result, cuts } = answer;
    joinTexts(result, this.#pieces, cuts);
    this.#settle(result);
  }

  /** The worker ended by itself: out of memory on this job, so the job is not tried again. */
  #lost(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#settle({ died: true });
  }

  #settle(result: ParseJobResult): void {
    this.#pieces = [];
    const settled = this.#current;
    this.#current = null;
    settled?.done(result);
    this.#next();
  }

  /** An idle worker keeps no process alive, and is let go after a while. */
  #rest(): void {
    const worker = this.#worker;
    if (!worker) return;
    worker.unref();
    this.#idle ??= setTimeout(() => {
      this.#worker = null;
      this.#idle = null;
      void worker.terminate();
    }, IDLE_MS).unref();
  }
}

/** One worker for all readers of a process. */
export const longLines = new LongLines();
