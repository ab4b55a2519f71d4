/** Scanning a workspace of 10,000 tasks, against the peer's own listing of the same files. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { openTasks } from '../../src/protocol/tasks/taskFolder.ts';
import { ensurePython } from '../interop/python.ts';
import { withBenchFolder } from './benchFolder.ts';
import { heapUsed, longestSlice, median, report, timed } from './measure.ts';

const COUNT = 10_000;
const BYTES = 814;
const RUNS = 5;
const AT = '2026-11-30T12:00:00.000001+00:00';
/** The peer, timed inside its process: its first listing, then some. */
const PEER = `
import sys, time
from dropsite import DropSite
site = DropSite(sys.argv[1])
for _ in range(${RUNS + 1}):
    start = time.perf_counter()
    assert len(site.list_tasks("inbox")) == ${COUNT}
    print((time.perf_counter() - start) * 1000)
`;
/** Our own first scan, in a process of its own. */
const FIRST = `
import { openTasks } from ${JSON.stringify(new URL('../../src/protocol/tasks/taskFolder.ts', import.meta.url).href)};
const tasks = openTasks(process.argv[1]);
const start = performance.now();
await tasks.scan();
console.log(performance.now() - start);
`;

function taskText(id: string, priority: number): string {
  const task = {
    id,
    title: 'Move the crates to the quay before the tide turns',
    created_by: 'mira',
    status: 'inbox',
    description: '',
    assigned_to: null,
    priority,
    context: {},
    result: null,
    tags: ['quay', 'crates'],
    parent_id: null,
    retry_count: 0,
    max_retries: 3,
    created_at: AT,
    updated_at: AT,
    history: [
      { status: 'pending', at: AT },
      { status: 'inbox', at: AT },
    ],
  };
  const short = JSON.stringify(task, null, 2);
  return JSON.stringify({ ...task, description: 'x'.repeat(BYTES - short.length) }, null, 2);
}

function makeTasks(folder: string): string[] {
  for (const name of ['inbox', 'active', 'done', 'failed', 'blocked', 'feedback', 'agents']) {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  }
  const ids = Array.from({ length: COUNT }, (_, index) =>
    (index * 7919 + 0x1000_0000).toString(16).repeat(4),
  );
  ids.forEach((id, index) => {
    fs.writeFileSync(path.join(folder, 'inbox', `${id}.json`), taskText(id, 1 + (index % 10)));
  });
  return ids;
}

await withBenchFolder(async (folder) => {
  const python = await ensurePython();
  const ids = makeTasks(folder);
  const scanned = async () => {
    const tasks = openTasks(folder);
    const { tasks: rows } = await tasks.scan();
    if (rows.length !== COUNT) throw new Error(`${rows.length} rows`);
    return tasks;
  };
  const listed = () => {
    const { stdout, stderr } = spawnSync(python, ['-c', PEER, folder], { encoding: 'utf8' });
    const [first = Number.NaN, ...more] = stdout.trim().split('\n').map(Number);
    if (more.length !== RUNS || [first, ...more].some(Number.isNaN)) throw new Error(stderr);
    return { first, more };
  };
  const firstOf = () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', FIRST, '--', folder], {
      encoding: 'utf8',
    });
    return Number(stdout);
  };
  // The peer goes first, so that the disk is warm for both.
  const peers = [listed()];
  const firsts: number[] = [];
  const ours: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    firsts.push(firstOf());
    for (let turn = 0; turn < RUNS; turn += 1) ours.push(await timed(scanned));
    peers.push(listed());
  }
  const peerFirst = Math.min(...peers.map((peer) => peer.first));
  report('first scan of a process, 10,000 tasks', Math.min(...firsts), 'ms', {
    baseline: peerFirst,
    ratioLimit: 1,
  });
  report('scan from nothing, 10,000 tasks', Math.min(...ours), 'ms', {
    baseline: Math.min(...peers.flatMap(({ more }) => more)),
    ratioLimit: 1,
  });

  const before = heapUsed();
  const tasks = await scanned();
  report('heap kept, 10,000 tasks', (heapUsed() - before) / 1_048_576, 'MB', { limit: 60 });
  report('longest slice of a scan', await longestSlice(scanned), 'ms', { limit: 20 });

  const took: number[] = [];
  for (let run = 0; run < 30; run += 1) {
    const id = ids[run * 300] ?? '';
    fs.writeFileSync(path.join(folder, 'inbox', `${id}.json`), taskText(id, run));
    took.push(await timed(() => tasks.rescan([`inbox/${id}.json`])));
  }
  report('one task changed of 10,000', median(took), 'ms', { limit: 30 });
  report('everything looked at again, nothing changed', await timed(() => tasks.scan()), 'ms');
});
