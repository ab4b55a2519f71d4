/** One more event, from the file to the rows that the editor is told of: the loop unfolded, its newest round too. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { LoopReader } from '../../src/protocol/loops/reader.ts';
import { type RowHandle, RowTree } from '../../src/ui/kit/rowTree.ts';
import type { LoopsViewRow } from '../../src/ui/views/loops/loopsView.ts';
import { loopsSource } from '../../src/ui/views/loops/loopsView.ts';
import { loopKey, type WatchedLoop } from '../../src/workspace/loops/watchedLoop.ts';
import { FakeClock } from '../fakes/fakeClock.ts';
import { FakeModel } from '../fakes/fakeModel.ts';
import { withBenchFolder, writeBenchLoop } from './benchFolder.ts';
import { benchRound } from './benchLog.ts';
import { median, report, timed } from './measure.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const TIMES = 200;

function watched(folder: string, snapshot: WatchedLoop['snapshot']): WatchedLoop {
  const repository = path.dirname(path.dirname(folder));
  return {
    key: loopKey(folder, 'long'),
    folder,
    repository,
    id: 'long',
    origin: 'workspace',
    snapshot,
    writable: { ok: true },
  };
}

/** The median of many, and how many rows were fired in all. */
async function appended(folder: string, log: string): Promise<{ ms: number; fired: number }> {
  const loop = new LoopReader(folder, { key: null, now: NOW });
  await loop.refresh();
  const model = new FakeModel(watched(folder, loop.snapshot(NOW)));
  model.time = NOW.getTime();
  const clock = new FakeClock();
  const tree = new RowTree(loopsSource(model), clock);
  let fired = 0;
  const draw = (depth: number, handle?: RowHandle<LoopsViewRow>) => {
    for (const each of tree.children(handle)) {
      tree.item(each);
      if (depth > 0 && each.row.kind !== 'roundPage' && each.row.kind !== 'places') draw(depth - 1, each);
    }
  };
  tree.onDidChange((handle) => {
    fired += 1;
    if (handle !== undefined) tree.item(handle);
    draw(1, handle);
  });
  draw(2);
  const took: number[] = [];
  const lines = benchRound(9_999_999).split('\n').slice(0, -1);
  for (let index = 0; index < TIMES; index += 1) {
    fs.appendFileSync(log, `${lines[index % lines.length]}\n`);
    clock.advance(1000);
    took.push(
      await timed(async () => {
        await loop.refresh();
        const changed = watched(folder, loop.snapshot(NOW));
        model.list = [changed];
        tree.update(new Set([changed.key]));
      }),
    );
  }
  loop.close();
  return { ms: median(took), fired };
}

await withBenchFolder(async (repository) => {
  const short = writeBenchLoop(repository, 'short', 1000);
  const long = writeBenchLoop(repository, 'long', 1_000_000);
  const atThousand = await appended(short.folder, short.log);
  const atMillion = await appended(long.folder, long.log);
  report('one event to its rows at 1,000 events', atThousand.ms, 'ms');
  report('one event to its rows at 1,000,000 events', atMillion.ms, 'ms', {
    baseline: atThousand.ms,
    limit: 4,
    ratioLimit: 2,
  });
  report('rows fired for 200 events', atMillion.fired, 'rows');
});
