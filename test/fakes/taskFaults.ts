/** Every act on a task, cut at every call to the file system. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { nodeFiles } from '../../src/protocol/files/filesPort.ts';
import type { Result } from '../../src/protocol/lib/result.ts';
import type { TaskFolder, TaskScan } from '../../src/protocol/tasks/taskModel.ts';
import { Crash, type Fault, FaultyFiles, withoutSync } from './faultyFiles.ts';
import { claimed, filesOf, makeWorkspace, openFor, taskText } from './taskWorkspace.ts';

const FILES = withoutSync(nodeFiles);
const AT = '2026-12-01T00:00:00.000001+00:00';
const ERRNOS = ['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'ENOENT', 'EEXIST', 'EXDEV', 'EPERM'];
const CHANGING = new Set(['mkdir', 'open', 'file.write', 'file.sync', 'rename', 'link', 'unlink']);

export interface FaultCase {
  files: Record<string, string>;
  act: (tasks: TaskFolder, folder: string) => Promise<Result<unknown>>;
  /** Made into the folder beside the files. */
  prepare?: (folder: string) => void;
  /** What a crash leaves may be mended into a third state, which keeps all of the record. */
  third?: boolean;
}

const waiting = { 'inbox/x.json': taskText('x') };
const at = '2026-11-30T12:02:00.000001+00:00';
const entry = (status: string, extra: object = {}) => ({ status, at, ...extra });
const active = (more: object[] = [], fields: object = {}) =>
  taskText('x', {
    status: 'active',
    assigned_to: 'coder',
    history: [entry('inbox'), claimed('coder'), ...more],
    ...fields,
  });
const running = { 'active/x.json': active() };
const aside = 'inbox/.x.0a1b.quarterdeck';

export const FAULT_CASES: Record<string, FaultCase> = {
  submit: { files: {}, act: (tasks) => tasks.submit({ id: 'x', title: 'New', createdBy: 'me' }) },
  claim: { files: waiting, act: (tasks) => tasks.claim('x', 'me') },
  withdraw: { files: waiting, act: (tasks) => tasks.withdraw('x', 'me') },
  complete: { files: running, act: (tasks) => tasks.complete('x', { n: 1 }, 'coder') },
  'complete over a copy': {
    files: { ...running, 'done/x.json': taskText('x', { title: 'Old copy' }) },
    act: async (tasks) => {
      const copy = (await tasks.scan()).tasks.find(({ folder }) => folder === 'done');
      return tasks.complete('x', null, 'coder', { over: copy?.version ?? '' });
    },
    third: true,
  },
  'fail, to be tried again': { files: running, act: (tasks) => tasks.fail('x', 'no') },
  'fail, for the last time': {
    files: { 'active/x.json': active([], { retry_count: 3 }) },
    act: (tasks) => tasks.fail('x', 'no'),
  },
  requestFeedback: { files: running, act: (tasks) => tasks.requestFeedback('x', { question: 'ok?' }) },
  respondFeedback: {
    files: { 'feedback/x.json': active([entry('feedback')], { status: 'feedback' }) },
    act: (tasks) => tasks.respondFeedback('x', 'yes'),
  },
  block: { files: running, act: (tasks) => tasks.block('x', 'why') },
  unblock: {
    files: { 'blocked/x.json': active([entry('blocked', { reason: 'why' })], { status: 'blocked' }) },
    act: (tasks) => tasks.unblock('x'),
  },
  retry: {
    files: { 'failed/x.json': active([entry('failed', { error: 'e' })], { status: 'failed' }) },
    act: (tasks) => tasks.retry('x'),
  },
  release: { files: waiting, act: (tasks) => tasks.release('x') },
  edit: { files: waiting, act: (tasks) => tasks.edit('x', { title: 'Other', priority: 1 }) },
  reapStale: { files: running, act: (tasks) => tasks.reapStale(0) },
  'mend, finish': {
    files: { 'active/x.json': active([entry('done')], { status: 'done', result: 1 }) },
    act: (tasks) => tasks.mend('active', 'x', 'finish'),
  },
  'mend, undo a move': {
    files: { 'active/x.json': active([entry('done')], { status: 'done', result: 1 }) },
    act: (tasks) => tasks.mend('active', 'x', 'undo'),
    third: true,
  },
  'mend, undo a claim': {
    files: { 'active/x.json': taskText('x') },
    act: (tasks) => tasks.mend('active', 'x', 'undo'),
  },
  putBack: { files: { [aside]: taskText('x') }, act: (tasks) => tasks.putBack(aside) },
  'putBack of a second name': {
    files: waiting,
    prepare: (folder) => fs.linkSync(path.join(folder, 'inbox/x.json'), path.join(folder, aside)),
    act: (tasks) => tasks.putBack(aside),
  },
  registerAgent: { files: {}, act: (tasks) => tasks.registerAgent('x', 'builder', { n: 1 }) },
  heartbeat: {
    files: { 'agents/x.json': '{"name": "x", "last_seen": "then"}' },
    act: (tasks) => tasks.heartbeat('x'),
  },
};

/** What counts: hidden drafts are nobody's. */
function settled(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filesOf(folder)).filter(([name]) => !name.endsWith('.tmp')));
}

/** All faults at all calls; else of each call that changes something a crash after it and one errno, each in its turn. */
function faultsAt(calls: readonly string[], all: boolean): Fault[] {
  return calls.flatMap((name, index): Fault[] => {
    const rotating = ERRNOS[index % ERRNOS.length] ?? 'EIO';
    if (!all) {
      if (!CHANGING.has(name)) return [];
      return [
        { at: index, cut: 'after', error: 'crash' },
        { at: index, cut: 'before', error: rotating },
      ];
    }
    if (!CHANGING.has(name)) return [{ at: index, cut: 'before', error: rotating }];
    return [
      ...(['before', 'half', 'after'] as const).map((cut): Fault => ({ at: index, cut, error: 'crash' })),
      ...ERRNOS.map((error): Fault => ({ at: index, cut: 'before', error })),
      { at: index, cut: 'after', error: 'EIO' },
      { at: index, cut: 'half', error: 'ENOSPC' },
    ];
  });
}

function interrupted(scan: TaskScan) {
  return scan.tasks.find(({ problems }) => problems.some((problem) => problem.endsWith('_interrupted')));
}

async function heal(tasks: TaskFolder): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const row = interrupted(await tasks.scan());
    if (!row) return;
    const finished = await tasks.mend(row.folder, row.id, 'finish', { seen: row.version });
    if (finished.ok) continue;
    const undone = await tasks.mend(row.folder, row.id, 'undo', { seen: row.version });
    assert.ok(undone.ok, `${finished.code}, then ${undone.ok ? '' : undone.message}`);
  }
}

/** Runs an act of `FAULT_CASES` whole, then once for each fault; throws where the next scan tells nothing, or mending loses. */
export async function runFaults(root: string, name: string, all: boolean): Promise<number> {
  const { files, act, prepare, third } = FAULT_CASES[name] ?? assert.fail(name);
  const later = () => Date.now() + 11_000;
  const fresh = () => {
    fs.rmSync(path.join(root, 'ws'), { recursive: true, force: true });
    fs.rmSync(path.join(root, '.local'), { recursive: true, force: true });
    const folder = makeWorkspace(root, files);
    prepare?.(folder);
    return folder;
  };
  const run = (folder: string, port: FaultyFiles) =>
    act(openFor(root, folder, { now: () => AT }, { files: port, now: later }), folder);
  const whole = new FaultyFiles(FILES);
  const first = fresh();
  const before = settled(first);
  const done = await run(first, whole);
  assert.ok(done.ok, JSON.stringify(done));
  const states = third ? null : [JSON.stringify(before), JSON.stringify(settled(first))];
  const after = settled(first);
  const faults = faultsAt(whole.calls, all);
  for (const fault of faults) {
    const folder = fresh();
    let said = 'crash';
    try {
      const result = await run(folder, new FaultyFiles(FILES, fault));
      said = result.ok ? 'ok' : result.code;
    } catch (error) {
      assert.ok(error instanceof Crash, String(error));
    }
    const where = `${fault.error} ${fault.cut} ${whole.calls[fault.at]} (${fault.at}), said ${said}`;
    const ports = { files: FILES, now: () => Date.now() + 22_000, alive: () => false };
    const tasks = openFor(root, folder, { now: () => AT }, ports);
    const left = settled(folder);
    const scan = await tasks.scan();
    const known = same(before, left) || same(after, left);
    assert.ok(known || interrupted(scan), `${where}: nothing tells of ${Object.keys(left).join(' ')}`);
    await heal(tasks);
    const healed = settled(folder);
    assert.equal(interrupted(await tasks.scan()), undefined, where);
    const reached = states === null || interrupted(scan) || states.includes(JSON.stringify(healed));
    assert.ok(reached, `${where}: ${JSON.stringify(healed)}`);
    const kept = Object.keys(healed).filter((file) => file.endsWith('/x.json'));
    assert.ok(kept.length >= Math.min(1, Object.keys(before).length), `${where}: lost`);
    if (states) assert.ok(kept.length <= 1, `${where}: doubled`);
  }
  return faults.length;
}

function same(a: object, b: object): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}
