/** What the store shows while the peer's own agents work in the folder and a person answers. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemCanWrite } from '../../src/protocol/files/canWrite.ts';
import { nodeFiles } from '../../src/protocol/files/filesPort.ts';
import { systemClock } from '../../src/protocol/lib/clock.ts';
import { openTasks } from '../../src/protocol/tasks/taskFolder.ts';
import { FolderWatcher } from '../../src/workspace/kernel/folderWatcher.ts';
import { taskLooks, taskWaits } from '../../src/workspace/tasks/taskAttention.ts';
import { TaskStore } from '../../src/workspace/tasks/taskStore.ts';
import { FakeLog } from '../fakes/fakeLog.ts';
import { makeWorkspace, openFor } from '../fakes/taskWorkspace.ts';
import { tempFolder } from '../fakes/tempFolder.ts';
import { until } from '../fakes/until.ts';
import { ensurePython } from './python.ts';

const COUNT = 40;
/** Agents in Python take their time to start. */
const PATIENCE_MS = 80_000;
const AGENT = fileURLToPath(new URL('taskAgent.py', import.meta.url));

describe('the store of tasks beside agents on the peer’s own library', function () {
  this.timeout(180_000);
  const temp = tempFolder();

  it('follows every task to its end, shows each question, and nothing that is not so', async () => {
    const python = await ensurePython();
    const folder = makeWorkspace(temp());
    const log = new FakeLog();
    const store = new TaskStore({
      files: nodeFiles,
      clock: systemClock,
      log,
      watcher: new FolderWatcher(),
      open: (each) => openFor(temp(), each),
      canWrite: systemCanWrite,
      trusted: () => true,
      staleMinutes: () => 30,
    });
    store.setFolders({ workspace: [folder], settings: [] });
    await store.ready;
    const key = store.workspaces()[0]?.key ?? assert.fail();
    const now = () => store.get(key) ?? assert.fail('the workspace is gone');
    const wrong = new Set<string>();
    const asked = new Map<string, string>();
    const answers: Promise<unknown>[] = [];
    store.onDidChange(() => {
      for (const look of taskLooks(now(), Date.now()))
        wrong.add(`${look.code} ${look.row.file} ${look.text}`);
      for (const wait of taskWaits(now())) {
        if (asked.has(wait.key)) continue;
        asked.set(wait.key, wait.text);
        const { id, version } = wait.row;
        const answer = store.act(key, (tasks) => tasks.respondFeedback(id, 'yes', { seen: version }));
        answers.push(answer.then((result) => assert.ok(result.ok, JSON.stringify(result))));
      }
    });
    const agents = new Set<ChildProcess>();
    let over = false;
    const start = (name: string): void => {
      const agent = spawn(python, [AGENT, folder, name], { stdio: 'ignore' });
      agents.add(agent);
      // The peer's agents die when another takes a file between listing and opening.
      agent.on('exit', () => {
        agents.delete(agent);
        if (!over) start(name);
      });
    };
    try {
      for (let index = 0; index < COUNT; index += 1) {
        const context = index % 8 === 0 ? { ask: true } : {};
        const submitted = await store.act(key, (tasks) =>
          tasks.submit({ title: `Task ${index}`, createdBy: 'mira', id: `t${index}`, context }),
        );
        assert.ok(submitted.ok);
        assert.ok(now().row('inbox', `t${index}`) ?? agents.size > 0);
        if (index === 10) for (const name of ['scout', 'zoë']) start(name);
      }
      await until(
        'the end of all tasks',
        () => now().rows.done.length === COUNT && now().scan.tasks.length === COUNT,
        PATIENCE_MS,
      );
    } finally {
      over = true;
      fs.writeFileSync(`${temp()}/stop`, '');
      await until('the end of the agents', () => agents.size === 0, PATIENCE_MS);
      store.dispose();
    }
    await Promise.all(answers);
    assert.deepEqual([...wrong], []);
    assert.equal(asked.size, COUNT / 8);
    assert.ok([...asked.values()].every((text) => /^Go on with Task \d+\?$/.test(text)));
    const { tasks } = await openTasks(folder).scan();
    assert.deepEqual(
      tasks.map(({ file }) => file).sort(),
      now()
        .scan.tasks.map(({ file }) => file)
        .sort(),
    );
    assert.deepEqual(
      now().agents.map(({ name, active, bound }) => [name, active, bound]),
      [
        ['scout', 0, 0],
        ['zoë', 0, 0],
      ],
    );
    assert.deepEqual([...log.errors, ...log.warnings], []);
  });
});
