/**
 * What 200 idle loops cost: the processor's time in percent of one core over a minute, with the store as the editor
 * builds it, watching and polling. Prints one JSON line for each.
 *
 * Run: node test/bench/idle.bench.ts [seconds]
 */
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemCanWrite } from '../../src/protocol/files/canWrite.ts';
import { nodeFiles } from '../../src/protocol/files/filesPort.ts';
import { systemClock } from '../../src/protocol/lib/clock.ts';
import type { Log } from '../../src/protocol/lib/log.ts';
import { LoopReader } from '../../src/protocol/loops/reader.ts';
import { ChokidarWatcher } from '../../src/workspace/kernel/chokidarWatcher.ts';
import type { Watcher } from '../../src/workspace/kernel/watcher.ts';
import { LoopStore } from '../../src/workspace/loops/loopStore.ts';
import { report } from './measure.ts';

const repositories = 10;
const loopsEach = 20;
const log: Log = { info: () => undefined, warn: () => undefined, error: console.error };
const neverWatches: Watcher = {
  watch: ({ failed }) => {
    const { code } = { code: 'ENOSPC' };
    queueMicrotask(() => failed(Object.assign(new Error(code), { code })));
    return { dispose: () => undefined };
  },
};

async function makeLoops(root: string): Promise<string[]> {
  const folders = Array.from({ length: repositories }, (_, index) => join(root, `repository-${index}`));
  for (const folder of folders) {
    for (let index = 0; index < loopsEach; index += 1) {
      const id = `loop-${index}`;
      const loop = join(folder, '.loops', id);
      await fs.mkdir(loop, { recursive: true });
      const manifest = {
        protocol: 1,
        id,
        title: id,
        brief: { goal: 'g', audience: 'a', bar: 'b' },
        steps: [{ id: 'build', kind: 'build', name: 'Build', purpose: 'p' }],
      };
      await fs.writeFile(join(loop, 'loop.json'), JSON.stringify(manifest));
      const lines = Array.from({ length: 100 }, (_, round) =>
        JSON.stringify({ event: 'round_started', ts: new Date().toISOString(), round: round + 1, plan: 'p' }),
      );
      await fs.writeFile(join(loop, 'events.jsonl'), `${lines.join('\n')}\n`);
      await fs.writeFile(join(loop, 'inbox.jsonl'), '');
    }
  }
  return folders;
}

async function measure(
  name: string,
  folders: string[],
  { watcher, seconds, limit }: { watcher: Watcher; seconds: number; limit: number },
): Promise<void> {
  const store = new LoopStore({
    files: nodeFiles,
    clock: systemClock,
    log,
    watcher,
    open: (folder, options) => new LoopReader(folder, options),
    canWrite: systemCanWrite,
    key: () => null,
    stallMinutes: () => 30,
    trusted: () => true,
  });
  const start = performance.now();
  store.setFolders({ workspace: folders, settings: [], found: [] });
  await store.ready;
  const ready = performance.now() - start;
  const shown = store.loops().length;
  if (shown !== repositories * loopsEach) {
    throw new Error(`${shown} loops were read.`);
  }
  // Arming the watches is not idling.
  await pause(5000);
  const before = process.cpuUsage();
  const from = performance.now();
  await pause(seconds * 1000);
  const used = process.cpuUsage(before);
  const percent = ((used.user + used.system) / 1000 / (performance.now() - from)) * 100;
  store.dispose();
  report(`idle 200 loops, ${name}`, percent, '% of a core', { limit });
  report(`first rows of 200 loops, ${name}`, ready, 'ms');
}

const seconds = Number(process.argv[2] ?? 60);
const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'quarterdeck-bench-')));
try {
  const folders = await makeLoops(root);
  await measure('watching', folders, { watcher: new ChokidarWatcher(log), seconds, limit: 1 });
  await measure('polling', folders, { watcher: neverWatches, seconds, limit: 3 });
} finally {
  await fs.rm(root, { recursive: true, force: true });
}
