import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { systemCanWrite } from '../../../../src/protocol/files/canWrite.ts';
import { nodeFiles } from '../../../../src/protocol/files/filesPort.ts';
import { systemClock } from '../../../../src/protocol/lib/clock.ts';
import { FolderWatcher } from '../../../../src/workspace/kernel/folderWatcher.ts';
import { TaskStore } from '../../../../src/workspace/tasks/taskStore.ts';
import { FakeLog } from '../../../fakes/fakeLog.ts';
import { makeWorkspace, openFor, taskText } from '../../../fakes/taskWorkspace.ts';
import { tempFolder } from '../../../fakes/tempFolder.ts';
import { until } from '../../../fakes/until.ts';

/** With the system's own watches and clock; the beat of 10 s is too late for all of these. */
describe('TaskStore with the system behind it', () => {
  const temp = tempFolder();
  let log: FakeLog;
  let store: TaskStore;

  beforeEach(async () => {
    log = new FakeLog();
    store = new TaskStore({
      files: nodeFiles,
      clock: systemClock,
      log,
      watcher: new FolderWatcher(),
      open: (folder) => openFor(temp(), folder),
      canWrite: systemCanWrite,
      trusted: () => true,
      staleMinutes: () => 30,
    });
    store.setFolders({ workspace: [temp()], settings: [] });
    await store.ready;
  });

  afterEach(() => {
    store.dispose();
    assert.deepEqual(log.errors, []);
    assert.deepEqual(log.warnings, []);
  });

  function idsIn(folder: 'inbox' | 'active' | 'done' | 'failed' | 'blocked' | 'feedback'): string {
    return (store.workspaces()[0]?.rows[folder] ?? []).map(({ id }) => id).join();
  }

  it('follows a workspace through its life: made, worked in, replaced, deleted', async () => {
    const folder = makeWorkspace(temp());
    await until('the workspace', () => store.workspaces().length === 1);
    const write = (file: string, text: string): void => {
      fs.writeFileSync(path.join(folder, `${file}.tmp`), text);
      fs.renameSync(path.join(folder, `${file}.tmp`), path.join(folder, file));
    };
    write('inbox/a.json', taskText('a'));
    await until('the task', () => idsIn('inbox') === 'a');
    fs.renameSync(path.join(folder, 'inbox/a.json'), path.join(folder, 'active/a.json'));
    write('active/a.json', taskText('a', { status: 'active' }));
    await until('the task that is worked on', () => idsIn('inbox') === '' && idsIn('active') === 'a');
    write('agents/zoë.json', JSON.stringify({ name: 'zoë', role: 'worker' }));
    await until('the agent', () => store.workspaces()[0]?.agents[0]?.name === 'zoë');
    fs.rmSync(path.join(folder, 'done'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'done'));
    write('done/b.json', taskText('b'));
    await until('a task in the folder that was replaced', () => idsIn('done') === 'b');
    fs.unlinkSync(path.join(folder, 'done/b.json'));
    await until('no task there', () => idsIn('done') === '');
    fs.rmSync(folder, { recursive: true });
    await until('no workspace', () => store.workspaces().length === 0);
  });
});
