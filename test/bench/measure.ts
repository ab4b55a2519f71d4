import { performance } from 'node:perf_hooks';

export interface Measure {
  name: string;
  value: number;
  unit: string;
  baseline?: number;
  ratio?: number;
}

/** Prints one measure as a line of JSON, numbers to four digits. */
export function report(name: string, value: number, unit: string, baseline?: number): void {
  const measure: Measure = { name, value: short(value), unit };
  if (baseline !== undefined) {
    measure.baseline = short(baseline);
    measure.ratio = short(value / baseline);
  }
  console.log(JSON.stringify(measure));
}

function short(value: number): number {
  return Number(value.toPrecision(4));
}

/** Milliseconds that a call takes. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Bytes of the heap in use once all garbage is gone; needs --expose-gc. */
export function heapUsed(): number {
  if (!globalThis.gc) throw new Error('run with --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** The most that this thread worked between two turns of its event loop; what other programs take does not count. */
export async function longestSlice(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = worked();
  let done = false;
  const tick = () => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  done = true;
  return longest;
}

/** Milliseconds of this thread so far. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
