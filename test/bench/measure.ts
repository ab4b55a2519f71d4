import { performance } from 'node:perf_hooks';

export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** What the value is measured against, in the same unit and the same run. */
  baseline?: number;
  /** The value as a multiple of its baseline. */
  ratio?: number;
  /** The most that the value may be. */
  limit?: number;
  /** The most that the ratio may be. */
  ratioLimit?: number;
}

/** The longest stretch for which the extension host may be held, in milliseconds. */
export const HOST_SLICE = 25;

/** Prints one measure as a line of JSON, numbers to four digits. A limit stands where its measure is reported. */
export function report(
  name: string,
  value: number,
  unit: string,
  { baseline, ...limits }: Pick<Measure, 'baseline' | 'limit' | 'ratioLimit'> = {},
): void {
  const measure: Measure = { name, value: short(value), unit };
  if (baseline !== undefined) {
    measure.baseline = short(baseline);
    measure.ratio = short(value / baseline);
  }
  console.log(JSON.stringify({ ...measure, ...limits }));
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
