/** Reading and folding long logs, against the same file parsed and dropped. */
import * as fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LoopReader } from '../../src/protocol/loops/reader.ts';
import { baseline } from './baseline.ts';
import { withBenchFolder, writeBenchLoop } from './benchFolder.ts';
import { benchRound } from './benchLog.ts';
import { HOST_SLICE, heapUsed, longestSlice, median, report, timed } from './measure.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const OPTIONS = { key: null, now: NOW };
const RUNS = 3;

async function firstRead(folder: string): Promise<LoopReader> {
  const loop = new LoopReader(folder, OPTIONS);
  await loop.refresh();
  loop.snapshot(NOW);
  return loop;
}

/** The least of some runs of either, turn about, so that what else the machine does hits both. */
async function against(
  name: string,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<void> {
  const [a, b]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    b.push(await timed(theirs));
    a.push(await timed(ours));
  }
  report(name, Math.min(...a), 'ms', { baseline: Math.min(...b), ratioLimit: 2.5 });
}

/** What one more event costs: refresh and snapshot, the median of many. */
async function appended(loop: LoopReader, log: string, times: number): Promise<number> {
  const took: number[] = [];
  const lines = benchRound(9_999_999).split('\n').slice(0, -1);
  for (let index = 0; index < times; index += 1) {
    fs.appendFileSync(log, `${lines[index % lines.length]}\n`);
    took.push(
      await timed(async () => {
        await loop.refresh();
        loop.snapshot(NOW);
      }),
    );
  }
  return median(took);
}

await withBenchFolder(async (repository) => {
  const small = writeBenchLoop(repository, 'thousand', 1000);
  const middle = writeBenchLoop(repository, 'hundred-thousand', 100_000);
  const large = writeBenchLoop(repository, 'million', 1_000_000);
  await against(
    'first read, 100,000 events',
    () => firstRead(middle.folder),
    () => baseline(middle.log),
  );
  await against(
    'first read, 1,000,000 events',
    () => firstRead(large.folder),
    () => baseline(large.log),
  );

  const before = heapUsed();
  const loop = await firstRead(large.folder);
  report('heap kept, 1,000,000 events', (heapUsed() - before) / 1_048_576, 'MB', { limit: 40 });

  const few = await firstRead(small.folder);
  await appended(few, small.log, 100);
  await appended(loop, large.log, 100);
  const atThousand = await appended(few, small.log, 200);
  report('one event more at 1,000,000', await appended(loop, large.log, 200), 'ms', {
    baseline: atThousand,
    limit: 1,
    ratioLimit: 2,
  });
  loop.close();

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const longest = await longestSlice(() => firstRead(large.folder));
  delay.disable();
  report('longest slice of a first read', longest, 'ms', { limit: HOST_SLICE });
  report('event loop delay p99.9 of a first read', delay.percentile(99.9) / 1e6, 'ms', { limit: 50 });
});

await withBenchFolder(async (repository) => {
  const loops = Array.from({ length: 200 }, (_, index) => writeBenchLoop(repository, `loop-${index}`, 5000));
  await against(
    'first read, 200 loops of 5,000 events',
    () => Promise.all(loops.map(({ folder }) => firstRead(folder))),
    async () => {
      for (const { log } of loops) await baseline(log);
    },
  );
});
