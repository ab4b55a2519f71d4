/**
 * The store over 10,000 tasks, as the editor builds it: how soon it is ready, how soon it tells of one file that changed or
 * moved, what it keeps, how long it holds the thread, how soon a search shows its first rows, and what it costs to idle.
 *
 * Run: node --expose-gc test/bench/taskStore.bench.ts [seconds of idling]
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemCanWrite } from '../../src/protocol/files/canWrite.ts';
import { nodeFiles } from '../../src/protocol/files/filesPort.ts';
import { systemClock } from '../../src/protocol/lib/clock.ts';
import type { Log } from '../../src/protocol/lib/log.ts';
import { openTasks } from '../../src/protocol/tasks/taskFolder.ts';
import { FolderWatcher } from '../../src/workspace/kernel/folderWatcher.ts';
import { searchTasks } from '../../src/workspace/tasks/searchTasks.ts';
import { taskLooks, taskWaits } from '../../src/workspace/tasks/taskAttention.ts';
import { TaskStore } from '../../src/workspace/tasks/taskStore.ts';
import type { TaskWorkspace } from '../../src/workspace/tasks/taskWorkspace.ts';
import { withBenchFolder } from './benchFolder.ts';
import { HOST_SLICE, heapUsed, longestSlice, median, report, timed } from './measure.ts';

const COUNTS = { inbox: 4000, done: 5000, failed: 700, active: 100, blocked: 100, feedback: 100 };
const COUNT = 10_000;
const BYTES = 814;
const TURNS = 30;
/** What the store waits for so that it hears of both folders of a move: the part of a delay that it chose. */
const GATHER_MS = 5;
const log: Log = { info: () => undefined, warn: console.error, error: console.error };

function stamp(index: number, minutes = 0): string {
  const at = Date.UTC(2026, 10, 1) + index * 60_000 + minutes * 60_000;
  return new Date(at).toISOString().replace('Z', '000+00:00');
}

function taskText(folder: string, id: string, index: number, title = 'Move the crates to the quay'): string {
  const agent = `agent${index % 10}`;
  const history: object[] = [
    { status: 'pending', at: stamp(index) },
    { status: 'inbox', at: stamp(index) },
  ];
  if (folder !== 'inbox') history.push({ status: 'active', at: stamp(index, 1), claimed_by: agent });
  if (folder !== 'inbox' && folder !== 'active') {
    history.push({
      status: folder,
      at: stamp(index, 19),
      ...(folder === 'failed' && { error: 'Error 429' }),
    });
  }
  const task = {
    id,
    title,
    created_by: 'mira',
    status: folder,
    description: '',
    assigned_to: folder === 'inbox' ? null : agent,
    priority: 1 + (index % 10),
    context: folder === 'feedback' ? { _feedback_request: { question: 'May I?', options: ['yes'] } } : {},
    result: folder === 'done' ? { text: `Number ${index} is done.` } : null,
    tags: ['quay'],
    parent_id: null,
    retry_count: 0,
    max_retries: 3,
    created_at: stamp(index),
    updated_at: history.at(-1) && (history.at(-1) as { at: string }).at,
    history,
  };
  const short = JSON.stringify(task, null, 2);
  return JSON.stringify({ ...task, description: 'x'.repeat(Math.max(0, BYTES - short.length)) }, null, 2);
}

function makeTasks(root: string): Record<string, string[]> {
  const ids: Record<string, string[]> = {};
  let index = 0;
  for (const [folder, count] of Object.entries(COUNTS)) {
    fs.mkdirSync(path.join(root, folder), { recursive: true });
    ids[folder] = [];
    for (let each = 0; each < count; each += 1, index += 1) {
      const id = (index * 7919 + 0x1000_0000).toString(16).repeat(4);
      fs.writeFileSync(path.join(root, folder, `${id}.json`), taskText(folder, id, index));
      ids[folder].push(id);
    }
  }
  fs.mkdirSync(path.join(root, 'agents'));
  for (let agent = 0; agent < 10; agent += 1) {
    const text = JSON.stringify({ name: `agent${agent}`, role: 'worker', last_seen: stamp(0) });
    fs.writeFileSync(path.join(root, 'agents', `agent${agent}.json`), text);
  }
  return ids;
}

function newStore(root: string): TaskStore {
  const store = new TaskStore({
    files: nodeFiles,
    clock: systemClock,
    log,
    watcher: new FolderWatcher(),
    open: (folder) => openTasks(folder),
    canWrite: systemCanWrite,
    trusted: () => true,
    staleMinutes: () => 30,
  });
  store.setFolders({ workspace: [root], settings: [] });
  return store;
}

function only(store: TaskStore): TaskWorkspace {
  const [workspace] = store.workspaces();
  if (workspace?.scan.tasks.length !== COUNT) throw new Error(`${workspace?.scan.tasks.length} rows`);
  return workspace;
}

/** From before the change until the store has told of it, in milliseconds; well after the last one. */
async function told(store: TaskStore, change: () => void): Promise<number> {
  await pause(400);
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = store.onDidChange(() => resolve());
  const start = performance.now();
  const used = process.threadCpuUsage();
  change();
  await promise;
  const took = performance.now() - start;
  const { user, system } = process.threadCpuUsage(used);
  listening.dispose();
  worked.push((user + system) / 1000);
  return took;
}

/** What this thread did for each of them, in milliseconds: what other programs take does not count. */
const worked: number[] = [];

function replace(file: string, text: string): void {
  fs.writeFileSync(`${file}.tmp`, text);
  fs.renameSync(`${file}.tmp`, file);
}

function reportDelays(name: string, took: number[]): void {
  report(`${name}: told after`, median(took), 'ms', { limit: 30 });
  report(`${name}: told after, without the chosen wait`, median(took) - GATHER_MS, 'ms');
}

async function firstRows(workspace: TaskWorkspace, words: string): Promise<void> {
  for await (const lot of searchTasks([workspace], words)) {
    if (lot.length > 0) return;
  }
  throw new Error(`nothing holds ${words}`);
}

const seconds = Number(process.argv[2] ?? 60);
await withBenchFolder(async (root) => {
  const ids = makeTasks(root);
  const start = async (): Promise<TaskStore> => {
    const store = newStore(root);
    await store.ready;
    only(store);
    return store;
  };
  const heapBefore = heapUsed();
  const rssBefore = process.memoryUsage().rss;
  const store = await start();
  report('10,000 tasks: heap kept by store, rows and watchers', (heapUsed() - heapBefore) / 2 ** 20, 'MB', {
    limit: 60,
  });
  report(
    '10,000 tasks: resident memory more than before',
    (process.memoryUsage().rss - rssBefore) / 2 ** 20,
    'MB',
    { limit: 60 },
  );

  const readyTook: number[] = [];
  const slices: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    let again: TaskStore | null = null;
    slices.push(
      await longestSlice(async () => {
        readyTook.push(
          await timed(async () => {
            again = await start();
          }),
        );
      }),
    );
    (again as TaskStore | null)?.dispose();
  }
  report('10,000 tasks: store ready after', median(readyTook), 'ms');
  report('10,000 tasks: longest slice until ready', median(slices), 'ms', { limit: HOST_SLICE });

  const changed: number[] = [];
  const moved: number[] = [];
  let longest = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const id = ids['inbox']?.[turn * 100] ?? '';
    const waiting = path.join(root, 'inbox', `${id}.json`);
    const change = () => replace(waiting, taskText('inbox', id, turn, `Title ${turn}`));
    const claim = () => {
      const active = path.join(root, 'active', `${id}.json`);
      fs.renameSync(waiting, active);
      replace(active, taskText('active', id, turn));
    };
    for (const [act, list] of [
      [change, changed],
      [claim, moved],
    ] as const) {
      longest = Math.max(longest, await longestSlice(async () => list.push(await told(store, act))));
    }
  }
  reportDelays('one of 10,000 tasks changed', changed);
  reportDelays('one of 10,000 tasks claimed', moved);
  report('one of 10,000 tasks changed or claimed: work of the thread', median(worked), 'ms');
  report('10,000 tasks: longest slice of a change', longest, 'ms', { limit: HOST_SLICE });

  const workspace = only(store);
  const needs = () => {
    taskWaits(workspace);
    taskLooks(workspace, Date.now());
  };
  report('10,000 tasks: what waits and needs a look', await timed(async () => needs()), 'ms', {
    limit: HOST_SLICE,
  });
  // The first search sorts; the word stands in the oldest done task alone.
  const rare = 'number 4000 done';
  report('find in 10,000: first rows of a rare word', await timed(() => firstRows(workspace, rare)), 'ms', {
    limit: 200,
  });
  report(
    'find in 10,000: first rows of a common word',
    await timed(() => firstRows(workspace, 'quay')),
    'ms',
    { limit: 200 },
  );
  report('find in 10,000: longest slice', await longestSlice(() => firstRows(workspace, rare)), 'ms', {
    limit: HOST_SLICE,
  });

  await pause(5000);
  const before = process.cpuUsage();
  const from = performance.now();
  await pause(seconds * 1000);
  const used = process.cpuUsage(before);
  const percent = ((used.user + used.system) / 1000 / (performance.now() - from)) * 100;
  report('10,000 tasks: idle', percent, '% of a core', { limit: 1 });
  store.dispose();
});
