import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TaskFolder, TaskRow } from '../../src/protocol/tasks/taskModel.ts';
import { note } from '../editor/note.ts';
import { makeWorkspace, openFor, taskText } from '../fakes/taskWorkspace.ts';
import { tempFolder } from '../fakes/tempFolder.ts';

const WORKER = fileURLToPath(new URL('taskWorker.ts', import.meta.url));
const IDS = Array.from({ length: 12 }, (_, index) => `task-${index}`);
const KILLS = 20;

async function killed(folder: string, home: string, seed: number): Promise<void> {
  const child = spawn(process.execPath, [WORKER, folder, home, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await pause(20 + ((seed * 37) % 200));
  child.kill('SIGKILL');
  await once(child, 'close');
}

/** Mends whatever the last scan named; how much that was. */
async function heal(tasks: TaskFolder): Promise<TaskRow[]> {
  const { tasks: rows } = await tasks.scan();
  const cut = rows.filter(({ problem }) => problem?.endsWith('_interrupted'));
  for (const row of cut) {
    const finished = await tasks.mend(row.folder, row.id, 'finish', { seen: row.version });
    const mended = finished.ok
      ? finished
      : await tasks.mend(row.folder, row.id, 'undo', { seen: row.version });
    assert.ok(mended.ok, JSON.stringify([row.file, row.problem, mended]));
  }
  return cut;
}

describe('a process that is killed while it acts on tasks', () => {
  const root = tempFolder();

  it(`leaves after each of ${KILLS} kills every task once, whole, and where it can go on`, async () => {
    const folder = makeWorkspace(
      root(),
      Object.fromEntries(IDS.map((id) => [`inbox/${id}.json`, taskText(id, { title: `Title of ${id}` })])),
    );
    const words: string[] = [];
    for (let seed = 1; seed <= KILLS; seed += 1) {
      const lengths = await historyLengths(openFor(root(), folder));
      await killed(folder, root(), seed);
      const tasks = openFor(root(), folder, {}, { now: () => Date.now() + 6000 });
      for (const row of await heal(tasks)) words.push(row.problem ?? '');
      const { tasks: rows } = await tasks.scan();
      assert.deepEqual(rows.map(({ id }) => id).sort(), [...IDS].sort(), `kill ${seed}`);
      for (const row of rows) {
        assert.equal(row.problem, null, row.file);
        assert.equal(row.task?.['title'], `Title of ${row.id}`);
      }
      const after = await historyLengths(tasks);
      for (const id of IDS) assert.ok((after.get(id) ?? 0) >= (lengths.get(id) ?? 0), `kill ${seed}: ${id}`);
    }
    note(`${KILLS} kills left ${words.length} interruptions: ${[...new Set(words)].join(', ') || 'none'}`);
    assert.ok(fs.existsSync(folder));
  }).timeout(300_000);
});

async function historyLengths(tasks: TaskFolder): Promise<Map<string, number>> {
  const { tasks: rows } = await tasks.scan();
  return new Map(
    rows.map(({ id, task }) => [id, Array.isArray(task?.['history']) ? task['history'].length : 0]),
  );
}
